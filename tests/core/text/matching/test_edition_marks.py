"""Notes, page numbers, tags and labels are not of the text; numbers that look like them are."""

import pytest

from core.text import EvidenceMatch, EvidenceMatcher, EvidenceWarning

EN = (
    "The keeper rowed to the island every morning and lit the lamp before the fog came in. His "
    "daughter kept the book of ships, and wrote down each of them with its flag."
)
ZH = (
    "守塔人每天清晨划船到岛上去，赶在大雾来临之前点亮了灯。他的女儿记着船只的名册，"
    "一艘一艘写下旗号。"
)
PAGES = "\n\n".join(f"{EN}\n\n{number}\n\nIt rained again." for number in range(11, 17))
HEADS = "\n\n".join(f"{EN}\n\n{number}   THE LAMP\n\nIt rained again." for number in range(11, 17))


def match(quote: str, text: str) -> EvidenceMatch:
    return EvidenceMatcher().match(quote, text)


def series(write: str, text: str, at: str) -> str:
    """Ten copies, each with a mark after `at`, counting up."""
    return "\n".join(
        text.replace(at, at + write.replace("#", str(number)), 1) for number in range(1, 11)
    )


@pytest.mark.parametrize("write", ["#", "(#)", "[#]", "{#}", "<sup>#</sup>", "[^#]", " [Pg #]"])
def test_marks_in_a_series_of_the_book_are_no_words_of_it(write: str) -> None:
    found = match("and lit the lamp before the fog came in. His daughter", series(write, EN, "fog"))
    assert found.found
    assert found.matched_text is not None
    assert found.matched_text.startswith("and lit the lamp before the fog")
    found = match("赶在大雾来临之前点亮了灯。他的女儿", series(write.strip(), ZH, "点亮了灯"))
    assert found.found


@pytest.mark.parametrize(
    "mark", ["¹²", "①", "（注1）", "[注1]", "〔一〕", "<sup>3</sup>", "（註一）", "（即油灯）"]
)
def test_notes_in_a_chinese_quote(mark: str) -> None:
    found = match(f"赶在大雾来临之前点亮了灯{mark}。他的女儿记着", ZH)
    assert found.found
    assert found.matched_text == "赶在大雾来临之前点亮了灯。他的女儿记着"


@pytest.mark.parametrize(
    "quote",
    [
        "lit the lamp¹² before the fog",
        "lit the lamp12 before the fog came in",
        "lit the <i>lamp</i> before the fog<br>came in",
        "lit the lamp [sic] before the fog came in",
        "lit the <ruby>lamp<rt>light</rt></ruby> before the fog came in",
        "lit the lamp [Pg 45] before the fog came in",
        "lit the lamp before the fog\n\n45\n\ncame in. His daughter",
        "lit the lamp before the fog\n\n45   THE LAMP\n\ncame in. His daughter",
        "lit the lamp before the fog&nbsp;came in&mdash;His daughter",
        r"lit the lamp before the fog came in. \u0048is daughter kept",
        r"\"lit the lamp before the fog came in\"",
        "**lit the lamp** before the [fog](https://example.org/a) came in",
        "[H]is daughter kept the book of ships",
        "[L]it the lamp before the fog came in",
    ],
)
def test_marks_in_an_english_quote(quote: str) -> None:
    found = match(quote, EN)
    assert found.found
    assert not {str(each.kind) for each in found.differences} - {"spelling"}


@pytest.mark.parametrize("text", [PAGES, HEADS])
def test_page_numbers_and_running_heads_of_the_book(text: str) -> None:
    found = match("wrote down each of them with its flag. It rained again.", text)
    assert found.found
    assert EvidenceWarning.EDITION_MARKS in found.warnings
    assert found.matched_text is not None
    assert found.matched_text in text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("article of the treaty", "The reply is in article [7] of the treaty."),
        ("The set a holds the last value", "The set a[3] holds the last value."),
        ("They counted 10 grains in the heap", "They counted 10¹² grains in the heap."),
        ("She took vitamin B for a month", "She took vitamin B12 for a month."),
        ("As rule of the club demands", "As rule (1) of the club demands."),
        ("The room is 40 m by the plan", "The room is 40 m² by the plan."),
        ("Turn to page of the old ledger", "Turn to page 45 of the old ledger."),
        ("the acid is HSO4 as before", "the acid is H2SO4 as before."),
        ("条约第条写得明白", "条约第[7]条写得明白。"),
        ("他住进号楼的上房", "他住进①号楼的上房。"),
        ("钥匙开的是号房间", "钥匙开的是12号房间。"),
        ("他算出了x的值", "他算出了x³的值。"),
    ],
)
def test_a_number_that_is_no_mark_is_content(said: str, text: str) -> None:
    assert not match(said, text).found


def test_another_number_in_place_of_a_mark_is_content() -> None:
    assert not match("As rule (2) of the club demands", "As rule (1) of the club demands.").found
    assert not match("It was in 1 8 9 5 that", "It was in 1894 that he came.").found
    assert match("It was in 1 8 9 4 that", "It was in 1894 that he came.").found


LABELS = [
    "Evidence: {}",
    'Quote: "{}"',
    "The text says: “{}”",
    "**Evidence 1:** {}",
    "“{}” (Chapter 12)",
    "“{}” [Book 2, Chapter 5]",
    "“{}” — Chapter VII",
    "In Chapter 5: “{}”",
    "原文：“{}”",
    "证据：{}",
    "书中写道：“{}”",
    "“{}”（第十二回）",
    "{}（见第六章第二段）",
    "第五回：「{}」",
]


@pytest.mark.parametrize("form", LABELS)
@pytest.mark.parametrize(
    "quote", ["lit the lamp before the fog came in", "赶在大雾来临之前点亮了灯"]
)
def test_a_label_or_a_place_around_a_quote_is_told(form: str, quote: str) -> None:
    text = EN if quote.isascii() else ZH
    found = match(form.format(quote), text)
    assert found.found
    assert EvidenceWarning.LABEL in found.warnings
    altered = form.format(quote.replace("before", "after").replace("之前", "之后"))
    assert not match(altered, text).found


@pytest.mark.parametrize(
    "quote",
    [
        "1. lit the lamp before the fog\n2. kept the book of ships",
        "- lit the lamp before the fog\n- kept the book of ships",
        '"lit the lamp before the fog" and "kept the book of ships"',
        "“lit the lamp before the fog”; “kept the book of ships”",
        'Quote 1: "lit the lamp before the fog" Quote 2: "kept the book of ships"',
    ],
)
def test_quotes_side_by_side_are_found_as_parts(quote: str) -> None:
    found = match(quote, EN)
    assert found.found
    assert [span.of(EN) for span in found.fragments] == [
        "lit the lamp before the fog",
        "kept the book of ships",
    ]
    assert not match(quote.replace("before", "after"), EN).found


def test_words_before_a_colon_are_no_label_where_they_are_none() -> None:
    assert not match("The keeper never did: lit the lamp before the fog came in", EN).found
    assert not match("他从来没有：赶在大雾来临之前点亮了灯", ZH).found


@pytest.mark.parametrize("mark", ["¹²", "[12]", "<sup>12</sup>"])
def test_a_note_after_an_article_is_none_of_the_text_where_a_word_follows(mark: str) -> None:
    text = "There was a man in the boat. The last value of a of the set was lost, and a was set."
    assert match(f"There was a{mark} man in the boat", text).found
    assert match(f"I{mark} went down to the sea", "I went down to the sea, and rowed.").found
    assert not match(f"The last value of a{mark} of the set was lost", text).found
    assert not match(f"was lost, and a{mark} was set", text).found


def test_bare_notes_before_and_after_marks_are_one_series_and_counts_are_none_of_it() -> None:
    pieces = [
        f"第一天下了雨{n}，大家都没有出门。" if n % 2 else f"船靠岸了，{n}大家都去看热闹。"
        for n in range(1, 10)
    ]
    text = "\n".join([*pieces[:4], "那天来了，30人都上了岸。", *pieces[4:]])
    assert match("船靠岸了，大家都去看热闹", text).found
    assert match("第一天下了雨，大家都没有出门", text).found
    assert not match("那天来了，人都上了岸", text).found


def test_an_inch_is_a_unit_after_a_number_alone() -> None:
    text = "A box of 12 in on the table, and they believed in it wholly."
    assert match("they believed in¹⁶ it wholly", text).found
    assert not match("A box of 12 in² on the table", text).found

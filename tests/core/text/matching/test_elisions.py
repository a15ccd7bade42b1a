"""Quotes that leave words out, with a mark or without one."""

import pytest

from core.text import (
    EvidenceMatch,
    EvidenceMatcher,
    EvidenceVerdict,
    EvidenceWarning,
    NotFoundCause,
    WordRule,
)

MATCHER = EvidenceMatcher(wording=WordRule.TOLERATE)
EN = (
    "The harbour lay quiet under the fog, and {} of them while several gulls circled over the "
    "roof of the customs house, the old fisherman pulled his boat slowly up the beach."
)
ZH = (
    "那天傍晚港口在雾里显得很安静，渔夫数了数鱼，{}的东西几只海鸥在海关大楼的屋顶上空盘旋，"
    "老渔夫天黑以前把他的船慢慢拖到了岸上。"
)


def joined(text: str, cut: str, whole: str, mark: str) -> EvidenceMatch:
    """A quote that breaks off in `whole`, after `cut`, and goes on behind it."""
    begun, gone_on = text.split("{}")
    later = "the old fisherman" if text is EN else "老渔夫"
    rest = later + gone_on.split(later)[1]
    return MATCHER.match(f"{begun}{cut}{mark}{rest}", text.format(whole))


CUT_NUMBERS = [
    (EN, "12", "1268"),
    (EN, "12", "12.5"),
    (EN, "12", "12,500"),
    (EN, "twenty", "twenty-three"),
    (EN, "two hundred", "two hundred and fifty"),
    (EN, "five", "five million"),
    (ZH, "二十", "二十三"),
    (ZH, "二", "二十三"),
    (ZH, "1.8", "1.8万"),
    (ZH, "三分", "三分之一"),
]


@pytest.mark.parametrize(("text", "cut", "whole"), CUT_NUMBERS)
def test_no_number_is_cut_where_words_are_left_out_unmarked(
    text: str, cut: str, whole: str
) -> None:
    assert joined(text, whole, whole, " ").found
    assert not joined(text, cut, whole, " ").found


@pytest.mark.parametrize(("text", "cut", "whole"), CUT_NUMBERS)
@pytest.mark.parametrize("mark", [" ... ", "……"])
def test_a_number_cut_at_an_ellipsis_is_a_warning(
    text: str, cut: str, whole: str, mark: str
) -> None:
    assert joined(text, whole, whole, mark).warnings == ()
    found = joined(text, cut, whole, mark)
    assert found.verdict is EvidenceVerdict.ELIDED
    assert EvidenceWarning.CUT_NUMBER in found.warnings


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        (EN, "some", "somebody"),
        (EN, "with", "without"),
        (EN, "he could not", "he could not see any"),
        (EN, "he could", "he couldn't see any"),
        (ZH, "没", "没有看见那里"),
        (ZH, "没有", "没有看见那里"),
        (ZH, "他不", "他不知道那里"),
    ],
)
def test_no_word_and_no_negation_is_cut_where_words_are_left_out_unmarked(
    text: str, cut: str, whole: str
) -> None:
    assert not joined(text, cut, whole, " ").found


def test_a_number_cut_where_the_quote_goes_on_is_no_join() -> None:
    text = EN.format("most").replace("the old fisherman", "1268 old fishermen")
    quote = "The harbour lay quiet under the fog, and most of them {} old fishermen pulled his boat"
    assert MATCHER.match(quote.format("1268"), text).found
    assert not MATCHER.match(quote.format("68"), text).found


@pytest.mark.parametrize(
    ("text", "quote", "parts"),
    [
        (
            "In the end they had counted twelve hundred sheep, which took the whole day, and "
            "twelve old boats lay on the beach.",
            "In the end they had counted twelve old boats lay on the beach",
            ["In the end they had counted", "twelve old boats lay on the beach"],
        ),
        (
            "到了晚上他们一共数出来二十三只海鸥，数了整整一天，二十条旧船停在海边的沙滩上。",
            "到了晚上他们一共数出来二十条旧船停在海边的沙滩上",
            ["到了晚上他们一共数出来", "二十条旧船停在海边的沙滩上"],
        ),
    ],
)
def test_where_a_number_would_be_cut_the_parts_meet_before_it(
    text: str, quote: str, parts: list[str]
) -> None:
    found = MATCHER.match(quote, text)
    assert found.found
    assert [part.of(text) for part in found.fragments] == parts


def test_a_part_is_taken_from_a_place_where_nothing_is_cut() -> None:
    text = (
        "112 old men walked slowly along the beach. In the evening the gulls came back to the "
        "harbour from the sea. 12 old men walked slowly along the beach."
    )
    quote = "In the evening the gulls came back 12 old men walked slowly along the beach"
    found = MATCHER.match(quote, text)
    assert found.found
    assert [part.start for part in found.fragments] == [text.index("In the"), text.rindex("12 old")]


BEFORE, AFTER = (
    "The harbour lay quiet under the fog,",
    "the gulls circled over the roof of the house",
)
LATER = "the old fisherman pulled his boat slowly up the beach."


@pytest.mark.parametrize("left_out", ["23", "twenty three", "not", "never"])
def test_no_number_is_left_out_alone_even_where_a_phrase_is_left_out_too(left_out: str) -> None:
    text = f"{BEFORE} {left_out} {AFTER} {{}}, {LATER}"
    phrase = "while all the bells of the little town rang for the dead of the sea"
    assert MATCHER.match(f"{BEFORE} {left_out} {AFTER} {LATER}", text.format(phrase)).found
    for threshold in (0.8, 0.95, 1.0):
        matcher = EvidenceMatcher(threshold)
        for filled in (text.format(phrase), text.format("")):
            assert not matcher.match(f"{BEFORE} {AFTER} {LATER}", filled).found


def test_with_a_phrase_left_out_elsewhere_a_word_without_content_may_be_left_out_too() -> None:
    text = f"{BEFORE} while {AFTER} where all the bells of the little town rang, {LATER}"
    assert MATCHER.match(f"{BEFORE} {AFTER} {LATER}", text).found


@pytest.mark.parametrize("near", [-(10**12), 10**12])
def test_a_place_far_outside_the_text_is_its_nearest_end(near: int) -> None:
    part = "Several gulls circled over the roof. The old fisherman pulled his boat. "
    found = MATCHER.match("gulls circled ... fisherman pulled", part * 30, near=near)
    assert found.span is not None
    assert found.span.start == part.index("gulls") + (29 * len(part) if near > 0 else 0)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Several gulls circled over ... circled over the roof", EN.format("most")),
        ("几只海鸥在海关大楼……海关大楼的屋顶", ZH.format("许多")),
        ("several gulls ... several gulls", EN.format("most")),
    ],
)
def test_parts_that_overlap_are_not_in_order(quote: str, text: str) -> None:
    assert not MATCHER.match(quote, text).found


TALK = (
    "“云岭里头的村子，你们送不送？”阿禾问。罗启明想了想，老实答道：“不送。”阿禾没有再问下去，"
    "只把那张单子收进了箱子里面。{}后来雨停了，他们才一起下山去。掌柜说：“送的。”"
)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("“云岭里头的村子，你们送不送？”……“不送。”", TALK),
        ("罗启明……“不送。”阿禾没有再问下去", TALK),
        ("several gulls circled over the roof ... house ... the old fisherman", EN),
    ],
)
def test_a_short_part_close_to_a_long_one_that_is_verbatim_is_found_and_said_to_be_short(
    quote: str, text: str
) -> None:
    found = MATCHER.match(quote, text.format("many"))
    assert (found.verdict, found.similarity) == (EvidenceVerdict.ELIDED, 1.0)
    assert EvidenceWarning.SHORT in found.warnings


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("“云岭里头的村子，你们送不送？”……“送的。”", TALK.format("雨下了很久。" * 40)),
        ("“云岭里头的村子，你们送不送？”……问", TALK),
        ("只把那张单子收进了箱子里面……不送", TALK),
        ("罗启明想了一想，老实答道……阿禾没有再问上去……不送", TALK),
        ("several gulls circled over the roof ... us", EN),
    ],
)
def test_a_short_part_far_off_out_of_order_or_cut_proves_nothing(quote: str, text: str) -> None:
    assert not MATCHER.match(quote, text).found


def test_of_an_invented_quote_the_part_that_stands_is_shown() -> None:
    text = EN.format("most")
    invented = "he told his wife of the seven golden bells that hung in the palace of the emperor"
    found = MATCHER.match(f"several gulls circled over the roof … {invented}", text)
    assert (found.verdict, found.cause) == (EvidenceVerdict.ABSENT, NotFoundCause.ABSENT)
    assert [span.of(text) for span in found.fragments] == ["several gulls circled over the roof"]
    assert (found.similarity, found.span, found.matched_text) == (0.0, None, None)


@pytest.mark.parametrize(
    "mark", ["……", "〔略〕", "‥", "‥‥", "···", "・・・", "&hellip;", "［…］", ". . ."]
)
def test_marks_of_an_omission(mark: str) -> None:
    for quote, text in (
        (f"那天傍晚港口在雾里{mark}渔夫数了数鱼", ZH),
        (f"The harbour lay quiet {mark} gulls circled over the roof", EN),
    ):
        found = MATCHER.match(quote, text.format("most"))
        assert found.verdict is EvidenceVerdict.ELIDED
        assert EvidenceWarning.UNMARKED_OMISSION not in found.warnings

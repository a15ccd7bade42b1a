import re

import opencc
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.text import normal_form, normalise
from core.text.language.scripts import simplified_characters
from tests.core.linear.growth import MOST_GROWTH, growth
from tests.core.text.samples import EN, ZH, awkward_texts

PIECES = (
    *"-–−\u2010\u00ad\n¬²①½⒈\u00a0\u2009 .,'´*_~～12月中年a$\u0301\u200b·○著",
    *("to", "day", "night", "000", "the", "**", "[1]"),
)
pieced_texts = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@pytest.mark.parametrize(
    ("typed", "compared"),
    [
        ("“Don’t go!”—he said...", "dont go he said"),
        ("Don't  GO\nhe\tsaid", "dont go he said"),
        ("**bold** _text_ `code`", "bold text code"),
        ("un*frigging*believable", "unfriggingbelievable"),
        ("in\u200bvisible soft\u00adhyphen", "invisible softhyphen"),
        ("cafe\u0301 ﬁne", "café fine"),
        ("e\u200b\u0301", "é"),
        ("a well-known, well known", "a well known well known"),
        ("他說：“你　好。”", "他说你好"),
        ("他 说 ：\n你好", "他说你好"),
        ("第 3 章 用 iPhone 打", "第3章用iphone打"),
        ("１．８万人", "1.8万人"),
        ("3.14. 5 .5", "3.14 5 5"),
        ("1,000,000 and 1,5", "1000000 and 1 5"),
        ("10:30", "10 30"),
        ("50% of $20", "50% of $20"),
        ("二○○八年", "二〇〇八年"),
        ("word.[12] Next", "word next"),
        ("½", "1 2"),
        ("it was -5 or −5 degrees", "it was −5 or −5 degrees"),
        ("a loss of -$5 (–3%)", "a loss of −$5 −3%"),
        ("气温是-5度", "气温是−5度"),
        (
            "pages 3-5, B-52, 1990–1995, he waited--5 hours",
            "pages 3 5 b 52 1990 1995 he waited 5 hours",
        ),
        ("3月-5月，第8年-9年", "3月5月第8年9年"),
        ("-5-", "5"),
        ("it was \u20115 or \u20105 degrees", "it was −5 or −5 degrees"),
        ("3～8天，3~5天，3*5", "3 8天3 5天3 5"),
        ("**3**\u200b5 in ~~1908~~[3]12", "3 5 in 1908 12"),
        ("3½ or 3 1/2, 4² not 42", "3 1 2 or 3 1 2 4 2 not 42"),
        ("1908①年，第①章，①②，⒈5", "1908 1年第1章1 2 1 5"),
        ("120m², 120㎡, H₂O", "120m2 120m2 h2o"),
        ("1\u00a0000\u202f000, 12\u2009345, 1 000", "1000000 12345 1 000"),
        ("贾·宝玉 and John·Smith", "贾宝玉and john smith"),
        ("don´t Hawaiʻi", "dont hawaii"),
        ("consider\u00ad\n able, consider¬\r\nable", "considerable considerable"),
        ("consider-\nable, well-\nknown", "consider able well known"),
        ("To-day, TO\u2011NIGHT, ‘to–morrow’s’--to-day", "today tonight tomorrows today"),
        ("day-to-day, day–to–day, to-days, Kyoto-day", "day to day day to day to days kyoto day"),
        ("... ！？", ""),
        ("", ""),
    ],
)
def test_how_a_text_was_typed_is_folded(typed: str, compared: str) -> None:
    assert normalise(typed).text == compared


def test_a_decimal_point_is_content() -> None:
    assert normalise("1.8万").text != normalise("18万").text


@pytest.mark.parametrize("region", ["s2t", "s2tw", "s2hk"])
def test_traditional_and_simplified_texts_compare_equal(region: str) -> None:
    text = ZH + "他看着窗外，了解了借口，卫兵叙述了一遍，答复余下的事。"
    converted = opencc.OpenCC(region).convert(text)
    assert converted != text
    assert normalise(converted).text == normalise(text).text


def test_a_simplified_character_stays_as_it_is() -> None:
    simplified = simplified_characters()
    assert not simplified.keys() & set(simplified.values())


@given(awkward_texts | pieced_texts)
@example("½x")
@example("a\u2044\u0301b")
@example("ﾡ\u200bￂ")
@example("to-to-day-to-day")
@example("1\u00a0000 000\u2009000")
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text).text
    assert normalise(once).text == once


@given(awkward_texts | pieced_texts)
def test_the_normal_form_alone_is_the_same(text: str) -> None:
    assert normal_form(text) == normalise(text).text


@given(awkward_texts | pieced_texts)
@example("½ ㏂x [1]y")
def test_every_normalised_character_maps_back_to_its_own_characters(text: str) -> None:
    normal = normalise(text)
    assert len(normal.starts) == len(normal.ends) == len(normal.text)
    ranges = list(zip(normal.starts.tolist(), normal.ends.tolist(), strict=True))
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    assert ranges == sorted(ranges)
    for character, (start, end) in zip(normal.text, ranges, strict=True):
        # A space stands for the marks between two words, a point and a sign for part of a number:
        # on their own they are nothing.
        around = ("x{}x", "1{}1", " {}1")
        assert any(character in normalise(each.format(text[start:end])).text for each in around)


@given(st.sampled_from([EN, ZH]), st.data())
def test_a_range_maps_back_to_the_passage_it_came_from(text: str, data: st.DataObject) -> None:
    normal = normalise(text)
    start = data.draw(st.integers(0, len(normal.text) - 1))
    end = data.draw(st.integers(start + 1, len(normal.text)))
    # Half a number may be typed in a way that only the whole of it explains (1,0 of 1,000).
    cuts_number = any(re.fullmatch("[0-9]{2}", normal.text[at - 1 : at + 1]) for at in (start, end))
    if cuts_number or not normal.text[start:end].strip(" ."):
        return
    passage = normal.original(start, end).of(text)
    # A point or a space at an edge has no number or word around it any more.
    assert normalise(passage).text == normal.text[start:end].strip(" .")


@pytest.mark.parametrize(
    ("text", "part", "passage"),
    [
        ("Come to-day!", "today", "to-day"),
        ("1\u00a0000\u202f000 men", "1000000", "1\u00a0000\u202f000"),
        ("a considera\u00ad\n  ble sum", "considerable", "considera\u00ad\n  ble"),
        ("cafe*\u0301* noir", "café", "cafe*\u0301"),
        ("word.[12] Next", "word next", "word.[12] Next"),
        ("he waited 3½ hours", "3 1 2", "3½"),
        ("ﬁne", "f", "ﬁ"),
    ],
)
def test_what_was_joined_maps_back_to_all_of_it(text: str, part: str, passage: str) -> None:
    normal = normalise(text)
    start = normal.text.index(part)
    assert normal.original(start, start + len(part)).of(text) == passage


def test_an_empty_range_has_no_passage() -> None:
    with pytest.raises(ValueError, match="holds no character"):
        normalise("abc").original(1, 1)


@given(awkward_texts, st.sampled_from(["-5", "−5 度", "3-5", "5月-8月", "$-1.8"]), awkward_texts)
def test_a_sign_stays_a_sign(before: str, number: str, after: str) -> None:
    once = normalise(before + number + after).text
    assert normalise(once).text == once


@pytest.mark.parametrize(("letter", "marks"), [("", "\u0f71\u0f80"), ("e", "\u0301\u0323")])
def test_work_grows_as_the_marks_on_one_letter_do(letter: str, marks: str) -> None:
    assert normalise(letter + marks * 50_000).text in {"", "ẹ\u0301"[:2], "ẹ́", "ẹ"}
    assert growth(lambda n: normalise(letter + marks * n), 12_500) < MOST_GROWTH


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("I can&#39;t, &quot;he&quot; said&mdash;twice", "i cant he said twice"),
        ("I can&rsquo;t &amp; won&#x27;t", "i cant and wont"),
        ('I can\\\'t, \\"he\\" said', "i cant he said"),
        ("He left.\\nShe stayed.", "he left she stayed"),
        ("“走吧。”\\n\\n他说", "走吧他说"),
        ("5&ndash;7 of them, &minus;5 degrees", "5 7 of them −5 degrees"),
        ("caf&eacute; &pound;5; AT&T; C:\\new", "caf eacute pound 5 at and t c new"),
        ("a&#769;b", "a 769 b"),
    ],
)
def test_marks_written_for_a_machine_are_marks(typed: str, read: str) -> None:
    normal = normalise(typed)
    assert normal.text == read
    assert normalise(read).text == read
    at = read.index(read.rsplit(maxsplit=1)[-1])
    assert normal.original(at, at + 1).of(typed).casefold().startswith(read[at])


@given(awkward_texts, st.sampled_from(["&quot;", "&#39;", "\\'", '\\"', "\\n", "&amp;", "&"]))
def test_they_are_read_once(text: str, mark: str) -> None:
    once = normalise(mark.join(text[at : at + 3] for at in range(0, len(text), 3))).text
    assert normalise(once).text == once

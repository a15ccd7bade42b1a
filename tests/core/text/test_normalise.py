import time

import opencc
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.text import normalise
from tests.core.text.samples import EN, ZH, awkward_texts


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
        ("... ！？", ""),
        ("", ""),
    ],
)
def test_how_a_text_was_typed_is_folded(typed: str, compared: str) -> None:
    assert normalise(typed).text == compared


def test_a_decimal_point_is_content() -> None:
    assert normalise("1.8万").text != normalise("18万").text


def test_traditional_and_simplified_texts_compare_equal() -> None:
    converted = opencc.OpenCC("s2t").convert(ZH)
    assert converted != ZH
    assert normalise(converted).text == normalise(ZH).text


@given(awkward_texts)
@example("½x")
@example("a\u2044\u0301b")
@example("ﾡ\u200bￂ")
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text).text
    assert normalise(once).text == once


@given(awkward_texts)
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
    if not normal.text[start:end].strip(" ."):
        return
    passage = normal.original(start, end).of(text)
    # A point or a space at an edge has no number or word around it any more.
    assert normalise(passage).text == normal.text[start:end].strip(" .")


def test_an_empty_range_has_no_passage() -> None:
    with pytest.raises(ValueError, match="holds no character"):
        normalise("abc").original(1, 1)


@given(awkward_texts, st.sampled_from(["-5", "−5 度", "3-5", "5月-8月", "$-1.8"]), awkward_texts)
def test_a_sign_stays_a_sign(before: str, number: str, after: str) -> None:
    once = normalise(before + number + after).text
    assert normalise(once).text == once


@pytest.mark.parametrize("text", ["\u0f71\u0f80" * 50_000, "e" + "\u0301\u0323" * 50_000])
def test_endless_marks_on_one_letter_take_bounded_time(text: str) -> None:
    started = time.perf_counter()
    assert normalise(text).text in {"", "ẹ\u0301"[:2], "ẹ́", "ẹ"}
    assert time.perf_counter() - started < 3

"""Length, emoji and punctuation (source 001, sections 3.1-3.3; readings 10-12)."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from core.verification.copy_text.text_measures import (
    cut_at,
    emoji,
    length,
    punctuation_share,
    units_of,
)
from core.verification.policy_parts import LengthRule

RULE = LengthRule()


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("限时特价，不容错过！", 10),
        ("new autumn coats", 15),
        ("it's here", 10),
        ("Sony 相机", 7),
        ("Sony相机", 7),
        ("iPhone15 新品", 5 + 2 + 2),
        ("", 0),
        ("   ", 0),
        ("！", 5),
        ("好！", 2),
        ("一家👨‍👩‍👧‍👦", 3),
        ("中国🇨🇳", 3),
        ("ｓｏｎｙ 相机", 7),
        ("été 好", 6),
        ("e\u0301te\u0301 好", 6),
        ("さようなら", 5),
        ("\u200f你好", 2),
        ("你好\r\n", 2),
        ("สวัสดี", 4),
    ],
)
def test_a_character_is_1_and_a_word_5(text: str, size: int) -> None:
    assert length(text, RULE) == size


@pytest.mark.parametrize(("count", "size"), [(18, 90), (19, 95)])
def test_english_is_measured_in_words(count: int, size: int) -> None:
    assert length("word " * count, RULE) == size


def test_a_word_that_is_no_word_may_count_its_characters() -> None:
    rule = LengthRule(longest_word=20)
    assert length("a" * 100_000, rule) == 100_000
    assert length("a" * 20, rule) == 5
    assert length("中" + "a" * 21, rule) == 22
    assert length("a" * 100_000, RULE) == 5


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("👨‍👩‍👧‍👦", 1),
        ("👍🏽👍🏿", 2),
        ("🇨🇳🇯🇵", 2),
        ("1️⃣#️⃣", 2),
        ("❤️‍🔥", 1),
        ("🏴‍☠️", 1),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 1),
        ("👩🏽‍🚀", 1),
        ("123 #* ©®™", 0),
        ("★☆♪", 0),
        ("☀️", 1),
        ("哈😀哈😀", 2),
    ],
)
def test_what_looks_like_one_emoji_is_one(text: str, count: int) -> None:
    assert len(emoji(text)) == count


EMOJI = ["👨‍👩‍👧‍👦", "👍🏽", "🇨🇳", "1️⃣", "❤️‍🔥", "😀", "🏴‍☠️"]


@given(st.lists(st.sampled_from([*EMOJI, "好", "a", " ", "！"]), max_size=20))
def test_emoji_are_whole_graphemes(parts: list[str]) -> None:
    text = "".join(parts)
    spans = emoji(text)
    assert [text[start:end] for start, end in spans] == [p for p in parts if p in EMOJI]
    boundaries = {0} | {match.end() for match in regex.finditer(r"\X", text)}
    assert all(start in boundaries and end in boundaries for start, end in spans)


@pytest.mark.parametrize(
    ("text", "marks", "seen"),
    [
        ("快来！！！抢购！！！", 6, 10),
        ("一二三四。一二三四。", 2, 10),
        ("Hello, world!", 2, 12),
        ("e\u0301！", 1, 2),
        ("", 0, 0),
        ("\u200f！好", 1, 2),
    ],
)
def test_punctuation_is_a_share_of_what_is_seen(text: str, marks: int, seen: int) -> None:
    assert punctuation_share(text) == (marks, seen)


TEXTS = st.text(
    st.sampled_from("中文，。！ab'é\u0301 \n\r1\u200d\u200f👨👩🏽🇨🇳️☀ｓ\u3000あ")
    | st.characters(exclude_categories=["Cs"]),
    max_size=60,
)


@given(TEXTS)
def test_the_length_is_the_sum_of_its_units(text: str) -> None:
    assert length(text, RULE) == sum(size for _, size in units_of(text, RULE))


@given(TEXTS, st.integers(0, 80))
def test_a_cut_fits_and_never_parts_a_grapheme(text: str, limit: int) -> None:
    at = cut_at(text, limit, RULE)
    sizes = [size for (_, end), size in units_of(text, RULE) if end <= at]
    assert sum(sizes) <= limit
    boundaries = {0, len(text)} | {match.end() for match in regex.finditer(r"\X", text)}
    assert at in boundaries or text[at - 1 : at + 1].isalpha()


@pytest.mark.parametrize(
    "unit", ["中", "a", "a\u0301", "👨‍👩‍👧", "\u200d", "🇨", "中 ", "\u0301", "\u200f", "a b "]
)
def test_a_hundred_thousand_characters_are_measured(unit: str) -> None:
    text = (unit * (100_000 // len(unit))) + "中"
    assert length(text, RULE) == sum(size for _, size in units_of(text, RULE))
    assert punctuation_share(text)[0] == 0

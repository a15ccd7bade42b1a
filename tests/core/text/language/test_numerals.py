import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.language.numerals import (
    ENGLISH_NUMERALS,
    english_number,
    english_value,
    numeral_value,
    roman_value,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("二十三", "23"),
        ("一三六八", "1368"),
        ("1.8万", "18000"),
        ("一百零五", "105"),
        ("三千", "3000"),
        ("两万五千", "25000"),
        ("十", "10"),
        ("廿三", "23"),
        ("卅", "30"),
        ("壹佰", "100"),
        ("3.50", "3.5"),
        ("一亿二千万", "120000000"),
        ("一万亿", "1000000000000"),
        ("50%", "50.0%"),
        ("一万八", "18000"),
        ("1万8千", "18000"),
        ("1万8千", "1.8万"),
        ("一百八", "180"),
        ("二百五十", "250"),
        ("二百两", "200两"),
        ("两", "二"),
        ("−5", "−5.0"),
        ("九八", "98"),
        ("一" * 40, "一" * 40),
    ],
)
def test_equal_numbers_have_one_value(one: str, other: str) -> None:
    assert numeral_value(one) == numeral_value(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("50%", "50"),
        ("1.8", "18"),
        ("二十三", "二十五"),
        ("半", "1"),
        ("万", "千"),
        ("十七八", "十五八"),
        ("十七八", "18"),
        ("三四百", "二四百"),
        ("三四百两", "二四百两"),
        ("三四", "34"),
        ("一七一十", "一五一十"),
        ("一百零八", "一百八"),
        ("−5", "5"),
        ("1" * 40, "1" * 39 + "2"),
    ],
)
def test_different_numbers_differ(one: str, other: str) -> None:
    assert numeral_value(one) != numeral_value(other)


def chinese(number: int) -> str:
    """As it is written below ten thousand: 1005 is 一千零五."""
    digits, units = "零一二三四五六七八九", ("千", "百", "十", "")
    written = "".join(
        digits[int(digit)] + unit if digit != "0" else "零"
        for digit, unit in zip(f"{number:04}", units, strict=True)
    ).strip("零")
    while "零零" in written:
        written = written.replace("零零", "零")
    return written


@given(st.integers(1, 9999))
def test_a_chinese_numeral_has_the_value_of_its_digits(number: int) -> None:
    assert numeral_value(chinese(number)) == str(number)


ONES = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
)
TENS = re.findall(r"\w+", "ten twenty thirty forty fifty sixty seventy eighty ninety")


def english(number: int) -> list[str]:
    """As it is said: 1105 is one thousand one hundred and five."""
    if number < 20:
        return [ONES[number]]
    if number < 100:
        return [TENS[number // 10 - 1], *(english(number % 10) if number % 10 else [])]
    for value, word in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= value:
            rest = number % value
            joint = ["and"] if 0 < rest < 100 else []
            return [*english(number // value), word, *joint, *(english(rest) if rest else [])]
    raise AssertionError


@given(st.integers(0, 10**9 - 1))
def test_number_words_have_the_value_of_their_digits(number: int) -> None:
    words = english(number)
    assert english_value(words) == str(number)
    assert english_value([word for word in words if word != "and"]) == str(number)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("a hundred", "100"),
        ("hundred", "100"),
        ("a dozen", "12"),
        ("two dozen", "24"),
        ("half a dozen", "6"),
        ("half a million", "500000"),
        ("three score and ten", "70"),
        ("five and twenty", "25"),
        ("nineteen eighty four", "1984"),
        ("nineteen hundred", "1900"),
        ("first", "1."),
        ("twenty third", "23."),
        ("hundred and fifth", "105."),
        ("two hundredth", "200."),
        ("half", "1/2"),
        ("one third", "1/3"),
        ("three quarters", "3/4"),
        ("one two three", "1 2 3"),
        ("once", "once"),
        ("hundreds", "hundreds"),
    ],
)
def test_number_words_are_read_as_they_are_meant(words: str, value: str) -> None:
    assert english_value(words.split()) == value


def test_a_half_and_quarters_after_a_number_are_of_it() -> None:
    for words, value in (("two and a half", "2.5"), ("one and three quarters", "1.75")):
        assert english_number(words.split(), 0) == (len(words.split()), value)
    assert english_number(["two", "and", "a", "man"], 0) == (1, "2")


def test_roman_numerals_have_the_value_of_their_letters() -> None:
    written = {"i": 1, "iv": 4, "ix": 9, "xiv": 14, "xl": 40, "mcmlxxxiv": 1984}
    assert {numeral: roman_value(numeral) for numeral in written} == written


def test_one_number_ends_where_another_word_begins() -> None:
    words = ["two", "hundred", "and", "five", "and", "a", "few", "men"]
    assert english_number(words, 0) == (4, "205")
    assert english_number(words, 4) == (4, "and")
    assert english_number(["a", "man"], 0) == (0, "a")


@given(st.lists(st.sampled_from([*sorted(ENGLISH_NUMERALS), "and", "a", "of"]), max_size=8))
def test_any_run_of_number_words_has_a_value(words: list[str]) -> None:
    at = 0
    while at < len(words):
        end, value = english_number(words, at)
        assert at <= end <= len(words)
        assert value
        at = max(end, at + 1)

import pytest

from core.text import normalise
from core.text.quantities import numbers_of, other_roman_numeral, quantities
from core.text.words import TOKEN


def values(text: str) -> list[str]:
    return [found.value for found in quantities(TOKEN.findall(normalise(text).text))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("百分之五十", "50%"),
        ("百分之三点五", "3.5%"),
        ("千分之三", "3‰"),
        ("公元一三六八年", "1368年"),
        ("西元一九四九年", "1949年"),
        ("第三回", "第3回"),
        ("the third", "the 3rd"),
        ("the twenty-first", "the 21st"),
        ("fifty percent", "50 per cent"),
        ("2.5 million", "2,500,000"),
        ("two dozen eggs", "24 eggs"),
        ("三点一四", "3.14"),
    ],
)
def test_numbers_are_read_with_what_belongs_to_them(one: str, other: str) -> None:
    assert len(values(one)) == 1
    assert values(one) == values(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("三分之一", "一分之三"),
        ("第三回", "三回"),
        ("the third", "the three"),
        ("50%", "50"),
        ("二百两银子", "二百零二银子"),
        ("两点三刻", "二点三"),
        ("the second hundred", "two hundred"),
    ],
)
def test_what_belongs_to_a_number_changes_it(one: str, other: str) -> None:
    assert values(one) != values(other)


def test_the_form_of_a_text_is_what_is_left_without_its_numbers() -> None:
    found, form = numbers_of(["the", "two", "hundred", "and", "five", "men", "of", "1368"])
    assert (found, form) == (["205", "1368"], ["the", "", "men", "of", ""])
    assert numbers_of([]) == ([], [])


def test_roman_numerals_are_told_from_words() -> None:
    assert other_roman_numeral(["xiv"], ["xvi"])
    assert not other_roman_numeral(["i"], ["v"])
    assert not other_roman_numeral(["ill"], ["mild"])
    assert not other_roman_numeral(["xiv"], ["the", "xv"])

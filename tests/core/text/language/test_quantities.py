import pytest

from core.text import normalise
from core.text.language.quantities import numbers_of, other_roman_numeral, quantities
from core.text.language.words import TOKEN


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
        ("一点八万人", "1.8万人"),
        ("公元前二二一年", "公元前221年"),
        ("44 B.C.", "44 BC"),
        ("A.D. 44", "44 AD"),
        ("minus five", "-5"),
        ("零下五度", "-5度"),
        ("3 p.m.", "3 pm"),
        ("凌晨三点", "上午3点"),
        ("数十年", "几十年"),
        ("十余天", "十多天"),
        ("two and a half miles", "2.5 miles"),
        ("one and a half million", "1,500,000"),
        ("Chapter IV", "Chapter 4"),
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
        ("一点一点地", "1.1点地"),
        ("十几年", "几十年"),
        ("十几年", "十年"),
        ("几十年", "十年"),
        ("十来天", "十天"),
        ("十来天", "十多天"),
        ("三十多万人", "三十万人"),
        ("公元前221年", "公元221年"),
        ("44 BC", "44 AD"),
        ("3 pm", "3 am"),
        ("上午三点", "下午三点"),
        ("上午3:30", "下午3:30"),
        ("零下五度", "五度"),
        ("minus five", "five"),
        ("Chapter I", "Chapter V"),
        ("the second hundred", "two hundred"),
    ],
)
def test_what_belongs_to_a_number_changes_it(one: str, other: str) -> None:
    assert values(one) != values(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("下午三人来了", "三人来了"),
        ("十人来了", "十人去了"),
        ("八月初十来到", "八月初十去到"),
        ("八十几乎都来", "八十大都来"),
        ("一百多少", "一百少"),
        ("which one am I", "which one is he"),
        ("他几时来", "他来"),
        ("几个人", "人"),
    ],
)
def test_ordinary_words_beside_a_number_leave_it_as_it_is(one: str, other: str) -> None:
    assert values(one) == values(other)


def test_the_form_of_a_text_is_what_is_left_without_its_numbers() -> None:
    found, form = numbers_of(["the", "two", "hundred", "and", "five", "men", "of", "1368"])
    assert (found, form) == (["205", "1368"], ["the", "", "men", "of", ""])
    assert numbers_of([]) == ([], [])


def test_roman_numerals_are_told_from_words() -> None:
    assert other_roman_numeral(["xiv"], ["xvi"])
    assert not other_roman_numeral(["i"], ["v"])
    assert not other_roman_numeral(["ill"], ["mild"])
    assert not other_roman_numeral(["xiv"], ["the", "xv"])

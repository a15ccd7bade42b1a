"""Filtered answers stay readable, in the language of their sentences (readings 25-27)."""

import pytest

from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.assertions.grounding import facts_of, statements_in
from core.evidence_gate.assertions.reigns import REIGNS
from core.evidence_gate.assertions.statements import fold
from tests.core.evidence_gate.shelf import evidence
from tests.core.linear.growth import MOST_GROWTH, growth

FILTER = AssertionFilter()


def filtered(text: str, *cited: str) -> str:
    return FILTER.apply(text, evidence(*cited)).text


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("祠堂建于光绪乙未年。", "祠堂建于清朝某个时期。"),
        ("明洪武庚戌年迁来。", "明朝某个时期迁来。"),
        ("康熙甲子迁来。", "清朝某个时期迁来。"),
        ("他是光绪乙未科进士。", "他是清朝某个时期进士。"),
        ("光绪二十一年乙未", "清朝某个时期"),
        ("光绪二十一年（乙未）", "清朝某个时期"),
        ("光绪乙未年三月初五", "清朝某个时期"),
        ("in the yiwei year of Guangxu", "at some time in the Qing dynasty"),
        ("It was built in Guangxu yi-wei.", "It was built at some time in the Qing dynasty."),
        ("in the gengxu year of the Hongwu reign", "at some time in the Ming dynasty"),
    ],
)
def test_a_reign_with_a_cyclic_year_is_one_statement(written: str, left: str) -> None:
    answer = FILTER.apply(written)
    assert answer.text == left
    assert len(answer.assertions) == 1


@pytest.mark.parametrize(
    ("written", "cited"),
    [
        ("洪武庚戌", "洪武三年"),
        ("洪武庚戌年", "1370年"),
        ("1370年", "洪武庚戌"),
        ("洪武年间", "洪武庚戌年"),
        ("庚戌年", "洪武庚戌年"),
        ("the gengxu year of Hongwu", "洪武三年"),
        ("洪武庚戌年", "in the gengxu year of the Hongwu reign"),
        ("康熙壬寅年", "1722年"),
        ("康熙壬寅年", "1662年"),
        ("同治光绪年间", "同治、光绪年间"),
        ("康雍年间", "自康熙至雍正年间"),
        ("in the late Ming", "明末"),
        ("明代晚期", "明朝末年"),
        ("清初", "in the early Qing dynasty"),
        ("from 1690 to 1755", "生于1690年，卒于1755年"),
        ("1368-03-05", "1368年3月5日"),
        ("1368年3月", "1368-03-05"),
        ("3/5/1368", "in March 1368"),
        ("公元后200年", "公元200年"),
        ("B.C. 221", "公元前221年"),
    ],
)
def test_equal_values_in_different_forms_are_support(written: str, cited: str) -> None:
    assert filtered(written, cited) == written


@pytest.mark.parametrize(
    ("written", "cited"),
    [
        ("光绪乙未年", "乾隆乙未年"),
        ("光绪乙未年", "乙未年"),
        ("Guangxu yiwei", "Qianlong yiwei"),
        ("1722年", "康熙壬寅年"),
        ("同治光绪年间", "光绪年间"),
        ("康雍年间", "康熙年间"),
        ("清洪武庚戌年", "洪武庚戌年"),
        ("in the late Ming", "明初"),
        ("from 1690 to 1755", "1690年"),
        ("1368-03-05", "1368年4月5日"),
        ("1368年5月", "3/5/1368"),
    ],
)
def test_different_values_are_no_support(written: str, cited: str) -> None:
    assert filtered(written, cited) != written


@pytest.mark.parametrize("written", ["洪武乙未年", "泰昌甲子", "康熙甲丑年", "Hongwu yiwei"])
def test_an_impossible_cyclic_year_has_no_support(written: str) -> None:
    for cited in (written, "洪武三年", "1355年", "乙未年", "1415年"):
        assert written not in filtered(f"{written}。", cited)


def test_cyclic_years_of_all_reigns_have_their_year_ad() -> None:
    """Checked against known years: 1894 was 甲午, 1911 辛亥, 1644 甲申."""
    assert "year:1894" in facts_of("光绪甲午年")
    assert "year:1911" in facts_of("宣统辛亥年")
    assert "year:1644" in facts_of("崇祯甲申年")
    stems, branches = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
    cycle_names = [stems[index % 10] + branches[index % 12] for index in range(60)]
    for reign in REIGNS:
        for year in range(reign.first, reign.last + 1):
            (statement,) = statements_in(fold(f"{reign.name}{cycle_names[(year - 4) % 60]}年").text)
            assert f"year:{year}" in statement.needs[0]


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("The mill (1712) burnt down.", "The mill (long ago) burnt down."),
        ("Thomas (1690–1755) built it.", "Thomas (long ago) built it."),
        (
            "托马斯（Thomas Pell, 1690—1755）建此桥。",
            "托马斯（Thomas Pell, 多年前—多年前）建此桥。",
        ),
        ("祠堂建于1368-03-05。", "祠堂建于多年前。"),
        ("祠堂建于AD 1368。", "祠堂建于很久以前。"),
        ("生卒1368，1370。", "生卒多年前，多年前。"),
        ("祠堂建于多年。 The mill (1712) burnt.", "祠堂建于多年。 The mill (long ago) burnt."),
    ],
)
def test_digits_alone_are_replaced_in_the_language_of_their_sentence(
    written: str, left: str
) -> None:
    assert filtered(written) == left


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("1368年至1398年", "多年前至多年前"),
        ("1368年、1370年", "多年前、多年前"),
        ("1368年前后建", "多年前建"),
        ("1368年秋天建", "多年前建"),
        ("1368年冬十月", "多年前"),
        ("同治光绪年间", "清朝某个时期"),
        ("清朝康熙乾隆年间", "清朝某个时期"),
        ("崇祯顺治年间", "很久以前"),
        ("康雍年间", "很久以前"),
        ("康雍乾", "很久以前"),
        ("公元后200年", "很久以前"),
        ("建于晚清", "建于很久以前"),
        ("It stood from 1368–1398.", "It stood long ago."),
        ("It stood from 1712 to 1715.", "It stood long ago."),
        ("It stood between 1712 and 1715.", "It stood long ago."),
        ("the winter of 1712–13", "the winter of long ago"),
        ("since 1712", "since long ago"),
        ("It burnt on 3/5/1368.", "It burnt long ago."),
        ("It burnt on 1368-03-05.", "It burnt long ago."),
        ("In 1712, the mill burnt.", "Long ago, the mill burnt."),
        ("1712 was a hard year.", "A time long ago was a hard year."),
        ("They saw the 1712 mill.", "They saw the very old mill."),
        ("An 1812 mill burnt.", "A very old mill burnt."),
        ("in an 18th-century hall", "in a very old hall"),
        ("A late Ming hall stood here.", "A very old hall stood here."),
        ("a Qianlong-era bridge", "a Qing dynasty bridge"),
        ("from the Kangxi reign on", "from some time in the Qing dynasty on"),
        ("The Kangxi reign was long.", "Some time in the Qing dynasty was long."),
        ("B.C. 221", "long ago"),
        ("600–800 AD", "long ago"),
        ("They came in 600.", "They came long ago."),
        ("since 800", "since long ago"),
        ("the year 600", "long ago"),
        ("in the late Ming", "long ago"),
        ("early Qing dynasty", "long ago"),
        ("the early Song dynasty", "long ago"),
        ("during the late Ming and early Qing", "long ago"),
        ("The population was 340.", "The population was large."),
    ],
)
def test_replacements_are_readable(written: str, left: str) -> None:
    assert filtered(written) == left


@pytest.mark.parametrize(
    "written",
    [
        "乾隆写过这首诗。",
        "康熙皇帝来过。",
        "忠于康熙皇帝",
        "乾嘉学派",
        "载于永乐大典中",
        "Qianlong wrote it.",
        "Emperor Hongwu sent them.",
        "The Hongwu Emperor sent them.",
        "in 600 pages",
        "An early song was sung.",
        "产粮1368斤",
    ],
)
def test_bare_reign_names_and_counted_things_stay_in_both_languages(written: str) -> None:
    assert FILTER.apply(written).assertions == ()


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("建于康熙，重修于乾隆。", "建于清朝某个时期，重修于清朝某个时期。"),
        ("自乾隆以来", "自清朝某个时期以来"),
        ("in Kangxi's third year", "at some time in the Qing dynasty"),
        ("明洪武", "明朝某个时期"),
        ("It was built under Qianlong.", "It was built at some time in the Qing dynasty."),
        ("Ming Hongwu", "at some time in the Ming dynasty"),
    ],
)
def test_a_reigns_name_that_dates_something_is_a_statement(written: str, left: str) -> None:
    assert filtered(written) == left


@pytest.mark.parametrize(
    "repeated",
    [
        *("公元{} ", "距今{} ", "洪武{} ", "in 1368{} "),
        *(
            "{}1,111,",
            "{}1",
            "{}1368-",
            "{}1368年",
            "{}洪武、",
            "{}康雍乾嘉",
            "{}明末",
            "{}in 1368 ",
        ),
    ],
)
def test_filtering_takes_time_in_proportion_to_the_length(repeated: str) -> None:
    before, again = repeated.split("{}")

    def answer(length: int) -> str:
        return before + again * (length // len(again))

    assert growth(lambda n: FILTER.apply(answer(n)), 2_500) < MOST_GROWTH


@pytest.mark.parametrize("died", ["王明死于一九七八年", "李唐生于1978年。", "陈明出生在一九七八年"])
def test_a_name_before_a_year_is_no_dynasty(died: str) -> None:
    assert "year:1978" in facts_of(died)


def test_a_year_of_an_older_reign_is_one_period() -> None:
    assert facts_of("唐贞观三年") == {"period:唐贞观三年"}

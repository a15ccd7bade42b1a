"""The assertion filter: source 002, "禁止的史实断言", and readings 24-27."""

import asyncio
import json

import pytest

from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.assertions.names import KnownNames, ModelNameFinder, NameKind
from core.evidence_gate.assertions.reigns import MING, QING, REIGNS, Reign
from core.evidence_gate.assertions.statements import AssertionKind
from core.evidence_gate.gate_policy import V1, V1_1
from core.llm import LLMError
from tests.core.evidence_gate.shelf import connection, evidence, no_wait
from tests.openai_server import Fault, OpenAIServer, in_order

FILTER = AssertionFilter()


def filtered(text: str, *cited: str) -> str:
    return FILTER.apply(text, evidence(*cited)).text


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("公元1368年", "很久以前"),
        ("1368年", "多年前"),
        ("600年", "多年前"),
        ("距今600年", "很多年前"),
        ("第23代", "某一代"),
        ("康熙年间", "清朝某个时期"),
        ("乾隆年间", "清朝某个时期"),
        ("洪武年间", "明朝某个时期"),
        ("永乐年间", "明朝某个时期"),
    ],
)
def test_every_row_of_source_002(written: str, left: str) -> None:
    assert filtered(written) == left
    assert filtered(f"严氏于{written}迁来。") == f"严氏于{left}迁来。"


@pytest.mark.parametrize("reign", [each for each in REIGNS if each.dynasty in (MING, QING)])
def test_all_reigns_of_ming_and_qing(reign: Reign) -> None:
    """Reading 25: "…" means all of them."""
    period = f"{reign.dynasty}某个时期"
    for written in (f"{reign.name}年间", f"{reign.name}三年", f"{reign.dynasty}{reign.name}元年"):
        assert filtered(written) == period
    dynasty = {MING: "Ming", QING: "Qing"}[reign.dynasty]
    assert filtered(f"during the {reign.pinyin.title()} reign") == (
        f"at some time in the {dynasty} dynasty"
    )


def test_a_dynasty_before_a_reign_is_not_doubled() -> None:
    """Reading 25."""
    assert filtered("明朝洪武年间") == "明朝某个时期"
    assert filtered("大清乾隆三年") == "清朝某个时期"
    assert filtered("in the Hongwu era of the Ming dynasty") == "at some time in the Ming dynasty"


def test_specific_patterns_come_first() -> None:
    """Reading 24: "距今600年" never becomes "距今多年前"."""
    assert filtered("距今600年") == "很多年前"
    assert filtered("公元1368年") == "很久以前"


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("一三六八年", "多年前"),
        ("第二十三代", "某一代"),
        ("洪武三年", "明朝某个时期"),
        ("六百年前", "很多年前"),
        ("公元 1368 年", "很久以前"),
        ("公元前221年", "很久以前"),
        ("一千三百六十八年", "多年前"),
        ("１３６８年", "多年前"),
        ("13\u200b68年", "多年前"),
        ("公元**1368**年", "很久以前"),
        ("乾隆年間", "清朝某个时期"),
        ("萬曆十年", "明朝某个时期"),
        ("1368年3月5日", "多年前"),
        ("洪武三年正月", "明朝某个时期"),
        ("距今约六百余年", "很多年前"),
        ("康熙、乾隆年间", "清朝某个时期、清朝某个时期"),
        ("光绪、宣统之际", "清朝某个时期、清朝某个时期"),
        ("康乾盛世", "很久以前"),
        ("明末清初", "很久以前"),
        ("南宋末年", "很久以前"),
        ("六个多世纪", "许多年"),
        ("600多年", "许多年"),
        ("十四世纪", "很久以前"),
        ("甲子年", "多年前"),
        ("北宋熙宁年间", "很久以前"),
        ("民国三十年", "民国某个时期"),
        ("1368至1398年", "多年前至多年前"),
        ("（1368—1398）", "（多年前—多年前）"),
        ("二十三世孙", "许多代孙"),
        ("三百户", "许多户"),
        ("1,200人", "许多人"),
        ("六百余载", "许多年"),
        ("六个世纪前", "很多年前"),
        ("明太祖洪武年间", "明朝某个时期"),
        ("嘉定三年", "很久以前"),
        ("1368或1370年", "多年前或多年前"),
        ("人口约1200", "人口众多"),
        ("户数三百户", "户数许多户"),
    ],
)
def test_forms_beyond_source_002(written: str, left: str) -> None:
    """Reading 26, and further forms with the same meaning."""
    assert filtered(written) == left


def test_every_year_of_a_list_is_found() -> None:
    assert "136" not in filtered("1367,1368年")
    assert "136" not in filtered("in 1367,1368 and 1369")


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("It was built in 1368.", "It was built long ago."),
        ("AD 1368", "long ago"),
        ("1368 CE", "long ago"),
        ("221 BC", "long ago"),
        ("600 years ago", "many years ago"),
        ("six hundred years ago", "many years ago"),
        ("over six centuries ago", "many years ago"),
        ("the 23rd generation", "a certain generation"),
        ("the twenty-third generation", "a certain generation"),
        ("23 generations", "many generations"),
        ("in the third year of Hongwu", "at some time in the Ming dynasty"),
        ("the Kangxi Emperor's reign", "at some time in the Qing dynasty"),
        ("in the reign of King Charles II", "long ago"),
        ("in the 14th century", "long ago"),
        ("the 1360s", "long ago"),
        ("on 5 March 1712", "long ago"),
        ("in thirteen sixty-eight", "long ago"),
        ("a 600-year-old village", "a very old village"),
        ("120 people lived here", "many people lived here"),
        ("anno 1402", "long ago"),
        ("Hongwu 3", "at some time in the Ming dynasty"),
        ("in the days of King John", "long ago"),
        ("over three centuries", "many years"),
        ("a population of 340", "a large population"),
    ],
)
def test_english_forms(written: str, left: str) -> None:
    assert filtered(written) == left


@pytest.mark.parametrize(
    "written",
    [
        "百年老店",
        "千年古村",
        "几百年前",
        "三代同堂",
        "五代十国",
        "三年前",
        "今年春天",
        "明朝某个时期",
        "康熙皇帝",
        "2 years ago",
        "$1368 or 1,368 pounds",
        "three people",
        "for generations",
        "I may march in May.",
        "Ask in Room 1368 or see page 1420.",
    ],
)
def test_texts_without_historical_facts_stay(written: str) -> None:
    assert FILTER.apply(written).assertions == ()


@pytest.mark.parametrize(
    ("written", "cited"),
    [
        ("洪武三年", "1370年"),
        ("洪武三年", "一三七〇年"),
        ("洪武三年", "In 1370 they came."),
        ("1370年", "洪武三年"),
        ("一三七〇年", "公元1370年"),
        ("公元一千三百七十年", "洪武三年"),
        ("in 1370", "明洪武三年迁居"),
        ("洪武年间", "明朝洪武三年"),
        ("洪武年间", "1370年"),
        ("during the Hongwu reign", "洪武年间"),
        ("第23代", "传至第二十三代"),
        ("第二十三代", "the 23rd generation"),
        ("twenty-third generation", "第23代"),
        ("六百年前", "距今600年"),
        ("距今600年", "six hundred years ago"),
        ("三百户", "共300户人家"),
        ("the 14th century", "十四世纪"),
        ("1755年3月", "1755年3月初五"),
        ("乾隆二十年", "乾隆二十年大水"),
    ],
)
def test_an_assertion_of_the_cited_text_stays_in_any_form(written: str, cited: str) -> None:
    """Reading 27."""
    answer = FILTER.apply(written, evidence("无关之事。", cited))
    assert answer.text == written
    assert [assertion.evidence for assertion in answer.assertions] == [(2,)]
    assert answer.removed == ()


@pytest.mark.parametrize(
    ("written", "cited"),
    [
        ("洪武四年", "洪武三年"),
        ("1371年", "洪武三年"),
        ("洪武三年", "洪武年间"),
        ("永乐年间", "洪武三年"),
        ("清朝洪武年间", "洪武年间"),
        ("洪武四十年", "洪武三年"),
        ("第24代", "第二十三代"),
        ("公元前1370年", "公元1370年"),
        ("1755年4月", "1755年3月"),
        ("in 1713", "in 1712"),
        ("600年", "1600年"),
    ],
)
def test_an_assertion_that_the_cited_text_does_not_make_is_replaced(
    written: str, cited: str
) -> None:
    """Reading 27."""
    assert FILTER.apply(written, evidence(cited)).text != written


def test_without_a_citation_all_assertions_are_replaced() -> None:
    """Reading 27."""
    text = "洪武三年，第23代于公元1368年，距今600年。"
    answer = FILTER.apply(text)
    assert answer.text == "明朝某个时期，某一代于很久以前，很多年前。"
    assert len(answer.removed) == len(answer.assertions) == 4
    kinds = [assertion.kind for assertion in answer.assertions]
    assert kinds == [
        AssertionKind.REIGN,
        AssertionKind.GENERATION,
        AssertionKind.COMMON_ERA,
        AssertionKind.YEARS_AGO,
    ]
    for assertion in answer.assertions:
        assert assertion.span.of(text) == assertion.text


def test_policy_1_1_exempts_only_recent_years() -> None:
    """Reading 26: 2024年的旅游节."""
    text = "2024年的旅游节，1368年的祠堂"
    assert FILTER.rules is V1
    assert FILTER.apply(text, this_year=2026).text == "多年前的旅游节，多年前的祠堂"
    next_version = AssertionFilter(V1_1)
    assert next_version.apply(text, this_year=2026).text == "2024年的旅游节，多年前的祠堂"
    assert next_version.apply(text, this_year=2034).text == "多年前的旅游节，多年前的祠堂"
    assert next_version.apply("in 2024", this_year=2026).text == "in 2024"
    assert next_version.apply("2024年3月", this_year=2026).text == "2024年3月"
    assert next_version.apply("from 2024 to 2025", this_year=2026).text == "from 2024 to 2025"
    assert next_version.apply("from 1368 to 2024", this_year=2026).text == "long ago"


NAMES = KnownNames(
    {"严德昌": NameKind.PERSON, "金华": NameKind.PLACE, "Thomas Arden": NameKind.PERSON}
)


def test_known_names_are_compared_with_the_cited_text() -> None:
    """002, P3."""
    name_filter = AssertionFilter(names=NAMES)
    text = "始祖嚴德昌自金华迁来。"
    assert name_filter.apply(text).text == "始祖某人自某地迁来。"
    assert name_filter.apply(text, evidence("严德昌自金华来")).text == text
    assert name_filter.apply("THOMAS  ARDEN built it.").text == "someone built it."
    assert name_filter.apply("Thomas Ardens").text == "Thomas Ardens"
    assert FILTER.apply(text).text == text


def test_names_are_collected_from_their_use_in_texts() -> None:
    text = "“You are late,” said Arden. The miller Arden laughed, and old Arden went home. " * 3
    names = KnownNames.of_texts([text]).find("It was Arden, not the miller.")
    assert [(name.text, name.kind) for name in names] == [("Arden", NameKind.PERSON)]


async def test_a_model_finds_names_and_only_those_in_the_text_count() -> None:
    reply = json.dumps({"people": ["王大有", "无此人"], "places": ["歙县"]})
    async with OpenAIServer(lambda _: reply) as server:
        finder = ModelNameFinder(connection(server.url), retries=0)
        name_filter = AssertionFilter(names=finder)
        answer = await asyncio.to_thread(name_filter.apply, "王大有从歙县来。")
    assert answer.text == "某人从某地来。"


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.PROSE, Fault.MISSING_FIELD])
async def test_a_failing_name_finder_raises(fault: Fault) -> None:
    async with OpenAIServer(plan=in_order(fault)) as server:
        finder = ModelNameFinder(connection(server.url), retries=1, sleep=no_wait)
        with pytest.raises(LLMError):
            await asyncio.to_thread(AssertionFilter(names=finder).apply, "王大有从歙县来。")

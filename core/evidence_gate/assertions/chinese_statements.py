"""Patterns of historical statements in Chinese (source 002, "禁止的史实断言"; readings 24-26)."""

import re

from core.evidence_gate.assertions.chinese_forms import (
    ABOUT,
    DAY,
    FIRST,
    GAP,
    LONG_AGO,
    NUMERAL,
    SOME_MORE,
    dated,
    value_of,
)
from core.evidence_gate.assertions.periods import PERIODS_IN_CHINESE
from core.evidence_gate.assertions.reign_statements import REIGNS_IN_CHINESE
from core.evidence_gate.assertions.reigns import IN_CHINESE, place_in_cycle
from core.evidence_gate.assertions.statements import (
    AssertionKind,
    Statement,
    StatementPattern,
    stated,
    years,
)

YEARS_AGO, MANY_YEARS_AGO, MANY_YEARS = "多年前", "很多年前", "许多年"
SOME_GENERATION, MANY_GENERATIONS = "某一代", "许多代"

_NOT_WHOLE = frozenset("百千万")
# Fewer generations are idioms or a dynasty (三代, 五代).
_FEWEST_GENERATIONS = 10
_FEWEST_PEOPLE = 10
_FEWEST_YEARS_AGO = 10


def _common_era(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    year = -value if value is not None and match["before"] else value
    return dated(match, AssertionKind.COMMON_ERA, LONG_AGO, frozenset({f"year:{year}"}))


def _century(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    sign = "-" if match["before"] else ""
    return stated(match, AssertionKind.PERIOD, LONG_AGO, frozenset({f"century:{sign}{value}"}))


def _centuries(match: re.Match[str]) -> Statement:
    value = value_of(match["number"])
    span = frozenset({f"span:{None if value is None else 100 * value}"})
    return stated(match, AssertionKind.YEARS_AGO, MANY_YEARS, span)


def _ago(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and match["unit"] == "个世纪":
        value *= 100
    if not match["since"] and value is not None and value < _FEWEST_YEARS_AGO:
        return None
    return stated(match, AssertionKind.YEARS_AGO, MANY_YEARS_AGO, frozenset({f"span:{value}"}))


def _year(match: re.Match[str]) -> Statement | None:
    number = match["number"]
    value = value_of(number)
    if number[0] in _NOT_WHOLE or (value is not None and not 100 <= value < 10_000):
        return None
    if match["more"]:
        span = frozenset({f"span:{value}"})
        return stated(match, AssertionKind.YEARS_AGO, MANY_YEARS, span)
    return dated(match, AssertionKind.YEAR, YEARS_AGO, years(number if value is None else value))


def _first_year(match: re.Match[str]) -> Statement:
    return stated(match, AssertionKind.YEAR, YEARS_AGO, years(int(match["number"])))


def _cyclic_year(match: re.Match[str]) -> Statement:
    facts = frozenset({f"cycle:{place_in_cycle(match['cycle'])}"})
    return dated(match, AssertionKind.YEAR, YEARS_AGO, facts)


def _generation(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    return stated(
        match, AssertionKind.GENERATION, SOME_GENERATION, frozenset({f"generation:{value}"})
    )


def _generations(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_GENERATIONS:
        return None
    # One text counts 23 generations where another names the 23rd: both are the same fact.
    return stated(
        match, AssertionKind.GENERATION, MANY_GENERATIONS, frozenset({f"generation:{value}"})
    )


def _count(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_PEOPLE:
        return None
    return stated(match, AssertionKind.COUNT, f"许多{match['unit']}", frozenset({f"count:{value}"}))


def _population(match: re.Match[str]) -> Statement:
    return stated(
        match, AssertionKind.COUNT, "人口众多", frozenset({f"count:{value_of(match['number'])}"})
    )


CHINESE = (
    StatementPattern(
        rf"(?:公元|西元)?(?P<before>前)?{FIRST}第?(?P<number>{NUMERAL}){GAP}世纪"
        rf"(?:{GAP}{NUMERAL}年代)?(?:初叶?|中叶|末叶?|前期|后期)?",
        _century,
    ),
    StatementPattern(
        rf"(?:公元|西元){GAP}(?:(?P<before>前)|后)?{GAP}(?P<number>{NUMERAL}){GAP}年?"
        rf"(?:代|间|前后|左右)?{DAY}",
        _common_era,
    ),
    StatementPattern(
        rf"(?P<since>距今){GAP}{ABOUT}{GAP}(?P<number>{NUMERAL}){SOME_MORE}{GAP}"
        "(?P<unit>年|载|个世纪)(?:以前|之前|前)?",
        _ago,
    ),
    StatementPattern(
        rf"(?P<since>){FIRST}(?P<number>{NUMERAL}){SOME_MORE}{GAP}"
        "(?P<unit>年|载|个世纪)(?:以前|之前|前(?!后))",
        _ago,
    ),
    *REIGNS_IN_CHINESE,
    *PERIODS_IN_CHINESE,
    StatementPattern(
        rf"人口(?:约|有|为|达|共|计|数|是|[:：])*{GAP}(?P<number>{NUMERAL})(?!{GAP}[年世])",
        _population,
    ),
    StatementPattern(
        # In a list or range only the last has 年: 1368至1398年.
        rf"(?<![\d.])(?P<number>\d{{3,4}})(?={GAP}[-—–~～至到/、或和及,]{{1,3}}{GAP}\d{{3,4}}{GAP}年)",
        _first_year,
    ),
    StatementPattern(
        rf"{FIRST}(?P<number>{NUMERAL})(?P<more>多|余|来)?{GAP}[年载]"
        rf"(?:代|间|初|底|末|前后|左右|[春夏秋冬][天季]?)?{DAY}",
        _year,
    ),
    StatementPattern(rf"(?P<cycle>{IN_CHINESE})[年岁]{DAY}", _cyclic_year),
    StatementPattern(rf"{FIRST}(?P<number>{NUMERAL}){SOME_MORE}{GAP}个{SOME_MORE}世纪", _centuries),
    StatementPattern(rf"第{GAP}(?P<number>{NUMERAL}){GAP}(?:代|世(?!纪|界))", _generation),
    StatementPattern(
        rf"{FIRST}(?P<number>{NUMERAL}){SOME_MORE}{GAP}(?:代(?![表价码理替办])|世(?!纪|界))",
        _generations,
    ),
    StatementPattern(
        rf"{FIRST}(?P<number>{NUMERAL}){SOME_MORE}{GAP}(?:个|名|位)?{GAP}"
        "(?P<unit>口人|村民|族人|居民|人(?![次均工])|户人家|户|口(?![井气]))",
        _count,
    ),
)
"""Patterns in order of precedence: 公元 and 距今 before a bare 年 (reading 24)."""

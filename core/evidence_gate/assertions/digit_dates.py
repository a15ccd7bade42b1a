"""Patterns of dates and year spans in digits: 1368-03-05, 3/5/1368, （1368—1398）, from 1690 to
1755.

Digits without a word are replaced in the language of their sentence.
"""

import re

from core.evidence_gate.assertions.english_forms import AT, AT_WORDS, LONG_AGO, NOTHING_COUNTED
from core.evidence_gate.assertions.statements import (
    AssertionKind,
    Statement,
    StatementPattern,
    StatementWording,
    stated,
    years,
)

_YEARS_AGO = "多年前"
_YEAR = r"(?:1\d{3}|20\d{2})"
_BEGINS = r"(?<![\w$£€])(?<!\d[.,/-])"
_ENDS = rf"(?![\d%]|[.,]\d{{3}}(?!\d)){NOTHING_COUNTED}"
_TO = r"(?: ?[-–—~] ?|/|(?P<to> (?:to|until|till|through) (?:about |around )?))"
_LAST_MONTH, _LAST_DAY = 12, 31


def _date(match: re.Match[str]) -> Statement | None:
    """Read a date; either number may be the month if both are at most 12."""
    groups = match.groupdict()
    numbers = [int(text) for text in (groups["one"], groups.get("two")) if text]
    months = {number for number in numbers if 1 <= number <= _LAST_MONTH}
    if not months or not all(1 <= number <= _LAST_DAY for number in numbers):
        return None
    if match.start("year") < match.start("one"):
        months &= {numbers[0]}
    year, day_and_month = int(groups["year"]), "-".join(map(str, numbers))
    of_month = {f"{fact}-{month}" for fact in years(year) for month in months}
    date_fact = frozenset({f"date:{year}-{day_and_month}"})
    facts = years(year) | date_fact | (of_month if len(months) == 1 else set())
    wording = (
        StatementWording.always(LONG_AGO)
        if groups["at"]
        else StatementWording(_YEARS_AGO, LONG_AGO)
    )
    return stated(match, AssertionKind.YEAR, wording, facts, needs=(date_fact | of_month,))


def _span(match: re.Match[str]) -> Statement:
    """Read a span of years, both of which need support. 1712–13 is 1712 and 1713."""
    groups = match.groupdict()
    first_year, last_year = int(groups["first"]), int(groups["last"])
    if len(groups["last"]) < len(groups["first"]):
        last_year += first_year - first_year % 10 ** len(groups["last"])
    wording = StatementWording(f"{_YEARS_AGO}—{_YEARS_AGO}", LONG_AGO)
    if groups["at"] or groups["to"]:
        wording = StatementWording.always(LONG_AGO)
    needs = (years(first_year), years(last_year))
    return stated(match, AssertionKind.YEAR, wording, needs[0] | needs[1], needs=needs)


DATES_IN_DIGITS = (
    StatementPattern(
        rf"{AT}{_BEGINS}(?P<year>{_YEAR})(?P<mark>[-/.])(?P<one>\d{{1,2}})(?P=mark)"
        r"(?P<two>\d{1,2})(?![\d]|[-/.]\d)",
        _date,
    ),
    StatementPattern(
        rf"{AT}{_BEGINS}(?P<one>\d{{1,2}})(?P<mark>[-/.])(?P<two>\d{{1,2}})(?P=mark)"
        rf"(?P<year>{_YEAR})(?![\d%]|[-/.]\d)",
        _date,
    ),
    StatementPattern(
        rf"{AT}{_BEGINS}(?P<year>{_YEAR})[-/](?P<one>0[1-9]|1[0-2])(?![\d%]|[-/.]\d)", _date
    ),
    StatementPattern(
        rf"(?P<at>(?:\bfrom |\bc\. ?)?{AT_WORDS}(?:\bthe years )?)"
        rf"{_BEGINS}(?P<first>{_YEAR}){_TO}(?P<last>{_YEAR}|\d{{2}}){_ENDS}",
        _span,
    ),
    StatementPattern(
        rf"(?P<at>(?:\bin )?(?:\bthe years )?\bbetween (?:about )?)"
        rf"(?P<first>{_YEAR})(?P<to> and )(?P<last>{_YEAR}){_ENDS}",
        _span,
    ),
)
"""Patterns in order of precedence: after the Chinese statements, before the English ones."""

"""Dates and spans of years in digits alone: 1368-03-05, 3/5/1368, （1368—1398）, from 1690 to 1755.

What has no word of its own is replaced in the language of its sentence.
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
    """Either number may be the month where neither says it is a day."""
    said = match.groupdict()
    numbers = [int(each) for each in (said["one"], said.get("two")) if each]
    months = {each for each in numbers if 1 <= each <= _LAST_MONTH}
    if not months or not all(1 <= each <= _LAST_DAY for each in numbers):
        return None
    if match.start("year") < match.start("one"):
        months &= {numbers[0]}
    year, written = int(said["year"]), "-".join(map(str, numbers))
    of_month = {f"{fact}-{month}" for fact in years(year) for month in months}
    same = frozenset({f"date:{year}-{written}"})
    facts = years(year) | same | (of_month if len(months) == 1 else set())
    wording = (
        StatementWording.always(LONG_AGO) if said["at"] else StatementWording(_YEARS_AGO, LONG_AGO)
    )
    return stated(match, AssertionKind.YEAR, wording, facts, needs=(same | of_month,))


def _span(match: re.Match[str]) -> Statement:
    """Both years are needed: half a span says nothing. 1712–13 is 1712 and 1713."""
    said = match.groupdict()
    first, last = int(said["first"]), int(said["last"])
    if len(said["last"]) < len(said["first"]):
        last += first - first % 10 ** len(said["last"])
    wording = StatementWording(f"{_YEARS_AGO}—{_YEARS_AGO}", LONG_AGO)
    if said["at"] or said["to"]:
        wording = StatementWording.always(LONG_AGO)
    needs = (years(first), years(last))
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
"""In the order in which they claim what they find: after Chinese statements, before English."""

"""Regular expressions, over folded text, of numbers, months and days in Chinese."""

import re

from core.evidence_gate.assertions.statements import AssertionKind, StatedFacts, Statement, stated
from core.text.language import numeral_value

LONG_AGO = "很久以前"

GAP = r"\s{0,3}"
"""Bounded, so that a long run of spaces does not cause quadratic matching."""

_HAN_NUMERAL = "〇零一二三四五六七八九十百千万两廿卅卌壹贰叁肆伍陆柒捌玖拾佰仟"
# Any mixture of digits, so that a numeral in front cannot hide a statement; 1,368, not 1367,1368.
NUMERAL = rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,5}}(?!\d)|[\d{_HAN_NUMERAL}]+(?:\.\d+[十百千万]*)?)"
FIRST = rf"(?<![\d{_HAN_NUMERAL}])(?<![几数](?=[十百千万]))"
ABOUT = "(?:大约|大概|约莫|约|已有|已经|已|近|将近|足足|整整|有|超过|逾)?"
SOME_MORE = "(?:多|余|来|好几)?"
_OF_MONTH = f"初?{NUMERAL}"
DAY = (
    rf"(?:{GAP}[春夏秋冬]?(?P<month>闰?(?:正|腊|冬|元|{NUMERAL})月)(?:{GAP}{_OF_MONTH}[日号]?)?"
    rf"(?:[至到—–~-](?:{_OF_MONTH}[日号]|{NUMERAL}月(?:{_OF_MONTH}[日号]?)?))?间?)?"
)
AND = rf"{GAP}[、,，和与及或至到—–~-]{GAP}"
SPANNED = "年间|年代|年|初年|中叶|末年|初期|末期|时期|时代|期间|之际|间|时|朝|初|末"


def value_of(numeral: str) -> int | None:
    """Return the number, or None if it is not a single whole number (三四百)."""
    if numeral == "元":
        return 1
    value = numeral_value(numeral.replace(",", ""))
    return int(value) if value.isdecimal() else None


def dated(
    match: re.Match[str], kind: AssertionKind, replacement: str, facts: StatedFacts
) -> Statement:
    """Create a dated statement; if it names a month (`DAY`), the month needs support too."""
    month = match.groupdict().get("month")
    if not month:
        return stated(match, kind, replacement, facts)
    name = month.removesuffix("月")
    number = {"正": 1, "元": 1, "冬": 11, "腊": 12}.get(name) or value_of(name) or name
    of_month = frozenset(f"{fact}-{number}" for fact in facts)
    return stated(match, kind, replacement, facts | of_month, needs=(of_month,))

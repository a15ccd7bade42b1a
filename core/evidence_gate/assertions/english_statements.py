"""Patterns of historical statements in English, equivalent to source 002's Chinese ones."""

import re

from core.evidence_gate.assertions.english_forms import (
    ABOUT,
    ARTICLE,
    AT,
    LONG_AGO,
    NOTHING_COUNTED,
    NOUN,
    NUMBER,
    ORDINAL,
    WORDS,
    long_ago,
    value_of,
)
from core.evidence_gate.assertions.periods import PERIODS_IN_ENGLISH
from core.evidence_gate.assertions.reign_statements import REIGNS_IN_ENGLISH
from core.evidence_gate.assertions.reigns import IN_PINYIN, place_in_cycle
from core.evidence_gate.assertions.statements import (
    AssertionKind,
    Statement,
    StatementPattern,
    StatementWording,
    stated,
    years,
)

YEARS_AGO, MANY_YEARS = "many years ago", "many years"
SOME_GENERATION, MANY_GENERATIONS = "a certain generation", "many generations"

_ERA = r"a\.?d\.?|c\.?e\.?"
_BEFORE = r"b\.?c\.?(?:e\.?)?"
_SINCE = r"(?:(?<=\bsince )|(?<=\bfrom )|(?<=\buntil )|(?<=\btill )|(?<=\bto )|(?<=\bof ))"
"""Words before a date that stay when the date is replaced."""
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH = "|".join(_MONTHS)
_NUMBERED = r"(?<!\broom )(?<!\bpage )(?<!\bnumber )(?<!\bno )(?<!\bno\. )(?<!\broute )"
"""Excludes numbers after words such as "room": Room 1368 is no year."""
_FEWEST_YEARS = 10
_FEWEST_LIVING = 10


def _common_era(match: re.Match[str]) -> Statement:
    """Read a year AD or BC; of a span, such as 600–800 AD, both years need support."""
    before = match["before"] or match["bc"]
    year_texts = [
        year for year in (match["first"], match["number"] or match["then"], match["last"]) if year
    ]
    needs = tuple(
        frozenset({f"year:{'-' if before else ''}{value_of(year)}"}) for year in year_texts
    )
    wording = (
        StatementWording.always(LONG_AGO)
        if match["words"]
        else StatementWording("很久以前", LONG_AGO)
    )
    facts = frozenset().union(*needs)
    return stated(match, AssertionKind.COMMON_ERA, wording, facts, needs=needs)


def _century(match: re.Match[str]) -> Statement:
    value = value_of(match["number"])
    sign = "-" if match["before"] else ""
    facts = frozenset({f"century:{sign}{value}"})
    return stated(match, AssertionKind.PERIOD, long_ago(match), facts)


def _ago(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and match["unit"].startswith("centur"):
        value *= 100
    elif value is not None and match["unit"].startswith("decade"):
        value *= 10
    if value is not None and value < _FEWEST_YEARS:
        return None
    return stated(match, AssertionKind.YEARS_AGO, YEARS_AGO, frozenset({f"span:{value}"}))


def _lasting(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and match["centuries"]:
        value *= 100
    if value is not None and value < 100:
        return None
    wording = "very old" if match["old"] else MANY_YEARS
    return stated(match, AssertionKind.YEARS_AGO, wording, frozenset({f"span:{value}"}))


def _year(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is None or not 100 <= value < 2200:
        return None
    facts = years(value)
    if match.groupdict().get("month"):
        month = _MONTHS.index(match["month"]) + 1
        of_month = frozenset(f"{fact}-{month}" for fact in facts)
        return stated(match, AssertionKind.YEAR, LONG_AGO, facts | of_month, needs=(of_month,))
    in_english = long_ago(match, allow_bare_noun=False)
    if match.end("number") - match.start("number") == len(match[0]):
        return stated(match, AssertionKind.YEAR, StatementWording("多年前", in_english), facts)
    return stated(match, AssertionKind.YEAR, in_english, facts)


def _cyclic_year(match: re.Match[str]) -> Statement:
    facts = frozenset({f"cycle:{place_in_cycle(match['cycle'])}"})
    return stated(match, AssertionKind.YEAR, LONG_AGO, facts)


def _decade(match: re.Match[str]) -> Statement:
    return stated(
        match, AssertionKind.PERIOD, long_ago(match), frozenset({f"decade:{match['number']}"})
    )


def _generation(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"] or match["later"])
    return stated(
        match, AssertionKind.GENERATION, SOME_GENERATION, frozenset({f"generation:{value}"})
    )


def _generations(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_LIVING:
        return None
    return stated(
        match, AssertionKind.GENERATION, MANY_GENERATIONS, frozenset({f"generation:{value}"})
    )


def _count(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_LIVING:
        return None
    wording = f"many {match['unit']}"
    return stated(match, AssertionKind.COUNT, wording, frozenset({f"count:{value}"}))


def _population(match: re.Match[str]) -> Statement:
    wording = f"population {match['verb']} large" if match["verb"] else "large population"
    facts = frozenset({f"count:{value_of(match['number'])}"})
    return stated(match, AssertionKind.COUNT, wording, facts)


ENGLISH = (
    StatementPattern(
        rf"{AT}{ARTICLE}?(?:early |mid[ -]|late |middle of the )?(?P<number>{ORDINAL})[ -]century"
        rf"(?: (?:(?:{_ERA})(?!\w)|(?P<before>{_BEFORE})(?!\w)))?",
        _century,
    ),
    StatementPattern(
        rf"(?P<words>{AT}(?:\b(?:the )?year )?)(?:\b(?:(?:{_ERA})|(?P<bc>{_BEFORE})) ?"
        r"(?P<number>\d{1,4})\b(?:(?: ?[-–—~] ?| to )(?P<last>\d{1,4})\b)?"
        r"|(?<![\d.])(?:(?P<first>\d{1,4})(?: ?[-–—~] ?| to ))?"
        rf"(?P<then>\d{{1,4}}) ?(?:(?:{_ERA})(?!\w)|(?P<before>{_BEFORE})(?!\w)))",
        _common_era,
    ),
    StatementPattern(
        rf"\b{ABOUT}(?P<number>{NUMBER}) (?:odd |or more )?"
        r"(?P<unit>years?|centur(?:y|ies)|decades?) (?:ago|before|earlier|back)\b",
        _ago,
    ),
    *REIGNS_IN_ENGLISH,
    *PERIODS_IN_ENGLISH,
    StatementPattern(rf"{AT}{ARTICLE}?(?P<cycle>{IN_PINYIN}) year\b", _cyclic_year),
    StatementPattern(
        rf"{AT}{ARTICLE}?(?:early |mid[ -]|late )?\b(?P<number>1\d\d0|20\d0)['’]?s\b", _decade
    ),
    StatementPattern(
        rf"{AT}(?:\b(?:c\.|ca\.|anno) ?)?(?:(?:the )?years? (?:of our lord )?|{ARTICLE})?"
        rf"(?:(?:on )?(?:the )?(?:\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?"
        rf"\b(?P<month>{_MONTH})(?: \d{{1,2}}(?:st|nd|rd|th)?)?,? (?:of )?)?"
        rf"(?P<number>(?<![\w$£€])(?<!\d\.){_NUMBERED}(?:1\d{{3}}|20\d{{2}})"
        rf"(?![\d%]|[.,]\d{{3}}(?!\d)){NOTHING_COUNTED})\b",
        _year,
    ),
    StatementPattern(
        rf"{AT}(?P<article>)\bthe year (?:of our lord )?(?P<number>\d{{3,4}}|{WORDS})\b",
        _year,
    ),
    # Years of three digits only if no noun follows: "in 600 the monks came".
    StatementPattern(
        rf"(?:(?P<at>\b(?:in|before|after|by) )|(?<=\bsince )|(?<=\buntil )|(?<=\btill ))"
        rf"(?P<article>)(?P<number>[1-9]\d{{2}})(?![\d%]|[.,-]\d|[-–—/:])"
        rf"(?!{NOUN.pattern})",
        _year,
    ),
    StatementPattern(
        rf"(?:(?=\b(?:in|on|by|before|after|around|about|circa|during) ){AT}|{_SINCE})(?P<article>)"
        rf"(?P<number>\b(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
        rf"seventeen|eighteen|nineteen|twenty)[ -](?:hundred(?: and)?[ -])?{WORDS})\b",
        _year,
    ),
    StatementPattern(
        rf"\b{ABOUT}(?P<number>{NUMBER})[ -]"
        r"(?:years?(?P<old>[ -]old)?|(?P<centuries>centuries))\b",
        _lasting,
    ),
    StatementPattern(
        rf"\b(?:the |a )?(?P<number>{ORDINAL})[ -]generation\b(?!s)"
        rf"|\bgeneration (?P<later>\d+)\b",
        _generation,
    ),
    StatementPattern(rf"\b{ABOUT}(?P<number>{NUMBER}) generations\b", _generations),
    StatementPattern(
        rf"\bpopulation (?:of|(?P<verb>was|is)) {ABOUT}(?P<number>{NUMBER})", _population
    ),
    StatementPattern(
        rf"\b{ABOUT}(?P<number>{NUMBER}) (?P<unit>people|inhabitants|villagers|souls|households|"
        r"families|residents|parishioners|clansmen)\b",
        _count,
    ),
)
"""Patterns in order of precedence."""

"""Historical statements in English: the equals of source 002's patterns."""

import re

from core.answers.chinese_statements import reign_statement
from core.answers.reigns import MING, QING, REIGNS, reign_named
from core.answers.statements import AssertionKind, Facts, Pattern, Statement, years
from core.text.numerals import ENGLISH_NUMERALS, english_number

LONG_AGO, YEARS_AGO, MANY_YEARS = "long ago", "many years ago", "many years"
SOME_GENERATION, MANY_GENERATIONS = "a certain generation", "many generations"

_WORD = "|".join(sorted(map(re.escape, ENGLISH_NUMERALS), key=len, reverse=True))
_WORDS = rf"(?:{_WORD}|an?(?=[ -](?:hundred|thousand|dozen)))(?:[ -](?:and )?(?:{_WORD})){{0,8}}"
_NUMBER = rf"(?<!\w)(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d+|\b{_WORDS}\b)"
_ABOUT = r"(?:about |around |some |nearly |almost |over |more than |roughly |approximately )?"
_ERA = r"a\.?d\.?|c\.?e\.?"
_BEFORE = r"b\.?c\.?(?:e\.?)?"
_AT = r"(?:in|since|from|by|until|till|before|after|around|about|circa|during|of|to)"
_REIGN = "|".join(each.pinyin for each in REIGNS if each.dynasty in (MING, QING))
_DYNASTY = r"(?P<dynasty>ming|qing)(?: dynasty)?(?:['’]s)?"
_ORDINAL_ENDING = re.compile(r"(?<=\d)(?:st|nd|rd|th)\Z")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH = "|".join(_MONTHS)
_FEWEST_YEARS = 10
_FEWEST_LIVING = 10


def value_of(numeral: str) -> int | None:
    """None where it says no one whole number; an ordinal says its number."""
    plain = _ORDINAL_ENDING.sub("", numeral.replace(",", ""))
    if plain.isdecimal():
        return int(plain)
    words = plain.replace("-", " ").split()
    return _spelled(words) or _spelled_by_hundreds(words)


def _spelled(words: list[str]) -> int | None:
    end, value = english_number(words, 0)
    value = value.rstrip(".")
    return int(value) if end == len(words) and value.isdecimal() else None


def _spelled_by_hundreds(words: list[str]) -> int | None:
    """ "thirteen sixty eight" is 1368."""
    hundreds, rest = _spelled(words[:1]), _spelled(words[1:]) if words[1:] else None
    if hundreds and rest and 10 <= hundreds <= 20 and rest < 100:
        return hundreds * 100 + rest
    return None


def _stated(match: re.Match[str], kind: AssertionKind, replacement: str, facts: Facts) -> Statement:
    return Statement(kind, *match.span(), replacement, (facts,), facts)


def _common_era(match: re.Match[str]) -> Statement:
    value = value_of(match["number"] or match["then"])
    year = -value if value is not None and match["before"] else value
    return _stated(match, AssertionKind.COMMON_ERA, LONG_AGO, frozenset({f"year:{year}"}))


def _century(match: re.Match[str]) -> Statement:
    value = value_of(match["number"])
    sign = "-" if match["before"] else ""
    return _stated(match, AssertionKind.PERIOD, LONG_AGO, frozenset({f"century:{sign}{value}"}))


def _ago(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and match["unit"].startswith("centur"):
        value *= 100
    elif value is not None and match["unit"].startswith("decade"):
        value *= 10
    if value is not None and value < _FEWEST_YEARS:
        return None
    return _stated(match, AssertionKind.YEARS_AGO, YEARS_AGO, frozenset({f"span:{value}"}))


def _lasting(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and match["centuries"]:
        value *= 100
    if value is not None and value < 100:
        return None
    said = "very old" if match["old"] else MANY_YEARS
    return _stated(match, AssertionKind.YEARS_AGO, said, frozenset({f"span:{value}"}))


def _year(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is None or not 100 <= value < 2200:
        return None
    stated = years(value)
    if match["month"]:
        month = _MONTHS.index(match["month"]) + 1
        dated = frozenset(f"{fact}-{month}" for fact in stated)
        return Statement(AssertionKind.YEAR, *match.span(), LONG_AGO, (dated,), stated | dated)
    return _stated(match, AssertionKind.YEAR, LONG_AGO, stated)


def _decade(match: re.Match[str]) -> Statement:
    return _stated(match, AssertionKind.PERIOD, LONG_AGO, frozenset({f"decade:{match['number']}"}))


def _generation(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"] or match["later"])
    stated = frozenset({f"generation:{value}"})
    return _stated(match, AssertionKind.GENERATION, SOME_GENERATION, stated)


def _generations(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_LIVING:
        return None
    stated = frozenset({f"generation:{value}"})
    return _stated(match, AssertionKind.GENERATION, MANY_GENERATIONS, stated)


def _count(match: re.Match[str]) -> Statement | None:
    value = value_of(match["number"])
    if value is not None and value < _FEWEST_LIVING:
        return None
    said = f"many {match['unit']}"
    return _stated(match, AssertionKind.COUNT, said, frozenset({f"count:{value}"}))


def _population(match: re.Match[str]) -> Statement:
    stated = frozenset({f"count:{value_of(match['number'])}"})
    return _stated(match, AssertionKind.COUNT, "large population", stated)


def _reign(match: re.Match[str]) -> Statement:
    reign = reign_named(match["reign"])
    said = match["number"] or match["year"]
    number = None if said is None else value_of(said) or 0
    given = match["dynasty"] or match["after"]
    dynasty = {"ming": MING, "qing": QING}[given] if given else None
    name = {MING: "Ming", QING: "Qing"}[reign.dynasty]
    replacement = f"at some time in the {name} dynasty"
    return reign_statement(match, reign, number, dynasty, replacement)


def _older_period(match: re.Match[str]) -> Statement:
    said = frozenset({f"period:{match['period']}"})
    return _stated(match, AssertionKind.PERIOD, LONG_AGO, said)


_ORDINAL = rf"(?:\d+(?:st|nd|rd|th)\b|\b{_WORDS}\b)"

ENGLISH = (
    Pattern(
        rf"\b(?:(?:in|since|during|from|by|until) )?(?:the )?"
        rf"(?:early |mid[ -]|late |middle of the )?(?P<number>{_ORDINAL})[ -]century"
        rf"(?: (?:(?:{_ERA})(?!\w)|(?P<before>{_BEFORE})(?!\w)))?",
        _century,
    ),
    Pattern(
        rf"\b(?:{_AT} )?(?:the year )?(?:(?:{_ERA}) ?(?P<number>\d{{1,4}})\b|(?<!\d)"
        rf"(?P<then>\d{{1,4}}) ?(?:(?:{_ERA})(?!\w)|(?P<before>{_BEFORE})(?!\w)))",
        _common_era,
    ),
    Pattern(
        rf"\b{_ABOUT}(?P<number>{_NUMBER}) (?:odd |or more )?"
        r"(?P<unit>years?|centur(?:y|ies)|decades?) (?:ago|before|earlier|back)\b",
        _ago,
    ),
    Pattern(
        rf"\b(?:(?:in|during|from|since|under) )?(?:the )?(?:{_DYNASTY},? )?"
        rf"(?:(?:in |during )?(?:the )?(?P<number>{_ORDINAL}) year of )?(?:the )?"
        rf"(?:reign of (?:the )?)?\b(?P<reign>{_REIGN})\b"
        rf"(?:['’]s)?(?: emperor)?(?:['’]s)?(?:[ -](?:reign|era|period|years))?"
        rf"(?: (?P<year>\d{{1,2}})\b)?"
        r"(?: of the (?P<after>ming|qing)(?: dynasty)?)?",
        _reign,
    ),
    Pattern(
        r"\b(?:in|during|under|from|since) (?P<period>(?:the (?:reign|days|time) of "
        r"(?:king|queen|emperor|empress) [a-z]+|the reign of [a-z]+)(?: (?:[ivx]+|the [a-z]+))?"
        r"|(?:king|queen|emperor|empress) [a-z]+(?: [ivx]+)?['’]s (?:reign|days|time))\b",
        _older_period,
    ),
    Pattern(
        rf"\b(?:{_AT} )?(?:the )?(?:early |mid[ -]|late )?(?P<number>1\d\d0|20\d0)['’]?s\b", _decade
    ),
    Pattern(
        rf"\b(?:{_AT} |c\.|ca\. |anno )?(?:(?:the )?year (?:of our lord )?)?"
        rf"(?:(?:on )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?"
        rf"(?P<month>{_MONTH})(?: \d{{1,2}}(?:st|nd|rd|th)?)?,? )?(?:of )?"
        r"(?P<number>(?<![\w$£€])(?<!\d\.)(?:1\d{3}|20\d{2})"
        r"(?![\d%]|[.,]\d{3}(?!\d)|[ -](?:years?|people|men|women|families|households|souls|"
        r"generations|acres|miles|inhabitants|villagers|houses)\b))\b",
        _year,
    ),
    Pattern(
        rf"\b{_AT} (?:the )?year (?P<month>)(?P<number>\d{{3,4}}|{_WORDS})\b",
        _year,
    ),
    Pattern(
        rf"\b{_AT} (?P<month>)(?P<number>(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
        rf"seventeen|eighteen|nineteen|twenty)[ -](?:hundred(?: and)?[ -])?{_WORDS})\b",
        _year,
    ),
    Pattern(
        rf"\b{_ABOUT}(?P<number>{_NUMBER})[ -]"
        r"(?:years?(?P<old>[ -]old)?|(?P<centuries>centuries))\b",
        _lasting,
    ),
    Pattern(
        rf"\b(?:the |a )?(?P<number>{_ORDINAL})[ -]generation\b(?!s)"
        rf"|\bgeneration (?P<later>\d+)\b",
        _generation,
    ),
    Pattern(rf"\b{_ABOUT}(?P<number>{_NUMBER}) generations\b", _generations),
    Pattern(rf"\bpopulation (?:of|was|is) {_ABOUT}(?P<number>{_NUMBER})", _population),
    Pattern(
        rf"\b{_ABOUT}(?P<number>{_NUMBER}) (?P<unit>people|inhabitants|villagers|souls|households|"
        r"families|residents|parishioners|clansmen)\b",
        _count,
    ),
)
"""In the order in which they claim what they find."""

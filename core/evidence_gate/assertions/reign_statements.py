"""Patterns of years and periods of Ming and Qing reigns, in Chinese and in English (reading 25).

A reign's name alone is the emperor's: "康熙皇帝" and "Qianlong" are no statements in either
language; name finders handle them. A name is a statement with a year (三年, 乙未, "Hongwu 3"), a
word of time (年间, "era"), its dynasty (明洪武, "Ming Hongwu") or a dating word (建于康熙, "under
Qianlong").
"""

import re

from core.evidence_gate.assertions.chinese_forms import AND, DAY, GAP, NUMERAL, SPANNED
from core.evidence_gate.assertions.chinese_forms import value_of as chinese_value
from core.evidence_gate.assertions.english_forms import ORDINAL, before_noun, before_verb
from core.evidence_gate.assertions.english_forms import value_of as english_value
from core.evidence_gate.assertions.reigns import (
    FOLDED_NAMES,
    IN_CHINESE,
    IN_PINYIN,
    MING,
    QING,
    REIGNS,
    Reign,
    place_in_cycle,
    place_of_year,
    reign_named,
)
from core.evidence_gate.assertions.statements import (
    AssertionKind,
    StatedFacts,
    Statement,
    StatementPattern,
    stated,
)

_CHINESE = "|".join(FOLDED_NAMES)
_PINYIN = "|".join(each.pinyin for each in REIGNS if each.dynasty in (MING, QING))
_IN_ENGLISH = {MING: "Ming", QING: "Qing"}
_SOME_TIME = "某个时期"


def facts_of_name(reign: Reign) -> tuple[StatedFacts, StatedFacts]:
    """Return (facts that support a reign's name, facts it states); any of its years is support."""
    name = f"reign:{reign.name}"
    within = {f"year:{year}" for year in range(reign.first, reign.last + 1)}
    return frozenset({name, *within}), frozenset({name})


def _numbered(reign: Reign, number: int, cycle: str | None) -> tuple[StatedFacts, StatedFacts]:
    name, year = f"reign:{reign.name}", reign.year(number)
    if year is None or (cycle and place_of_year(year) != place_in_cycle(cycle)):
        # The reign has no such year: only the same wording supports it.
        same = frozenset({f"{name}:{number}:{cycle or ''}"})
        return same, same
    needs = frozenset({f"year:{year}"})
    cycle_fact = {f"cycle:{place_in_cycle(cycle)}"} if cycle else set()
    return needs, needs | {name} | cycle_fact


def _in_cycle(reign: Reign, cycle: str) -> tuple[StatedFacts, StatedFacts]:
    """Return facts of a cyclic year within the reign: 洪武庚戌 is 1370. A year outside the reign
    has no support.
    """
    place = place_in_cycle(cycle)
    years = frozenset(f"year:{year}" for year in reign.years_in_cycle(place))
    if not years:
        return frozenset(), frozenset()
    name = f"reign:{reign.name}"
    same = frozenset({name, f"cycle:{place}", f"{name}:cycle:{place}"})
    # 康熙壬寅 may be 1662 or 1722, so it states neither.
    return years | {f"{name}:cycle:{place}"}, same | years if len(years) == 1 else same


def _statement(
    match: re.Match[str],
    reign: Reign,
    replacement: str,
    *,
    dynasty: str | None,
    number: int | None,
    cycle: str | None,
) -> Statement:
    """Create the statement; a wrong dynasty is grounded only by the same combination in a text."""
    if number is not None:
        needs, facts = _numbered(reign, number, cycle)
    elif cycle:
        needs, facts = _in_cycle(reign, cycle)
    else:
        needs, facts = facts_of_name(reign)
    all_needs: tuple[StatedFacts, ...] = (needs,)
    if dynasty is not None and dynasty != reign.dynasty:
        other_dynasty = frozenset({f"reign:{reign.name} of {dynasty}"})
        all_needs, facts = (needs, other_dynasty), facts | other_dynasty
    return stated(match, AssertionKind.REIGN, replacement, facts, needs=all_needs)


def _in_chinese(match: re.Match[str]) -> Statement:
    reign = reign_named(match["reign"])
    groups = match.groupdict()
    number = groups.get("number")
    return _statement(
        match,
        reign,
        f"{reign.dynasty}{_SOME_TIME}",
        dynasty=f"{groups['dynasty']}朝" if groups["dynasty"] else None,
        # An unreadable number becomes 0, which is no year of any reign.
        number=None if number is None else chinese_value(number) or 0,
        cycle=groups.get("cycle") or groups.get("also") or groups.get("bracketed"),
    )


def _several_reigns(match: re.Match[str]) -> Statement:
    reigns = [reign_named(name) for name in re.findall(_CHINESE, match["reigns"])]
    dynasties = {reign.dynasty for reign in reigns}
    wording = f"{reigns[0].dynasty}{_SOME_TIME}" if len(dynasties) == 1 else "很久以前"
    needs, facts = zip(*map(facts_of_name, reigns), strict=True)
    return stated(match, AssertionKind.REIGN, wording, frozenset().union(*facts), needs=needs)


_BEFORE = re.compile(
    r"\b(from|since|until|till|to|by|of|before|after|between|and|or|than) (?:the )?\Z"
)


def _in_english(match: re.Match[str]) -> Statement | None:
    reign = reign_named(match["reign"])
    before = _BEFORE.search(match.string, max(0, match.start() - 12), match.start())
    if not _dates(match, before[1] if before else ""):
        return None
    dynasty = match["dynasty"] or match["after"]
    number = match["number"] or match["year"] or match["nth"]
    name, at, article = _IN_ENGLISH[reign.dynasty], match["at"] or "", match["article"] or ""
    hyphen = match["era"] and match["era"].startswith("-")
    if before_noun(match) and (hyphen or article.startswith("a") or (article and not at)):
        wording = f"{at}{'a ' if article == 'an ' else article}{name} dynasty"
    elif before or (not at and before_verb(match)):
        wording = f"some time in the {name} dynasty"
    else:
        wording = f"at some time in the {name} dynasty"
    return _statement(
        match,
        reign,
        wording,
        dynasty={"ming": MING, "qing": QING}[dynasty] if dynasty else None,
        number=None if number is None else english_value(number) or 0,
        cycle=match["cycle"] or match["named"],
    )


def _dates(match: re.Match[str], before: str) -> bool:
    """Whether anything in the match makes the reign's name a time."""
    if any(
        match[group] for group in ("number", "year", "cycle", "named", "nth", "of", "era", "after")
    ):
        return True
    if match["listed"] is not None:
        return True
    emperor = "emperor" in match[0]
    if match["possessive"] or (emperor and not match["at"]):
        return False
    dating = ("during ", "under ") if emperor else ("in ", "during ", "under ")
    return bool(match["dynasty"]) or match["at"] in dating or before in ("since", "until", "till")


_OF_DYNASTY = "大?(?P<dynasty>[明清])(?:王朝|朝|代)?(?:[\u4e00-\u9fff][祖宗])?"
_EMPEROR = "(?:皇帝|大帝|帝)"

REIGNS_IN_CHINESE = (
    StatementPattern(
        rf"(?:大?[明清](?:王朝|朝|代)?{GAP})?(?P<reigns>(?:{_CHINESE}){{2,4}})"
        rf"(?:{SPANNED}|[两二三四]朝)",
        _several_reigns,
    ),
    StatementPattern(
        rf"(?:{_OF_DYNASTY}[·・]?{GAP})?(?P<reign>{_CHINESE})(?:{_EMPEROR}|朝)?(?:在位)?{GAP}"
        rf"(?:(?:第?(?P<number>元|{NUMERAL}){GAP}年(?:间|[春夏秋冬][天季]?)?"
        rf"(?:(?P<also>{IN_CHINESE})[年岁]?|\((?P<bracketed>{IN_CHINESE})[年岁]?\))?"
        rf"|(?P<cycle>{IN_CHINESE})[年岁科]?){DAY}|{SPANNED}"
        # Only the last of several has 年间: 康熙、乾隆年间; 嘉靖（1522—1566）年间.
        rf"|(?=(?:{AND}(?:{_CHINESE})){{1,5}}(?:{SPANNED}|元年|{NUMERAL}年))"
        rf"|(?=\([^()]{{1,20}}\)(?:{SPANNED})))",
        _in_chinese,
    ),
    StatementPattern(
        rf"{_OF_DYNASTY}[·・]?{GAP}(?P<reign>{_CHINESE})(?!{_EMPEROR})",
        _in_chinese,
    ),
    StatementPattern(
        # Excludes 于永乐大典中, a book.
        rf"(?<=[于自至])(?P<dynasty>)(?P<reign>{_CHINESE})"
        r"(?=[^\u4e00-\u9fff]|\Z|[始起至到]|[以之][来后])",
        _in_chinese,
    ),
)

REIGNS_IN_ENGLISH = (
    StatementPattern(
        r"\b(?P<at>(?:in|during|under|at) )?(?P<article>(?:the|an?|this|that|his|her|its|their) )?"
        r"(?:(?P<dynasty>ming|qing)(?: dynasty)?(?:['’]s)?,? )?(?:emperor )?"
        rf"(?:(?:in |during )?(?:the )?(?:(?P<number>{ORDINAL})|(?P<cycle>{IN_PINYIN})) year of )?"
        r"(?:the )?(?P<of>reign of (?:the )?)?(?:emperor )?"
        rf"\b(?P<reign>{_PINYIN})\b(?P<possessive>['’]s)?(?: emperor(?:['’]s)?)?"
        r"(?P<era>[ -](?:reigns?|eras?|periods?|years|times?|days|rule))?"
        rf"(?: (?:(?P<year>\d{{1,2}})\b|(?P<named>{IN_PINYIN})(?: year)?"
        rf"|(?P<nth>{ORDINAL}) year\b))?"
        r"(?: of the (?P<after>ming|qing)(?: dynasty)?)?"
        # Only the last of several has the noun: the Kangxi and Qianlong reigns.
        rf"(?P<listed>(?=(?:(?:, | and | or | to )(?:the )?(?:{_PINYIN})){{1,4}}"
        r"[ -](?:reigns?|eras?|periods?|years|times?)))?",
        _in_english,
    ),
)

"""Patterns of named periods, in Chinese and in English: 明末, the late Ming, 康乾盛世."""

import re

from core.evidence_gate.assertions.chinese_forms import LONG_AGO, NUMERAL, value_of
from core.evidence_gate.assertions.english_forms import LONG_AGO as LONG_AGO_IN_ENGLISH
from core.evidence_gate.assertions.english_forms import long_ago
from core.evidence_gate.assertions.reign_statements import facts_of_name
from core.evidence_gate.assertions.reigns import reign_named
from core.evidence_gate.assertions.statements import (
    AssertionKind,
    StatedFacts,
    Statement,
    StatementPattern,
    fold,
    stated,
)

_DYNASTY = "[东西南北前后]?[汉唐宋元明清]"
_PHASE = (
    rf"{_DYNASTY}(?:[朝代](?:[初中末]叶|[初末]年|[早中晚前后初末]期|年间|时期|[初末时])"
    r"|[初末]年?|中叶|[早中晚]期|年间)"
)
_LATE = "晚[唐宋元明清](?:时期|年间)?"
_PART = re.compile(rf"(?P<late>晚)?(?P<name>{_DYNASTY})[朝代]?(?P<part>[初早前中末晚后])?")
_PARTS = {"初": "初", "早": "初", "前": "初", "中": "中", "末": "末", "晚": "末", "后": "末"}

_OLDER_REIGN = "|".join(
    fold(name).text
    for name in re.findall(
        "..",
        "贞观永徽开元天宝大历贞元元和会昌咸通景德天圣庆历皇祐嘉祐熙宁元丰元祐绍圣崇宁政和宣和靖康"
        "建炎绍兴乾道淳熙绍熙庆元嘉泰开禧嘉定绍定端平淳祐宝祐景定咸淳德祐至元大德延祐至治泰定至正",
    )
)
"""Better known reigns of Tang, Song and Yuan; a year after such a name is a year of the reign."""

_LONGEST_REIGN = 61
"""In years: 康熙六十一年 is the highest number of any reign."""

_SHORT = tuple(
    {name[0]: reign_named(name) for name in fold(names).text.split()}
    for names in (
        "康熙 雍正 乾隆 嘉庆 道光 咸丰 同治 光绪 宣统",
        "洪武 永乐 宣德 成化 弘治 正德 嘉靖 隆庆 万历 天启 崇祯",
    )
)
"""Reigns by their first character, in order, as in 康雍乾; a row for Qing and one for Ming."""
_IN_SHORT = "|".join(f"[{''.join(row)}]{{2,6}}" for row in _SHORT)
_QING_IN_SHORT = "".join(_SHORT[0])


def _phase(name: str, part: str | None) -> tuple[StatedFacts, StatedFacts]:
    """Return (facts that support the phase, facts it states)."""
    dynasty = frozenset({f"dynasty:{name}"})
    if part is None:
        return dynasty, dynasty
    phase = frozenset({f"phase:{name}{part}"})
    return phase, phase | dynasty


def _phases_of(
    match: re.Match[str], wording: str, phases: list[tuple[StatedFacts, StatedFacts]]
) -> Statement:
    needs, facts = zip(*phases, strict=True)
    return stated(match, AssertionKind.PERIOD, wording, frozenset().union(*facts), needs=needs)


def _phases(match: re.Match[str]) -> Statement:
    phases = [
        _phase(part["name"], _PARTS.get("晚" if part["late"] else part["part"] or ""))
        for part in _PART.finditer(match["period"])
    ]
    return _phases_of(match, LONG_AGO, phases)


def _in_short(match: re.Match[str]) -> Statement | None:
    """Read abbreviated reigns: texts with 康熙 and 雍正 support 康雍年间."""
    for row in _SHORT:
        if set(match["short"]) <= set(row):
            places = [list(row).index(character) for character in match["short"]]
            if places == sorted(set(places)):
                return _phases_of(
                    match, LONG_AGO, [facts_of_name(row[place]) for place in match["short"]]
                )
    return None


def _older_period(match: re.Match[str]) -> Statement | None:
    """Read an older period; None if its number exceeds any reign: then it is a year AD."""
    number = match.groupdict().get("number")
    if number and (value_of(number) or 0) > _LONGEST_REIGN:
        return None
    facts = frozenset({f"period:{match['period']}"})
    replacement = LONG_AGO_IN_ENGLISH if match["period"].isascii() else LONG_AGO
    return stated(match, AssertionKind.PERIOD, replacement, facts)


PERIODS_IN_CHINESE = (
    StatementPattern(rf"(?P<period>(?:{_PHASE}|{_LATE})+(?!一))", _phases),
    StatementPattern(
        rf"(?P<short>{_IN_SHORT})(?:盛世|年间|时期|时代|之[际治间]|期间|[两三四]朝|间"
        rf"|(?<={_QING_IN_SHORT[:3]}))",
        _in_short,
    ),
    StatementPattern(
        "(?P<period>(?:(?:[东西南北前后]?[夏商周秦汉晋隋唐宋辽金元梁陈魏明清])(?:朝|代)?"
        rf"(?:(?![于在生死])[\u4e00-\u9fff]){{2}}|(?:{_OLDER_REIGN}))(?:年间|(?P<number>元|{NUMERAL})年))",
        _older_period,
    ),
)

_NAMES = {"han": "汉", "tang": "唐", "song": "宋", "yuan": "元", "ming": "明", "qing": "清"}
_SIDES = {"eastern": "东", "western": "西", "southern": "南", "northern": "北"}
_WHEN = {
    **dict.fromkeys(("early", "beginning", "start"), "初"),
    **dict.fromkeys(("mid", "middle"), "中"),
    **dict.fromkeys(("late", "end", "close"), "末"),
}
_OF_TIME = "(?:dynast(?:y|ies)|eras?|periods?|times|years)"
_PART_IN_ENGLISH = (
    r"(?:(?:early|mid|middle|late)[ -]|(?:beginning|start|middle|end|close) of (?:the )?)"
)
_OTHERS = r"(?:(?:eastern |western |southern |northern )?(?:han|tang|song|yuan|ming|qing))"
# "An early song" is no period, "the early Song dynasty" is one.
_ONE = rf"(?:{_PART_IN_ENGLISH}(?:ming|qing|{_OTHERS}(?= {_OF_TIME}\b)))"
_EACH = re.compile(rf"(?P<part>{'|'.join(_WHEN)})[ -](?:of (?:the )?)?(?P<name>{_OTHERS})")


def _phases_in_english(match: re.Match[str]) -> Statement:
    phases = []
    for phase_match in _EACH.finditer(match["period"]):
        *side, name = phase_match["name"].split()
        dynasty = "".join(_SIDES[word] for word in side) + _NAMES[name]
        phases.append(_phase(dynasty, _WHEN[phase_match["part"]]))
    return _phases_of(match, long_ago(match), phases)


PERIODS_IN_ENGLISH = (
    StatementPattern(
        r"(?P<at>\b(?:in|during|at|by|before|after|around) )?(?P<article>\b(?:the|an?) )?"
        rf"\b(?P<period>{_ONE}(?:(?: and (?:the )?|/| to (?:the )?|[-–—]){_ONE}){{0,2}})\b"
        rf"(?:[ -]{_OF_TIME}\b)?",
        _phases_in_english,
    ),
    StatementPattern(
        r"\b(?:(?:in|during|under) |(?<=from )|(?<=since ))"
        r"(?P<period>(?:the (?:reign|days|time) of "
        r"(?:king|queen|emperor|empress) [a-z]+|the reign of [a-z]+)(?: (?:[ivx]+|the [a-z]+)\b)?"
        r"|(?:king|queen|emperor|empress) [a-z]+(?: [ivx]+)?['’]s (?:reign|days|time))\b",
        _older_period,
    ),
)

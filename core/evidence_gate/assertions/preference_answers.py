"""Find invented facts in answers to preference questions, which need no evidence but may not invent
any (source 002, "允许使用会话记忆 但禁止史实断言").
"""

import re
from collections.abc import Iterable, Iterator

from core.errors import Sentence
from core.evidence_gate.assertions.chinese_name_forms import NO_NAME
from core.evidence_gate.assertions.citation_marks import without_marks
from core.evidence_gate.assertions.citations import CitedSentence
from core.evidence_gate.assertions.claim_terms import counts_in, numbers_in
from core.evidence_gate.assertions.grounding import statements_in
from core.evidence_gate.assertions.new_names import new_names
from core.evidence_gate.assertions.statements import fold
from core.evidence_gate.assertions.support_reasons import (
    NAME_UNHEARD,
    NUMBER_UNHEARD,
    PAST_UNHEARD,
    SOURCE_UNHEARD,
)
from core.evidence_gate.assertions.verbatim import is_covered_by
from core.text.language import simplified_table
from core.text.language.scripts import HAN

_BOOKS = "(?:族谱|家训|族规|乡约|家谱|宗谱|谱牒|县志|府志|方志|村志|碑文|碑刻|文献|史书|史料)"
_SAYS_WHERE_FROM = re.compile(
    f"(?:根据|据|依据|按照?|查|翻阅).{{0,12}}?{_BOOKS}|{_BOOKS}(?:第.{{1,4}}?[条章卷篇])?[中里上]?(?:有|所)?(?:记载|写道|记着|载)"
    r"|\b[Aa]ccording to (?:the|our)\b"
    r"|\b(?:chronicles?|genealog(?:y|ies)|records?|registers?|gazetteers?|annals|archives)"
    r" (?:says?|tells?|states?|records?|shows?|reads?)\b"
)
_CALENDAR = re.compile(
    r"\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July"
    r"|August|September|October|November|December|Christmas|Easter|Shall)\b"
)
"""Capitalised words that are no names."""
_CAME_FROM = re.compile(f"[从自由](?P<place>[{HAN}]{{2,3}}?)[府县州]?[搬迁]")
_ANYWHERE = re.compile(
    "远方|外地|他乡|异乡|各地|四方|山外|国外|邻村|外乡|老家|乡下|别处|北方|南方|中原"
)
_NOW = re.compile(
    r"\b(?:you|we)(?:'ve| have)? (?:\w+ly )?(?:\w+ed|came|said|told|were|asked|had|did)\b"
    r"|\b(?:am|is|are|be|been|being|get|feel|so|very|quite) (?:\w+ly )?\w+ed\b|\bif (?:\w+ ){1,2}(?:were|had|did)\b"  # noqa: E501
    r"|\b(?:indeed|hundreds?|interested|pleased|delighted|sacred|tired|old-fashioned|need(?:ed)?|beloved)\b"
    r"|\b(?:was|were) (?:glad|lovely|nice|a pleasure|kind of you|happy)\b|\bonce you\b"
    "|我从小|您?你刚才|刚才|你来了|来了就|过来|过去(?=[看坐走])",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|wasn't|weren't|had|did|didn't|used to|once|ago|became|began|broke|brought|built|burnt|came|"  # noqa: E501
    r"died|drove|fell|fought|found|gave|grew|held|kept|knew|laid|led|left|lost|made|met|ran|rode|"
    r"rose|said|sang|saw|sent|set up|slept|sold|spoke|stood|stole|taught|told|took|went|won|wore|wrote"  # noqa: E501
    r"|(?-i:[a-z]{3,}ed))\b"
    "|曾|当年|当初|从前|昔[日年时]|早年|那[时年]|年间|古时|旧时|后来|先[祖人]们?.{0,6}[挑带迁来搬开建]"
    f"|[建造修盖娶迁搬死生住做当立写留烧毁打败开种挖捐中考来去传][{HAN}]?[了过](?![{HAN}]?[吧呢])"
    "|(?<=是).{1,14}(?:种下|建|造|修|盖|写|留下|立|开|传下来?|搬来|迁来)的",
    re.IGNORECASE,
)

_THINGS = frozenset("个位名只条座处户口代房间株棵件卷部篇亩丈尺匹头艘两石担幅道孔层进世任章面架具")
_NO_THINGS = frozenset(
    {"thing", "way", "reason", "minut", "hour", "day", "week", "month", "mile", "step", "time"}
    | {"word", "story", "cup", "pound"}
)
"""Words that recommendations count without stating a fact: three things, ten minutes."""
_FEW = frozenset({"#1", "#2"})
_ABOUT = re.compile("[二两三四五六七八九]{2}(?![十百千万])")
"""Two digits in a row mean "some": 三五个."""


def unsupported_inventions(
    sentence: CitedSentence, known_texts: Iterable[str], memory: Iterable[str] = ()
) -> tuple[Sentence, ...]:
    """Return why a sentence without a supporting passage must be left out; empty if it may stay.

    Reasons: a past event that is not in `memory` (the turns of the session), a name or a number in
    none of `known_texts` (question, passages, turns), or a reference to a record.
    """
    if sentence.supported:
        return ()
    claim, known_text = without_marks(sentence.text), "\n".join(known_texts)
    names = dict.fromkeys(
        (*new_names(_CALENDAR.sub(" ", claim), known_text), *_places(claim, known_text))
    )
    reasons = [Sentence(NAME_UNHEARD, {"name": name}) for name in names]
    reasons += [
        Sentence(NUMBER_UNHEARD, {"number": number}) for number in _counted(claim, known_text)
    ]
    if match := _SAYS_WHERE_FROM.search(claim):
        reasons.append(Sentence(SOURCE_UNHEARD, {"source": match[0]}))
    if (past := past_wording(claim)) and not any(is_covered_by(claim, turn) for turn in memory):
        reasons.append(Sentence(PAST_UNHEARD, {"words": past}))
    return tuple(reasons)


def past_wording(claim: str) -> str:
    """Return the words by which a sentence tells of the past, or "". What the visitor has just
    done, or is glad of, does not count.
    """
    simplified = _NOW.sub(" ", claim.translate(simplified_table()))
    match = _PAST.search(simplified)
    return match[0].strip() if match else ""


def _places(claim: str, known_text: str) -> Iterator[str]:
    """Yield unknown places of origin, as a name such as 南昌 has no recognisable form."""
    simplified = known_text.translate(simplified_table())
    for match in _CAME_FROM.finditer(claim.translate(simplified_table())):
        place = match["place"]
        if not (NO_NAME.search(place) or _ANYWHERE.search(place) or place in simplified):
            yield place


def _counted(claim: str, known_text: str) -> Iterator[str]:
    """Yield unknown counts of things; the assertion filter handles historical numbers."""
    folded = fold(claim)
    stated = [
        folded.original(statement.start, statement.end) for statement in statements_in(folded.text)
    ]
    for span in reversed(stated):
        claim = f"{claim[: span.start]} {claim[span.end :]}"
    known_numbers = numbers_in(known_text).keys() | _FEW
    for unit, counted in counts_in(claim).items():
        if unit in _THINGS or (unit.isascii() and unit not in _NO_THINGS):
            for number, written in counted.items():
                if number not in known_numbers and not _ABOUT.match(written):
                    yield written

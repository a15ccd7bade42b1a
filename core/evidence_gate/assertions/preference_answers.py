"""What an answer to a question of preference may not say: it needs no evidence, and may invent none
(source 002, "允许使用会话记忆 但禁止史实断言").
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
    SOURCE_UNHEARD,
)
from core.text.language.scripts import HAN, simplified_characters

_SIMPLIFIED = {ord(old): new for old, new in simplified_characters().items()}
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
"""Written large, and nobody's name."""
_CAME_FROM = re.compile(f"[从自由](?P<place>[{HAN}]{{2,3}}?)[府县州]?[搬迁]")
_ANYWHERE = re.compile(
    "远方|外地|他乡|异乡|各地|四方|山外|国外|邻村|外乡|老家|乡下|别处|北方|南方|中原"
)
_THINGS = frozenset("个位名只条座处户口代房间株棵件卷部篇亩丈尺匹头艘两石担幅道孔层进世任章面架具")
_NO_THINGS = frozenset(
    {"thing", "way", "reason", "minut", "hour", "day", "week", "month", "mile", "step", "time"}
    | {"word", "story", "cup", "pound"}
)
"""What anybody counts who recommends: three things, ten minutes."""
_FEW = frozenset({"#1", "#2"})
_ABOUT = re.compile("[二两三四五六七八九]{2}(?![十百千万])")
"""三五个: some."""


def unsupported_inventions(sentence: CitedSentence, heard: Iterable[str]) -> tuple[Sentence, ...]:
    """Why a sentence that no passage bears out may not be told: it has a name or counts things by a
    number that stands in none of the texts `heard` (question, passages, what was said), or it says
    which record has it. Nothing for any other sentence.
    """
    if sentence.supported:
        return ()
    said, there = without_marks(sentence.text), "\n".join(heard)
    names = dict.fromkeys((*new_names(_CALENDAR.sub(" ", said), there), *_places(said, there)))
    why = [Sentence(NAME_UNHEARD, {"name": name}) for name in names]
    why += [Sentence(NUMBER_UNHEARD, {"number": shown}) for shown in _counted(said, there)]
    if found := _SAYS_WHERE_FROM.search(said):
        why.append(Sentence(SOURCE_UNHEARD, {"source": found[0]}))
    return tuple(why)


def _places(said: str, there: str) -> Iterator[str]:
    """Where somebody came from: 南昌 has no form of its own."""
    written = there.translate(_SIMPLIFIED)
    for found in _CAME_FROM.finditer(said.translate(_SIMPLIFIED)):
        place = found["place"]
        if not (NO_NAME.search(place) or _ANYWHERE.search(place) or place in written):
            yield place


def _counted(said: str, there: str) -> Iterator[str]:
    """Numbers of things; those of history are made vague by the assertion filter."""
    folded = fold(said)
    stated = [folded.original(each.start, each.end) for each in statements_in(folded.text)]
    for span in reversed(stated):
        said = f"{said[: span.start]} {said[span.end :]}"
    known = numbers_in(there).keys() | _FEW
    for what, counted in counts_in(said).items():
        if what in _THINGS or (what.isascii() and what not in _NO_THINGS):
            for number, shown in counted.items():
                if number not in known and not _ABOUT.match(shown):
                    yield shown

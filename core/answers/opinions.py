"""What an answer to a question of preference may not say: it needs no evidence, and may invent none
(source 002, "允许使用会话记忆 但禁止史实断言").
"""

import re
from collections.abc import Iterable

from core.answers.citing import HeldSentence
from core.answers.marks import without_marks
from core.answers.new_names import new_names
from core.answers.support_reasons import NAME_UNHEARD, SOURCE_UNHEARD
from core.errors import Sentence

_BOOKS = "(?:族谱|家谱|宗谱|谱牒|县志|府志|方志|村志|碑文|碑刻|文献|史书|史料)"
_SAYS_WHERE_FROM = re.compile(
    f"(?:根据|据|依据|按照?|查|翻阅).{{0,12}}?{_BOOKS}|{_BOOKS}[中里上]?(?:有|所)?(?:记载|写道|记着|载)"
    r"|\b[Aa]ccording to (?:the|our)\b"
    r"|\b(?:chronicles?|genealog(?:y|ies)|records?|registers?|gazetteers?|annals|archives)"
    r" (?:says?|tells?|states?|records?|shows?|reads?)\b"
)
_CALENDAR = re.compile(
    r"\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July"
    r"|August|September|October|November|December|Christmas|Easter|Shall)\b"
)
"""Written large, and nobody's name."""


def unheard(sentence: HeldSentence, heard: Iterable[str]) -> tuple[Sentence, ...]:
    """Why a sentence that no passage bears out may not be told: it has a name that stands in none
    of the texts `heard` (question, passages, what was said), or it says which record has it.
    Nothing for any other sentence.
    """
    if sentence.supported:
        return ()
    said = without_marks(sentence.text)
    common = _CALENDAR.sub(" ", said)
    why = [Sentence(NAME_UNHEARD, {"name": name}) for name in new_names(common, "\n".join(heard))]
    if found := _SAYS_WHERE_FROM.search(said):
        why.append(Sentence(SOURCE_UNHEARD, {"source": found[0]}))
    return tuple(why)

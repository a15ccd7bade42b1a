"""Names of people, places, dynasties and books that a sentence has and its evidence has not.

Told by rule and always (source 002, P3, asks for NER): a name is what has the form of one, or what
stands where the evidence has a name. A name that the evidence has elsewhere is not told.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from core.evidence_gate.assertions.chinese_new_names import new_chinese_names
from core.evidence_gate.assertions.claim_sentences import without_source_named
from core.evidence_gate.assertions.english_new_names import new_english_names
from core.evidence_gate.assertions.grounding import facts_of
from core.evidence_gate.assertions.reigns import REIGNS, Reign
from core.evidence_gate.assertions.statements import fold
from core.text.language.scripts import HAN, simplified_characters
from core.text.language.sentences import sentence_spans

_SIMPLIFIED = {ord(old): new for old, new in simplified_characters().items()}
_BOOK = re.compile("《([^《》]{1,60})》")
_ANY_BOOK = re.compile(f"宗谱|族谱|家谱|方志|[氏族谱志书记载录集选节卷]|[^{HAN}]+")
"""What titles of any such book say."""
_YEARS = {
    "秦": (-221, -206), "汉": (-202, 220), "晋": (265, 420), "隋": (581, 618), "唐": (618, 907),
    "宋": (960, 1279), "元": (1271, 1368), "明": (1368, 1644), "清": (1636, 1912),
    "民国": (1912, 1949),
}  # fmt: skip
_DYNASTY = re.compile(
    "(?<!公)(?P<dynasty>[秦汉晋隋唐宋元明清])(?:[朝代初末]|[早中晚]期|中叶|季)|(?P<republic>民国)"
)
_DENIED = re.compile(r"(?:不是|并非|而非|并不是)\Z|\b(?:not(?: by)?|rather than|instead of) \Z")
_LONGEST_DENIAL = 12
_CLAUSE = re.compile("[，,；;。]")
_ALIKE = 3
"""Pairs of characters that a clause shares with the sentence it tells of."""
_IN_ENGLISH = {
    "Ming": "明", "Qing": "清", "Song": "宋", "Tang": "唐", "Yuan": "元", "Han": "汉",
}  # fmt: skip


def new_names(sentence: str, text: str) -> tuple[str, ...]:
    """Each once, as the sentence has it; Chinese ones in simplified characters."""
    said = without_source_named(sentence)
    found = [*_new_books(sentence, text), *_new_dynasties(said, text)]
    found += new_chinese_names(_BOOK.sub(" ", said), text)
    found += (one for one in new_english_names(said, text) if not _is_held_dynasty(one, text))
    simplified = said.translate(_SIMPLIFIED)
    return tuple(one for one in dict.fromkeys(found) if not _is_denied(simplified.find(one), said))


def _is_denied(at: int, said: str) -> bool:
    """Whether only that it was not so is said of the name at `at`: 是思齐公，不是王守仁."""
    return at > 0 and bool(_DENIED.search(said, max(0, at - _LONGEST_DENIAL), at))


def _new_books(sentence: str, text: str) -> Iterator[str]:
    there = text.translate(_SIMPLIFIED)
    for found in _BOOK.finditer(sentence):
        title = found[1].translate(_SIMPLIFIED)
        pieces = filter(None, _ANY_BOOK.split(title))
        if title not in there and not all(_is_joined(piece, there) for piece in pieces):
            yield found[0]


def _is_joined(piece: str, there: str) -> bool:
    """Whether the texts have each of its characters together with a neighbour."""
    pairs = [piece[at : at + 2] in there for at in range(len(piece) - 1)]
    held = zip([False, *pairs], [*pairs, False], strict=True)
    return piece in there or (len(piece) > 1 and all(before or after for before, after in held))


def _new_dynasties(said: str, text: str) -> Iterator[str]:
    """Held against the sentence that a clause is most like, where that tells of its time."""
    for clause in _CLAUSE.split(said):
        named = list(_DYNASTY.finditer(clause))
        told = _told_in(clause, text) if named else ""
        for found in named:
            if not _stands_in(found["dynasty"] or found["republic"], told):
                yield found[0]


def _told_in(clause: str, text: str) -> str:
    pairs = {one + other for one, other in pairwise(clause)}
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    shared, nearest = max(
        ((sum(pair in one for pair in pairs), one) for one in sentences), default=(0, text)
    )
    tells = shared >= _ALIKE and any(_stands_in(dynasty, nearest) for dynasty in _YEARS)
    return nearest if tells else text


def _is_held_dynasty(name: str, text: str) -> bool:
    return name in _IN_ENGLISH and _stands_in(_IN_ENGLISH[name], text)


@lru_cache(maxsize=256)
def _stands_in(dynasty: str, text: str) -> bool:
    """Whether a text names a dynasty, or a reign or a year of it: 洪武三年 is of the Ming."""
    if any((one["dynasty"] or one["republic"]) == dynasty for one in _DYNASTY.finditer(text)):
        return True
    facts = facts_of(text)
    first, last = _YEARS[dynasty]
    reigns = {name for each in REIGNS if each.dynasty[0] == dynasty[0] for name in _named(each)}
    years = (int(fact.removeprefix("year:")) for fact in facts if fact.startswith("year:"))
    return not facts.isdisjoint(reigns) or any(first <= year <= last for year in years)


def _named(reign: Reign) -> tuple[str, str]:
    return f"reign:{reign.name}", f"reign:{fold(reign.name).text}"

"""The marks by which an answer says which evidence a sentence rests on: [1], [1][2], 【1】."""

import re
from dataclasses import dataclass

from core.text.sentences import sentence_spans
from core.text.span import Span

_MARK = re.compile(r"\s*[\[【［]\s*(\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)\s*[\]】］]")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """`span` in the answer, marks and all; `text` without them; `cited` in their order, once."""

    span: Span
    text: str
    cited: tuple[int, ...]


def marked_sentences(answer: str) -> list[MarkedSentence]:
    """The sentences of an answer in order. A mark belongs to the sentence it stands in or right
    behind.
    """
    marks = list(_MARK.finditer(answer))
    bare = _MARK.sub(lambda mark: " " * len(mark[0]), answer)
    bounds = list(sentence_spans(bare))
    found = []
    for at, (start, end) in enumerate(bounds):
        following = bounds[at + 1][0] if at + 1 < len(bounds) else len(answer)
        mine = [mark for mark in marks if start <= mark.start() < following]
        cited = [int(number) for mark in mine for number in _NUMBER.findall(mark[1])]
        last = max([end, *(mark.end() for mark in mine)])
        said = " ".join(bare[start:end].split()) if " " in bare[start:end] else bare[start:end]
        found.append(MarkedSentence(Span(start, last), said, tuple(dict.fromkeys(cited))))
    return found


def without_marks(answer: str) -> str:
    return _MARK.sub("", answer)

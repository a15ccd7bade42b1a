"""The marks by which an answer says which evidence a sentence rests on, as models write them.

[1], [1][2], [1, 2], [1-3], 【1】, 〔1〕, [[1]], [^1], [Source 1], [citation:1], [来源1],
【1†source】, and at the end of a clause (1) and ¹.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from core.evidence_gate.assertions.quotations import QUOTED
from core.text.language.sentences import sentence_spans
from core.text.span import Span

_BLANKS = r"[^\S\n]*"
_KIND = (
    r"(?:\^|#|(?:sources?|citations?|cite|refs?|references?|evidence|passages?|docs?|documents?|ev|[esp]"
    r"|来源|资料|文献|证据|引用|引文|出处|材料|段落?|第)[ :：#_.\-]{0,2})?"
)
_NUMBER = rf"{_KIND}\d{{1,3}}[段条则]?"
_LIST = rf"{_NUMBER}(?: ?(?:[,，、;；&~–—\-至和及]|and) ?{_NUMBER})*"
_ENDS_CLAUSE = r"(?=[^\S\n]{0,3}(?:[。.!！?？…,，;；:：”’」』\"')）\]】\[【(（]|\n|\Z))"
_BARE = (
    rf"(?:[\[【［〔〖]{{1,2}}\s{{0,3}}{_LIST}(?:†[^\]】\n]{{0,40}})?\s{{0,3}}[\]】］〕〗]{{1,2}}"
    rf"|(?<=[^\s(（])[^\S\n]?[(（](?:{_LIST}(?<!\d\d\d)(?<![2-9]\d))[)）]{_ENDS_CLAUSE}"
    rf"|(?:(?<=[\u4e00-\u9fff])(?<!米)|(?<=[a-z]{{3}})|(?<=\d\d\d))[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}}{_ENDS_CLAUSE}"
    r"|(?<=[.。!！?？”」])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}(?![⁰¹²³⁴⁵⁶⁷⁸⁹]))"
)
# Blanks are read from their first one on, else a row of them is read again from each.
_MARK = re.compile(rf"(?<![^\S\n]){_BLANKS}{_BARE}", re.IGNORECASE)
# Marks that stand in front of their sentence, at the beginning of a line.
_LEADING = re.compile(
    rf"(?:\A|\n){_BLANKS}({_BARE}(?:{_BLANKS}{_BARE})*){_BLANKS}\Z", re.IGNORECASE
)
_RANGE = re.compile(r"(\d+)(?: ?([~–—\-至]) ?\D{0,12}(\d+))?")
_SMALL = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_WIDEST = 20
"""Numbers of a range; a wider one is none."""


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """`span` in the answer, marks and all; `text` without them; `cited` in their order, once."""

    span: Span
    text: str
    cited: tuple[int, ...]


def marked_sentences(answer: str) -> list[MarkedSentence]:
    """The sentences of an answer in order. A mark belongs to the sentence it stands in or right
    behind; at the beginning of a line, to the one that follows.
    """
    found = []
    for span in marked_spans(answer):
        said = without_marks(span.of(answer)).strip()
        said = " ".join(said.split()) if " " in said else said
        if said:
            found.append(MarkedSentence(span, said, cited_in(span.of(answer))))
    return found


def marked_spans(answer: str, *, whole_quotes: bool = False) -> list[Span]:
    """Where its sentences stand, each with its marks, whether they come before the stop or behind
    it. With `whole_quotes` none ends inside a quote.
    """
    found_marks = list(_MARK.finditer(answer))
    places = _unmarked_places(answer, [Span(*match.span()) for match in found_marks])
    # Without the blanks in front of them.
    marks = [Span(one.end() - len(one[0].lstrip()), one.end()) for one in found_marks]
    bare = "".join(answer[at] for at in places)
    bounds = list(sentence_spans(bare))
    if whole_quotes:
        bounds = list(_with_whole_quotes(bare, bounds))
    if not bounds:
        return [Span(marks[0].start, marks[-1].end)] if marks else []
    starts, done = list[int](), 0
    for start, end in bounds:
        starts.append(_with_leading(answer, places[start], done))
        done = places[end - 1] + 1
    if marks:
        starts[0] = min(starts[0], marks[0].start)
    found, begun = [], [mark.start for mark in marks]
    for at, (_, end) in enumerate(bounds):
        following = starts[at + 1] if at + 1 < len(starts) else len(answer)
        last = bisect_left(begun, following) - 1
        behind = marks[last].end if last >= 0 and begun[last] >= starts[at] else 0
        found.append(Span(starts[at], max(places[end - 1] + 1, behind)))
    return found


def _with_leading(answer: str, start: int, done: int) -> int:
    """Where a sentence begins, marks in front of it at the beginning of its line and all; `done` is
    where the one before it ends.
    """
    lead = _LEADING.search(answer, done, start)
    return lead.start(1) if lead else start


def cited_in(text: str) -> tuple[int, ...]:
    """The numbers of its marks, in their order, once."""
    return tuple(dict.fromkeys(n for mark in _MARK.finditer(text) for n in _numbers(mark[0])))


def without_marks(answer: str) -> str:
    return _MARK.sub("", answer)


def with_marks_of(text: str, numbers: Collection[int]) -> str:
    """Its marks of these numbers as [1, 2], however they were written, and no others."""

    def kept(mark: re.Match[str]) -> str:
        said = [str(number) for number in _numbers(mark[0]) if number in numbers]
        blanks = mark[0][: len(mark[0]) - len(mark[0].lstrip())]
        return f"{blanks}[{', '.join(said)}]" if said else ""

    return _MARK.sub(kept, text)


def _numbers(mark: str) -> Iterator[int]:
    plain = mark.translate(_SMALL).split("†")[0]
    for first, _, last in _RANGE.findall(plain):
        yield int(first)
        if last and int(first) < int(last) <= int(first) + _WIDEST:
            yield from range(int(first) + 1, int(last) + 1)
        elif last:
            yield int(last)


def _unmarked_places(answer: str, marks: list[Span]) -> list[int]:
    """Where in the answer each character of it without its marks stands."""
    places, at = list[int](), 0
    for mark in marks:
        places += range(at, mark.start)
        at = mark.end
    return [*places, *range(at, len(answer))]


def _with_whole_quotes(bare: str, bounds: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    quotes = [match.span() for match in QUOTED.finditer(bare)]
    opened = [opens for opens, _ in quotes]
    start = None
    for begins, ends in bounds:
        start = begins if start is None else start
        before = bisect_left(opened, ends) - 1
        if before >= 0 and ends < quotes[before][1]:
            continue
        yield start, ends
        start = None
    if start is not None:
        yield start, bounds[-1][1]

"""Parse the citation marks of an answer in the forms that models write.

[1], [1][2], [1, 2], [1-3], 【1】, 〔1〕, [[1]], [^1], [Source 1], [citation:1], [来源1],
【1†source】, and at the end of a clause (1) and ¹.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from core.evidence_gate.assertions.quotations import QUOTED
from core.text import Span
from core.text.language import sentence_spans

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
# Blanks are matched from their first one only, else a run of them takes quadratic time.
_MARK = re.compile(rf"(?<![^\S\n]){_BLANKS}{_BARE}", re.IGNORECASE)
# Marks in front of their sentence, at the beginning of a line.
_LEADING = re.compile(
    rf"(?:\A|\n){_BLANKS}({_BARE}(?:{_BLANKS}{_BARE})*){_BLANKS}\Z", re.IGNORECASE
)
_RANGE = re.compile(r"(\d+)(?: ?([~–—\-至]) ?\D{0,12}(\d+))?")
_SMALL = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_WIDEST = 20
"""Most numbers of a range; a wider one counts as its two ends."""


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence at `span` of the answer, marks included; `text` is without marks, `cited` has the
    numbers in order, without repeats.
    """

    span: Span
    text: str
    cited: tuple[int, ...]


def marked_sentences(answer: str) -> list[MarkedSentence]:
    """Return the sentences of an answer in order. A mark belongs to the sentence that contains or
    precedes it; at the start of a line, to the next one.
    """
    sentences = []
    for span in marked_spans(answer):
        text = without_marks(span.of(answer)).strip()
        text = " ".join(text.split()) if " " in text else text
        if text:
            sentences.append(MarkedSentence(span, text, cited_in(span.of(answer))))
    return sentences


def marked_spans(answer: str, *, whole_quotes: bool = False) -> list[Span]:
    """Return the spans of the sentences with their marks, before or after the full stop. With
    `whole_quotes` no sentence ends inside a quote.
    """
    matches = list(_MARK.finditer(answer))
    positions = _unmarked_positions(answer, [Span(*match.span()) for match in matches])
    # The marks without leading blanks.
    marks = [Span(match.end() - len(match[0].lstrip()), match.end()) for match in matches]
    unmarked = "".join(answer[position] for position in positions)
    bounds = list(sentence_spans(unmarked))
    if whole_quotes:
        bounds = list(_with_whole_quotes(unmarked, bounds))
    if not bounds:
        return [Span(marks[0].start, marks[-1].end)] if marks else []
    starts, previous_end = list[int](), 0
    for start, end in bounds:
        starts.append(_with_leading(answer, positions[start], previous_end))
        previous_end = positions[end - 1] + 1
    if marks:
        starts[0] = min(starts[0], marks[0].start)
    spans, mark_starts = [], [mark.start for mark in marks]
    for index, (_, end) in enumerate(bounds):
        following = starts[index + 1] if index + 1 < len(starts) else len(answer)
        last = bisect_left(mark_starts, following) - 1
        last_mark_end = marks[last].end if last >= 0 and mark_starts[last] >= starts[index] else 0
        spans.append(Span(starts[index], max(positions[end - 1] + 1, last_mark_end)))
    return spans


def _with_leading(answer: str, start: int, previous_end: int) -> int:
    """Return the start of a sentence, including marks in front of it at the start of its line;
    `previous_end` is the end of the sentence before it.
    """
    lead = _LEADING.search(answer, previous_end, start)
    return lead.start(1) if lead else start


def cited_in(text: str) -> tuple[int, ...]:
    """Return the numbers of the marks in a text, in order, without repeats."""
    return tuple(dict.fromkeys(n for mark in _MARK.finditer(text) for n in _numbers(mark[0])))


def without_marks(answer: str) -> str:
    return _MARK.sub("", answer)


def with_marks_of(text: str, numbers: Collection[int]) -> str:
    """Keep the marks of these numbers, written as [1, 2], and remove all others."""

    def rewrite(mark: re.Match[str]) -> str:
        cited = [str(number) for number in _numbers(mark[0]) if number in numbers]
        blanks = mark[0][: len(mark[0]) - len(mark[0].lstrip())]
        return f"{blanks}[{', '.join(cited)}]" if cited else ""

    return _MARK.sub(rewrite, text)


def _numbers(mark: str) -> Iterator[int]:
    plain = mark.translate(_SMALL).split("†")[0]
    for low, _, high in _RANGE.findall(plain):
        yield int(low)
        if high and int(low) < int(high) <= int(low) + _WIDEST:
            yield from range(int(low) + 1, int(high) + 1)
        elif high:
            yield int(high)


def _unmarked_positions(answer: str, marks: list[Span]) -> list[int]:
    """Return the position in the answer of each character outside of its marks."""
    positions, position = list[int](), 0
    for mark in marks:
        positions += range(position, mark.start)
        position = mark.end
    return [*positions, *range(position, len(answer))]


def _with_whole_quotes(unmarked: str, bounds: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    quotes = [match.span() for match in QUOTED.finditer(unmarked)]
    quote_starts = [quote_start for quote_start, _ in quotes]
    start = None
    for sentence_start, sentence_end in bounds:
        start = sentence_start if start is None else start
        quote_index = bisect_left(quote_starts, sentence_end) - 1
        if quote_index >= 0 and sentence_end < quotes[quote_index][1]:
            continue
        yield start, sentence_end
        start = None
    if start is not None:
        yield start, bounds[-1][1]

"""Where else a novel says what a question's evidence says, or its answer (R9).

Filler that repeats the evidence answers the question at another depth than the one recorded.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.text import PreparedText, Span, normal_form
from core.text.language.scripts import HAN
from core.text.language.sentences import sentence_spans
from core.text.language.words import weight
from core.text.matching.boundaries import whole_tokens

COPY_SIMILARITY = 0.8
"""From here on a passage is a near copy, as source 000 has it."""
MOST_COPIES = 20
"""Places of an answer that can be avoided; one that stands in more is a common phrase."""

# In letters; a Chinese character counts two. Below it, what is alike is alike by chance.
_TELLING = 24
_LEAST_ANSWER = 4
_MOST_PLACES = 2_000
_LEAST_PART = 8
# A passage of more sentences is looked up word for word: each look-up takes about a millisecond.
_MOST_NEAR = 120
_SEAM = re.compile(rf"(?=\s)|(?<=\s)|(?<=[{HAN}])(?=[{HAN}])")


@dataclass(frozen=True, slots=True)
class Leaks:
    """What filler should not hold, as characters of the novel, the worst first.

    `copies` of the evidence; `answers`: where the answer is said; `common`: the same of answers
    said in too many places to avoid.
    """

    copies: tuple[Span, ...] = ()
    answers: tuple[Span, ...] = ()
    common: tuple[Span, ...] = ()


@dataclass(frozen=True, eq=False)
class LeakFinder:
    """Looks for leaks in a novel, once for each evidence and each answer."""

    prepared: PreparedText = field(repr=False)
    _copies: dict[Span, tuple[Span, ...]] = field(default_factory=dict, repr=False)
    _answers: dict[str, tuple[Span, ...]] = field(default_factory=dict, repr=False)

    def leaks(self, evidence: Span, answers: tuple[str, ...]) -> Leaks:
        """Of an evidence and the texts of the right options; all outside the evidence.

        Every sentence of the evidence that is long enough to be told from chance is looked for
        alone, so that a copy of a part is found too.
        """
        if evidence not in self._copies:
            self._copies[evidence] = tuple(sorted(set(self._copies_of(evidence))))
        said: list[Span] = []
        common: list[Span] = []
        for answer in answers:
            if answer not in self._answers:
                self._answers[answer] = tuple(self._places_of(answer))
            places = self._answers[answer]
            (said if len(places) <= MOST_COPIES else common).extend(places)
        outside = _outside(evidence)
        return Leaks(
            self._copies[evidence],
            tuple(sorted(filter(outside, said))),
            tuple(sorted(filter(outside, common))),
        )

    def _copies_of(self, evidence: Span) -> Iterator[Span]:
        text, outside = self.prepared.text, _outside(evidence)
        spans = sentence_spans(evidence.of(text))
        quotes = [text[evidence.start + start : evidence.start + end] for start, end in spans]
        telling = [quote for quote in quotes if weight(normal_form(quote)) >= _TELLING]
        parts = self._parts([evidence]) if 0 < len(telling) <= _MOST_NEAR else []
        for quote in telling or [evidence.of(text)]:
            yield from filter(outside, self._verbatim(quote))
            yield from filter(outside, self._near(quote, parts))

    def _places_of(self, answer: str) -> Iterator[Span]:
        length = weight(normal_form(answer))
        if length < _LEAST_ANSWER:
            return
        found = list(self._verbatim(answer))
        yield from found
        if length >= _TELLING and len(found) <= MOST_COPIES:
            yield from self._near(answer, self._parts(found))

    def _verbatim(self, quote: str) -> Iterator[Span]:
        """Where it stands but for how it is typed, in whole words."""
        normal = self.prepared.normal
        sought = self.prepared.sought(normal_form(quote))
        if not sought.text:
            return
        for start in self.prepared.occurrences(sought, _MOST_PLACES):
            end = start + len(sought.text)
            if whole_tokens(normal.text, start, end) == (start, end):
                yield normal.original(start, end)

    def _near(self, quote: str, parts: Sequence["_Part"]) -> Iterator[Span]:
        """The near copies in some parts of the novel, about `MOST_COPIES` at most."""
        normal, left = normal_form(quote), MOST_COPIES
        while parts and left > 0:
            further: list[_Part] = []
            for part in parts:
                copy = part.nearest_copy(normal)
                if copy is not None:
                    yield copy
                    left -= 1
                    further += self._parts([copy], part.span)
            parts = further

    def _parts(self, without: Sequence[Span], of: Span | None = None) -> list["_Part"]:
        """What is left of the novel, or a part of it, without some places.

        Each cut falls inside what is left out, beside a word: there a text can be cut together
        with its index (`PreparedText.part`).
        """
        text = self.prepared.text
        start, last = (of.start, of.end) if of else (0, len(text))
        bounds: list[tuple[int, int]] = []
        for span in sorted(without):
            seam = _SEAM.search(text, span.start, span.end)
            bounds.append((start, seam.start() if seam else span.start))
            start = _last_seam(text, span)
        bounds.append((start, last))
        return [
            _Part(Span(a, b), self.prepared.part(a, b)) for a, b in bounds if b - a >= _LEAST_PART
        ]


class _Part(NamedTuple):
    """A part of the novel, ready for looking things up in it alone."""

    span: Span
    prepared: PreparedText

    def nearest_copy(self, quote: str) -> Span | None:
        """Of a normalised quote."""
        sought = self.prepared.sought(quote)
        edits = min(int((1 - COPY_SIMILARITY) * sought.letters + 1e-9), sought.letters - 1)
        windows = self.prepared.near_copies(sought, edits)
        if not windows:
            return None
        found = self.prepared.normal.original(windows[0].start, windows[0].end)
        return Span(self.span.start + found.start, self.span.start + found.end)


def _last_seam(text: str, span: Span) -> int:
    places = range(span.end, span.start, -1)
    return next((at for at in places if _SEAM.match(text, at)), span.end)


def _outside(evidence: Span) -> Callable[[Span], bool]:
    """Whether a span shares no character with the evidence."""
    return lambda span: span.end <= evidence.start or evidence.end <= span.start

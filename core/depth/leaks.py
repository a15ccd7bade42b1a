"""Find leaks: other places of a novel that repeat a question's evidence or its answer (R9).

Filler that repeats the evidence answers the question at another depth than the recorded one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.text import PreparedText, Span, normal_form
from core.text.language import letter_length, sentence_spans
from core.text.language.scripts import HAN
from core.text.matching import whole_tokens

COPY_SIMILARITY = 0.8
"""The least similarity of a near copy, as in source 000."""
MOST_COPIES = 20
"""The most places of an answer that are avoided; with more it is a common phrase."""

# In letters; a Chinese character counts two. Shorter texts may be alike by chance.
_DISTINCTIVE_LENGTH = 24
_LEAST_ANSWER = 4
_MOST_PLACES = 2_000
_LEAST_PART = 8
# Evidence with more sentences is only looked up verbatim: each near search takes about 1 ms.
_MOST_NEAR_SEARCHES = 120
_SEAM = re.compile(rf"(?=\s)|(?<=\s)|(?<=[{HAN}])(?=[{HAN}])")


@dataclass(frozen=True, slots=True)
class Leaks:
    """Spans of the novel, in characters, that filler should not contain, the worst kind first.

    `copies`: copies of the evidence. `answers`: places of the answer. `common`: places of answers
    that have too many to be avoided.
    """

    copies: tuple[Span, ...] = ()
    answers: tuple[Span, ...] = ()
    common: tuple[Span, ...] = ()


@dataclass(frozen=True, eq=False)
class LeakFinder:
    """Finds leaks in a novel; results are cached by evidence and by answer."""

    prepared: PreparedText = field(repr=False)
    _copies: dict[Span, tuple[Span, ...]] = field(default_factory=dict, repr=False)
    _answers: dict[str, tuple[Span, ...]] = field(default_factory=dict, repr=False)

    def leaks(self, evidence: Span, answers: tuple[str, ...]) -> Leaks:
        """Return the leaks, outside the evidence, of the evidence and of the correct options'
        texts.

        Each sentence of the evidence that is long enough not to match by chance is searched
        separately, so that a copy of a part is found too.
        """
        if evidence not in self._copies:
            self._copies[evidence] = tuple(sorted(set(self._copies_of(evidence))))
        avoidable: list[Span] = []
        common: list[Span] = []
        for answer in answers:
            if answer not in self._answers:
                self._answers[answer] = tuple(self._places_of(answer))
            places = self._answers[answer]
            (avoidable if len(places) <= MOST_COPIES else common).extend(places)
        outside = _outside(evidence)
        return Leaks(
            self._copies[evidence],
            tuple(sorted(filter(outside, avoidable))),
            tuple(sorted(filter(outside, common))),
        )

    def _copies_of(self, evidence: Span) -> Iterator[Span]:
        text, outside = self.prepared.text, _outside(evidence)
        spans = sentence_spans(evidence.of(text))
        quotes = [text[evidence.start + start : evidence.start + end] for start, end in spans]
        distinctive = [
            quote for quote in quotes if letter_length(normal_form(quote)) >= _DISTINCTIVE_LENGTH
        ]
        parts = self._parts([evidence]) if 0 < len(distinctive) <= _MOST_NEAR_SEARCHES else []
        for quote in distinctive or [evidence.of(text)]:
            yield from filter(outside, self._verbatim(quote))
            yield from filter(outside, self._near(quote, parts))

    def _places_of(self, answer: str) -> Iterator[Span]:
        length = letter_length(normal_form(answer))
        if length < _LEAST_ANSWER:
            return
        verbatim = list(self._verbatim(answer))
        yield from verbatim
        if length >= _DISTINCTIVE_LENGTH and len(verbatim) <= MOST_COPIES:
            yield from self._near(answer, self._parts(verbatim))

    def _verbatim(self, quote: str) -> Iterator[Span]:
        """Yield occurrences of the quote in whole words, ignoring typographic differences."""
        normal = self.prepared.normal
        prepared_quote = self.prepared.sought(normal_form(quote))
        if not prepared_quote.text:
            return
        for start in self.prepared.occurrences(prepared_quote, _MOST_PLACES):
            end = start + len(prepared_quote.text)
            if whole_tokens(normal.text, start, end) == (start, end):
                yield normal.original(start, end)

    def _near(self, quote: str, parts: Sequence["_Part"]) -> Iterator[Span]:
        """Yield near copies in the given parts of the novel, about `MOST_COPIES` at most."""
        normal, remaining = normal_form(quote), MOST_COPIES
        while parts and remaining > 0:
            next_parts: list[_Part] = []
            for part in parts:
                copy = part.nearest_copy(normal)
                if copy is not None:
                    yield copy
                    remaining -= 1
                    next_parts += self._parts([copy], part.span)
            parts = next_parts

    def _parts(self, without: Sequence[Span], of: Span | None = None) -> list["_Part"]:
        """Return the parts of the novel, or of the span `of`, outside the spans `without`.

        Each cut falls inside a left-out span, beside a word, where a text can be cut together with
        its index (`PreparedText.part`).
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
    """A part of the novel with its own search index."""

    span: Span
    prepared: PreparedText

    def nearest_copy(self, quote: str) -> Span | None:
        """Return the best near copy of a normalised quote in this part, or None."""
        prepared_quote = self.prepared.sought(quote)
        edits = min(
            int((1 - COPY_SIMILARITY) * prepared_quote.letters + 1e-9), prepared_quote.letters - 1
        )
        windows = self.prepared.near_copies(prepared_quote, edits)
        if not windows:
            return None
        span_in_part = self.prepared.normal.original(windows[0].start, windows[0].end)
        return Span(self.span.start + span_in_part.start, self.span.start + span_in_part.end)


def _last_seam(text: str, span: Span) -> int:
    places = range(span.end, span.start, -1)
    return next((place for place in places if _SEAM.match(text, place)), span.end)


def _outside(evidence: Span) -> Callable[[Span], bool]:
    """Return a predicate: the span shares no character with the evidence."""
    return lambda span: span.end <= evidence.start or evidence.end <= span.start

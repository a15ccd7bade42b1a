"""Whether a quote stands in a text, and if not quite, what was changed (source 000).

Content before form: a quote may differ in how it was typed and by small slips, never in a number,
a negation or a name, however near it is otherwise.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from core.text.content import (
    CHANGES_CONTENT,
    Difference,
    DifferenceKind,
    cuts_negation,
    cuts_number,
    differences,
    negators,
    weight,
    whole_tokens,
)
from core.text.edits import nearest_window
from core.text.fragments import chain_in_order, split_at_ellipses
from core.text.normalise import normalise
from core.text.search import PreparedText
from core.text.span import Span


class EvidenceVerdict(StrEnum):
    """exact: verbatim. normalised: the same but for typing, or for slips that change no content.
    elided: its parts, joined by ellipses, stand in order and close together. altered: a near copy
    with a number, a negation, a name or a whole run of words changed. absent: nothing near.
    """

    EXACT = "exact"
    NORMALISED = "normalised"
    ELIDED = "elided"
    ALTERED = "altered"
    ABSENT = "absent"


class EvidenceWarning(StrEnum):
    """What a reviewer should know of a quote that was found (reading 55)."""

    CUT_NUMBER = "cut_number"
    CUT_NEGATION = "cut_negation"
    NEGATION_LEFT_OUT = "negation_left_out"
    SHORT = "short"
    REPEATED = "repeated"


WARNING_SENTENCES = {
    EvidenceWarning.CUT_NUMBER: "The quote begins or ends inside a number.",
    EvidenceWarning.CUT_NEGATION: "The quote leaves out a negation right before or at its edge.",
    EvidenceWarning.NEGATION_LEFT_OUT: "The words left out between its parts hold a negation.",
    EvidenceWarning.SHORT: "The quote is so short that finding it proves little.",
    EvidenceWarning.REPEATED: "The quote stands in more than one place.",
}

FOUND = frozenset({EvidenceVerdict.EXACT, EvidenceVerdict.NORMALISED, EvidenceVerdict.ELIDED})
MAX_LISTED_OCCURRENCES = 20
# Letters below which a quote, or one part of an elided one, proves little; Chinese counts double.
MIN_WEIGHT = 8
_CLAUSE_END = re.compile(r"[。！？!?；;.…\n]")


@dataclass(frozen=True, kw_only=True)
class EvidenceMatch:
    """What became of one quote. Spans are half-open characters of the original text.

    `similarity` in [0, 1] is 1 - d / n: d the least Levenshtein distance from the normalised
    quote to any part of the normalised text, n the length of the normalised quote; for an elided
    quote the mean over its fragments by length. Of an absent quote it is that of the likeliest
    place, and always below the threshold. `span` and `matched_text` are None when absent.
    `occurrences` lists at most MAX_LISTED_OCCURRENCES of `occurrence_count`.
    """

    verdict: EvidenceVerdict
    found: bool
    similarity: float
    span: Span | None = None
    matched_text: str | None = None
    fragments: tuple[Span, ...] = ()
    differences: tuple[Difference, ...] = ()
    occurrences: tuple[Span, ...] = ()
    occurrence_count: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Place:
    """A part [start, end) of the normalised text that a quote was held against."""

    start: int
    end: int
    similarity: float
    differences: tuple[Difference, ...] = ()

    @property
    def changes_content(self) -> bool:
        return any(difference.kind in CHANGES_CONTENT for difference in self.differences)


class EvidenceMatcher:
    """Looks quotes up in texts (source 000, `EvidenceMatcher`).

    A near copy counts from `similarity_threshold` upwards; the search misses none at or above it.
    """

    def __init__(self, similarity_threshold: float = 0.8) -> None:
        if not 0.0 <= similarity_threshold <= 1.0:
            raise ValueError(f"similarity_threshold must lie in [0, 1], not {similarity_threshold}")
        self.similarity_threshold = similarity_threshold

    def find_evidence(self, evidence: str, context: str) -> tuple[bool, float, str | None]:
        """(found, similarity, the passage of `context`, also where it was altered)."""
        match = self.match(evidence, context)
        return match.found, match.similarity, match.matched_text

    def match(
        self, evidence: str, text: str | PreparedText, *, near: int | None = None
    ) -> EvidenceMatch:
        """Look `evidence` up; `near` (a character of `text`) picks among several occurrences."""
        prepared = PreparedText.of(text)
        quote = normalise(evidence).text
        if not quote:
            return EvidenceMatch(verdict=EvidenceVerdict.ABSENT, found=False, similarity=0.0)
        return (
            self._verbatim(evidence.strip(), prepared, near)
            or self._same_but_typing(quote, prepared, near)
            or self._elided(evidence, prepared, near)
            or self._near_copy(quote, evidence, prepared)
            or self._absent(quote, prepared)
        )

    def _normalize_text(self, text: str) -> str:
        return normalise(text).text

    def _calculate_similarity(self, text1: str, text2: str) -> float:
        """How much of `text1` some part of `text2` holds, see `EvidenceMatch.similarity`."""
        quote = normalise(text1).text
        return _similarity(quote, nearest_window(quote, normalise(text2).text).distance)

    def _verbatim(
        self, quote: str, prepared: PreparedText, near: int | None
    ) -> EvidenceMatch | None:
        starts = _occurrences(quote, prepared.text, near)
        if not starts:
            return None
        spans = [Span(start, start + len(quote)) for start in starts]
        count = _count(quote, prepared.text, starts)
        return self._found(EvidenceVerdict.EXACT, spans, count, prepared)

    def _same_but_typing(
        self, quote: str, prepared: PreparedText, near: int | None
    ) -> EvidenceMatch | None:
        """Property 2: a normalised substring is found, always."""
        normal = prepared.normal
        place = None if near is None else prepared.normal_index(near)
        starts = _occurrences(quote, normal.text, place)
        if not starts:
            return None
        spans = [normal.original(start, start + len(quote)) for start in starts]
        count = _count(quote, normal.text, starts)
        return self._found(EvidenceVerdict.NORMALISED, spans, count, prepared)

    def _found(
        self, verdict: EvidenceVerdict, spans: Sequence[Span], count: int, prepared: PreparedText
    ) -> EvidenceMatch:
        """The first span is the one picked; the list is put in the order of the text."""
        picked = spans[0]
        warnings = _edge_warnings(picked, prepared)
        if count > 1:
            warnings.append(EvidenceWarning.REPEATED)
        return EvidenceMatch(
            verdict=verdict,
            found=True,
            similarity=1.0,
            span=picked,
            matched_text=picked.of(prepared.text),
            fragments=(picked,),
            occurrences=tuple(sorted(set(spans))),
            occurrence_count=max(count, len(set(spans))),
            warnings=tuple(warnings),
        )

    def _elided(
        self, evidence: str, prepared: PreparedText, near: int | None
    ) -> EvidenceMatch | None:
        """Every part in order, close together and long enough to prove something, or None."""
        parts = [normalise(part).text for part in split_at_ellipses(evidence)]
        parts = [part for part in parts if part]
        if len(parts) < 2 or min(map(weight, parts)) < MIN_WEIGHT:
            return None
        places = [self._places(part, prepared) for part in parts]
        goal = None if near is None else prepared.normal_index(near)
        chain = chain_in_order([[(p.start, p.end) for p in part] for part in places], goal)
        if chain is None:
            return None
        chosen = [
            next(place for place in part if (place.start, place.end) == link)
            for part, link in zip(places, chain, strict=True)
        ]
        return self._joined(parts, chosen, prepared)

    def _joined(
        self, parts: Sequence[str], chosen: Sequence[_Place], prepared: PreparedText
    ) -> EvidenceMatch:
        normal = prepared.normal
        fragments = tuple(normal.original(place.start, place.end) for place in chosen)
        span = Span(fragments[0].start, fragments[-1].end)
        altered = any(place.changes_content for place in chosen)
        total = sum(map(len, parts))
        similarity = sum(len(p) * c.similarity for p, c in zip(parts, chosen, strict=True)) / total
        warnings = [warning for part in fragments for warning in _edge_warnings(part, prepared)]
        gaps = pairwise(chosen)
        if any(negators(normal.text[one.end : other.start]) for one, other in gaps):
            warnings.append(EvidenceWarning.NEGATION_LEFT_OUT)
        return EvidenceMatch(
            verdict=EvidenceVerdict.ALTERED if altered else EvidenceVerdict.ELIDED,
            found=not altered,
            similarity=min(1.0, similarity),
            span=span,
            matched_text=span.of(prepared.text),
            fragments=fragments,
            differences=tuple(d for place in chosen for d in place.differences),
            occurrences=(span,),
            occurrence_count=1,
            warnings=tuple(dict.fromkeys(warnings)),
        )

    def _places(self, part: str, prepared: PreparedText) -> list[_Place]:
        """Where a fragment stands verbatim, else its best near copy."""
        exact = _all_occurrences(part, prepared.normal.text)
        if exact:
            return [_Place(start, start + len(part), 1.0) for start in exact]
        copy = self._best_copy(part, prepared)
        return [copy] if copy else []

    def _near_copy(self, quote: str, evidence: str, prepared: PreparedText) -> EvidenceMatch | None:
        copy = self._best_copy(quote, prepared)
        if copy is None:
            return None
        # Across an ellipsis no new wording may ride along on the rest of the quote.
        joined = len(split_at_ellipses(evidence)) > 1
        reworded = any(d.kind is DifferenceKind.WORDING for d in copy.differences)
        altered = copy.changes_content or (joined and reworded)
        span = prepared.normal.original(copy.start, copy.end)
        return EvidenceMatch(
            verdict=EvidenceVerdict.ALTERED if altered else EvidenceVerdict.NORMALISED,
            found=not altered,
            similarity=copy.similarity,
            span=span,
            matched_text=span.of(prepared.text),
            fragments=(span,),
            differences=copy.differences,
            occurrences=(span,),
            occurrence_count=1,
            warnings=tuple(_edge_warnings(span, prepared)),
        )

    def _best_copy(self, quote: str, prepared: PreparedText) -> _Place | None:
        """The nearest copy at or above the threshold, one without changed content first."""
        edits = int((1.0 - self.similarity_threshold) * len(quote) + 1e-9)
        if not edits:
            return None
        copies = []
        text = prepared.normal.text
        for window in prepared.near_copies(quote, edits):
            if window.start == window.end:
                continue
            start, end = whole_tokens(text, window.start, window.end)
            found = differences(quote, text[start:end].strip(), prepared.names)
            copy = _Place(start, end, _similarity(quote, window.distance), found)
            if not copy.changes_content:
                return copy
            copies.append(copy)
        return copies[0] if copies else None

    def _absent(self, quote: str, prepared: PreparedText) -> EvidenceMatch:
        likeliest = prepared.likeliest_distance(quote)
        similarity = _similarity(quote, likeliest)
        return EvidenceMatch(verdict=EvidenceVerdict.ABSENT, found=False, similarity=similarity)


def _similarity(quote: str, distance: int) -> float:
    return max(0.0, 1.0 - distance / len(quote)) if quote else 0.0


def _edge_warnings(span: Span, prepared: PreparedText) -> list[str]:
    text = prepared.normal.text
    start, end = prepared.normal_index(span.start), prepared.normal_index(span.end)
    warnings: list[str] = []
    if cuts_number(text, start, end):
        warnings.append(EvidenceWarning.CUT_NUMBER)
    before = prepared.text[max(0, span.start - 60) : span.start]
    clause_start = span.start - len(_CLAUSE_END.split(before)[-1])
    if cuts_negation(text, start, end, prepared.normal_index(clause_start)):
        warnings.append(EvidenceWarning.CUT_NEGATION)
    if weight(text[start:end]) < MIN_WEIGHT:
        warnings.append(EvidenceWarning.SHORT)
    return warnings


def _occurrences(quote: str, text: str, near: int | None) -> list[int]:
    """Where `quote` begins: the picked place first, then the first few of the text."""
    starts = _all_occurrences(quote, text, MAX_LISTED_OCCURRENCES)
    if not starts or near is None:
        return starts
    nearest = (text.rfind(quote, 0, near + len(quote)), text.find(quote, max(0, near)))
    picked = min((start for start in nearest if start >= 0), key=lambda start: abs(start - near))
    return [picked, *(start for start in starts if start != picked)][:MAX_LISTED_OCCURRENCES]


def _count(quote: str, text: str, starts: Sequence[int]) -> int:
    """All occurrences; those listed, where the list is not full."""
    return len(starts) if len(starts) < MAX_LISTED_OCCURRENCES else text.count(quote)


def _all_occurrences(quote: str, text: str, at_most: int = 10_000) -> list[int]:
    starts: list[int] = []
    start = text.find(quote)
    while start >= 0 and len(starts) < at_most:
        starts.append(start)
        start = text.find(quote, start + len(quote))
    return starts

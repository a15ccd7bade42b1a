"""Whether a quote stands in a text, and if not quite, what was changed (source 000).

Content before form: a quote may differ in how it was typed and by small slips, never in a number,
a negation or a name, however near it is otherwise.
"""

from collections.abc import Sequence
from itertools import pairwise

from core.text.content import DifferenceKind
from core.text.copies import MAX_QUOTE, Copy, best_copy, similarity
from core.text.edges import MIN_WEIGHT, edge_warnings
from core.text.edits import nearest_window
from core.text.fragments import MAX_PARTS, chain_in_order, split_at_ellipses
from core.text.grams import Work
from core.text.normalise import normalise
from core.text.search import PreparedText
from core.text.span import Span
from core.text.verdicts import (
    MAX_LISTED_OCCURRENCES,
    EvidenceMatch,
    EvidenceVerdict,
    EvidenceWarning,
    NotFoundCause,
)
from core.text.words import negators, weight

_MOST_PLACES = 2_000


class EvidenceMatcher:
    """Looks quotes up in texts (source 000, `EvidenceMatcher`).

    A near copy counts from `similarity_threshold` upwards; the search misses none at or above it,
    or says so: no look-up takes much over a second, whatever the quote (`grams.Work`,
    `copies.MAX_QUOTE`).
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
        prepared, work = PreparedText.of(text), Work()
        quote = normalise(evidence).text
        if not quote:
            return EvidenceMatch(
                verdict=EvidenceVerdict.ABSENT,
                found=False,
                similarity=0.0,
                cause=NotFoundCause.ABSENT,
            )
        return (
            self._verbatim(evidence.strip(), prepared, near)
            or self._same_but_typing(quote, prepared, near)
            or self._elided(evidence, prepared, near, work)
            or self._near_copy(quote, evidence, prepared, work)
            or self._absent(quote, evidence, prepared, work)
        )

    def _normalize_text(self, text: str) -> str:
        return normalise(text).text

    def _calculate_similarity(self, text1: str, text2: str) -> float:
        """How much of `text1` some part of `text2` holds, see `EvidenceMatch.similarity`.

        Of texts too long to hold against each other, that of the likeliest place.
        """
        quote, prepared = normalise(text1).text, PreparedText.of(text2)
        if quote and quote in prepared.normal.text:
            return 1.0
        if len(quote) + len(prepared.normal.text) > MAX_QUOTE * 3:
            return _likeliest(quote, prepared)
        return similarity(quote, nearest_window(quote, prepared.normal.text).distance)

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
        warnings = edge_warnings(picked, prepared)
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
        self, evidence: str, prepared: PreparedText, near: int | None, work: Work
    ) -> EvidenceMatch | None:
        """Every part in order, close together and long enough to prove something, or None."""
        split = split_at_ellipses(evidence)
        if not 1 < len(split) <= MAX_PARTS:
            return None
        parts = [part for part in (normalise(part).text for part in split) if part]
        if len(parts) < 2 or min(map(weight, parts)) < MIN_WEIGHT:
            return None
        known = {part: self._places(part, prepared, work) for part in dict.fromkeys(parts)}
        places = [known[part] for part in parts]
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
        self, parts: Sequence[str], chosen: Sequence[Copy], prepared: PreparedText
    ) -> EvidenceMatch:
        normal = prepared.normal
        fragments = tuple(normal.original(place.start, place.end) for place in chosen)
        span = Span(fragments[0].start, fragments[-1].end)
        altered = any(place.changes_content for place in chosen)
        total = sum(map(len, parts))
        similarity = sum(len(p) * c.similarity for p, c in zip(parts, chosen, strict=True)) / total
        warnings = [warning for part in fragments for warning in edge_warnings(part, prepared)]
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
            cause=NotFoundCause.ALTERED if altered else None,
        )

    def _places(self, part: str, prepared: PreparedText, work: Work) -> list[Copy]:
        """Where a fragment stands verbatim, else its best near copy."""
        exact = _all_occurrences(part, prepared.normal.text)
        if exact:
            return [Copy(start, start + len(part), 1.0) for start in exact]
        copy = best_copy(part, prepared, self.similarity_threshold, work)
        return [copy] if copy else []

    def _near_copy(
        self, quote: str, evidence: str, prepared: PreparedText, work: Work
    ) -> EvidenceMatch | None:
        copy = best_copy(quote, prepared, self.similarity_threshold, work)
        if copy is None:
            return None
        # Across an ellipsis no new wording may ride along on the rest of the quote.
        joined = len(split_at_ellipses(evidence)) > 1
        reworded = any(d.kind is DifferenceKind.WORDING for d in copy.differences)
        altered = copy.changes_content or (joined and reworded)
        span = prepared.normal.original(copy.start, copy.end)
        warnings = edge_warnings(span, prepared)
        if altered and not work.complete:
            warnings.append(EvidenceWarning.SEARCH_CUT_SHORT)
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
            warnings=tuple(warnings),
            cause=NotFoundCause.ALTERED if altered else None,
        )

    def _absent(
        self, quote: str, evidence: str, prepared: PreparedText, work: Work
    ) -> EvidenceMatch:
        warnings = []
        if len(quote) > MAX_QUOTE or len(split_at_ellipses(evidence)) > MAX_PARTS:
            warnings.append(EvidenceWarning.TOO_LONG)
        if not work.complete:
            warnings.append(EvidenceWarning.SEARCH_CUT_SHORT)
        return EvidenceMatch(
            verdict=EvidenceVerdict.ABSENT,
            found=False,
            similarity=_likeliest(quote, prepared),
            warnings=tuple(warnings),
            cause=NotFoundCause.ABSENT,
        )


def _likeliest(quote: str, prepared: PreparedText) -> float:
    """The similarity of the place that shares most with `quote`; an estimate for a long one."""
    if len(quote) > MAX_QUOTE:
        return prepared.likeliest_share(quote)
    return similarity(quote, prepared.likeliest_distance(quote))


def _occurrences(quote: str, text: str, near: int | None) -> list[int]:
    """Where `quote` begins: the picked place first, then the first few of the text."""
    starts = _all_occurrences(quote, text)
    if starts and near is not None:
        after = text.find(quote, max(0, near))
        nearest = [*starts, after] if after >= 0 else starts
        picked = min(nearest, key=lambda start: abs(start - near))
        starts = [picked, *(start for start in starts if start != picked)]
    return starts[:MAX_LISTED_OCCURRENCES]


def _count(quote: str, text: str, starts: Sequence[int]) -> int:
    """All occurrences; those listed, where the list is not full."""
    return len(starts) if len(starts) < MAX_LISTED_OCCURRENCES else text.count(quote)


def _all_occurrences(quote: str, text: str) -> list[int]:
    """The first places where `quote` begins, none inside another."""
    starts: list[int] = []
    start = text.find(quote)
    while start >= 0 and len(starts) < _MOST_PLACES:
        starts.append(start)
        start = text.find(quote, start + len(quote))
    return starts

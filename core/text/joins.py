"""The parts of a quote that leaves words of its source out, marked with an ellipsis or not."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.text.copies import Copy, best_copy
from core.text.edges import MIN_WEIGHT
from core.text.fragments import MAX_PARTS, chain_in_order, split_at_ellipses
from core.text.normalise import normalise
from core.text.search import MOST_PLACES, PreparedText
from core.text.sought import Sought
from core.text.words import negators, weight
from core.text.work import Work

# Unmarked, a part must be long enough to be no accident; a Chinese character counts two.
_MIN_UNMARKED = 20
_MOST_UNMARKED = 4


@dataclass(frozen=True)
class Join:
    """Where every part of a quote stands in the normalised text, in the order of the quote.

    `in_order`: each after the one before it, and close.
    """

    parts: tuple[Copy, ...]
    in_order: bool
    leaves_out_negation: bool

    @property
    def similarity(self) -> float:
        """The mean over the parts, by length."""
        total = sum(part.end - part.start for part in self.parts)
        shares = (part.similarity * (part.end - part.start) for part in self.parts)
        return min(1.0, sum(shares) / total)


def marked_join(
    evidence: str, prepared: PreparedText, threshold: float, near: int | None, work: Work
) -> Join | None:
    """The parts between ellipses, if each is in the text and long enough to prove something."""
    split = split_at_ellipses(evidence)
    if not 1 < len(split) <= MAX_PARTS:
        return None
    parts = [part for part in (normalise(part).text for part in split) if part]
    if len(parts) < 2 or min(map(weight, parts)) < MIN_WEIGHT:
        return None
    known: dict[str, list[Copy]] = {}
    for part in parts:
        if part not in known:
            known[part] = _places(prepared.sought(part), prepared, threshold, work)
        if not known[part]:
            return None
    return _joined([known[part] for part in parts], prepared, near)


def unmarked_join(quote: Sought, prepared: PreparedText, near: int | None) -> Join | None:
    """The fewest parts, each verbatim and long, that make up the quote, if there are such."""
    starts, ends = quote.terms.starts.tolist(), quote.terms.ends.tolist()
    places: list[list[Copy]] = []
    first = 0
    while first < len(starts):
        last = _longest(quote, first, prepared)
        rest = quote.text[ends[last - 1] :] if last else ""
        while last > first and rest and weight(rest) < _MIN_UNMARKED:
            last -= 1
            rest = quote.text[ends[last - 1] :]
        part = quote.text[starts[first] : ends[last - 1]] if last > first else ""
        if weight(part) < _MIN_UNMARKED or len(places) == _MOST_UNMARKED:
            return None
        places.append(_verbatim(quote.part(first, last), prepared))
        first = last
    return _joined(places, prepared, near) if len(places) > 1 else None


def _longest(quote: Sought, first: int, prepared: PreparedText) -> int:
    """The end of the longest run of terms from `first` on that stands in the text; 0 if short."""
    starts, ends = quote.terms.starts.tolist(), quote.terms.ends.tolist()

    def stands(last: int) -> bool:
        return bool(prepared.occurrences(quote.part(first, last), 1))

    low = first + 1
    while low < len(starts) and weight(quote.text[starts[first] : ends[low - 1]]) < _MIN_UNMARKED:
        low += 1
    if not stands(low):
        return 0
    high = len(starts)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if stands(middle) else (low, middle - 1)
    return low


def _places(part: Sought, prepared: PreparedText, threshold: float, work: Work) -> list[Copy]:
    """Where a part stands verbatim, else its best near copy."""
    copies = _verbatim(part, prepared)
    if not copies and (copy := best_copy(part, prepared, threshold, work)):
        copies = [copy]
    return copies


def _verbatim(part: Sought, prepared: PreparedText) -> list[Copy]:
    starts = prepared.occurrences(part, MOST_PLACES)
    return [Copy(start, start + len(part.text), 1.0) for start in starts]


def _joined(places: Sequence[Sequence[Copy]], prepared: PreparedText, near: int | None) -> Join:
    goal = None if near is None else prepared.normal_index(near)
    chain = chain_in_order([[(place.start, place.end) for place in part] for part in places], goal)
    if chain is None:
        chosen = [places[0][0]]
        for part in places[1:]:
            before = chosen[-1].end
            chosen.append(min(part, key=lambda place: abs(place.start - before)))
        return Join(tuple(chosen), in_order=False, leaves_out_negation=False)
    chosen = [
        next(place for place in part if (place.start, place.end) == link)
        for part, link in zip(places, chain, strict=True)
    ]
    text = prepared.normal.text
    gaps = (text[one.end : other.start] for one, other in pairwise(chosen))
    return Join(tuple(chosen), in_order=True, leaves_out_negation=any(map(negators, gaps)))

"""The parts of a quote that leaves words of its source out, marked with an ellipsis or not."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.text.language.words import negators, weight
from core.text.matching.boundaries import MIN_WEIGHT, breaks_off_negation, cuts
from core.text.matching.budget import WorkBudget
from core.text.matching.content import WordRule, differences
from core.text.matching.fragments import MAX_PARTS, chain_in_order, split_at_ellipses
from core.text.matching.near_matches import NearMatch, best_match
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.search import MOST_PLACES, PreparedText
from core.text.normalise import normal_form

# Unmarked, a part must be long enough to be no accident; a Chinese character counts two.
_MIN_UNMARKED = 20
_MOST_UNMARKED = 4
# Normalised characters between a short part, which many a page has, and one beside it.
_CLOSE = 200
# In letters; of less left out, what it changes is told with so many characters beside it.
_PHRASE, _BESIDE = 12, 24
_BEGINNINGS_TRIED = 20
_ENDS_TRIED = 4


@dataclass(frozen=True)
class Elision:
    """Where every part of a quote stands in the normalised text, in the order of the quote.

    `in_order`: each after the one before it, and close.
    """

    parts: tuple[NearMatch, ...]
    in_order: bool
    leaves_out_negation: bool

    @property
    def similarity(self) -> float:
        """The mean over the parts, by length."""
        total = sum(part.end - part.start for part in self.parts)
        shares = (part.similarity * (part.end - part.start) for part in self.parts)
        return min(1.0, sum(shares) / total)


def marked_elision(
    evidence: str, prepared: PreparedText, threshold: float, near: int | None, work: WorkBudget
) -> Elision | None:
    """The parts between ellipses, if each is in the text and long enough to prove something.

    Beside long ones that are verbatim, short ones may be too, where they stand close to these.
    """
    parts = _parts_of(evidence)
    short = [weight(part) < MIN_WEIGHT for part in parts]
    if len(parts) < 2 or all(short) or min(map(len, parts)) < 2:
        return None
    known: dict[str, list[NearMatch]] = {}
    for part in parts:
        if part not in known:
            sought = prepared.sought(part, evidence)
            known[part] = (
                _verbatim(sought, prepared)
                if any(short)
                else _places(sought, prepared, threshold, work)
            )
        if weight(part) < MIN_WEIGHT:
            known[part] = [copy for copy in known[part] if not _cut(copy, prepared)]
        if not known[part]:
            return None
    join = _joined([known[part] for part in parts], prepared, near)
    return None if any(short) and not (join.in_order and _close(join, short)) else join


def matched_parts(evidence: str, prepared: PreparedText, near: int | None) -> tuple[NearMatch, ...]:
    """Of the parts between ellipses those that are long enough and in the text word for word."""
    parts = [part for part in _parts_of(evidence) if weight(part) >= MIN_WEIGHT]
    places = [_verbatim(prepared.sought(part), prepared) for part in parts]
    places = [found for found in places if found]
    return _joined(places, prepared, near).parts if places else ()


def _parts_of(evidence: str) -> list[str]:
    """Normalised; none where there is no ellipsis, or too many."""
    split = split_at_ellipses(evidence)
    if not 1 < len(split) <= MAX_PARTS:
        return []
    return [part for part in (normal_form(part) for part in split) if part]


def _cut(copy: NearMatch, prepared: PreparedText) -> bool:
    return any(cuts(prepared.normal.text, at) for at in (copy.start, copy.end))


def _close(join: Elision, short: Sequence[bool]) -> bool:
    """Whether each short part is close to one beside it."""
    gaps = [other.start - one.end for one, other in pairwise(join.parts)]
    beside = [gaps[max(0, at - 1) : at + 1] for at in range(len(short))]
    return all(min(gaps) <= _CLOSE for gaps, one in zip(beside, short, strict=True) if one)


def unmarked_elision(
    quote: PreparedQuote, prepared: PreparedText, near: int | None
) -> Elision | None:
    """The fewest parts, each verbatim and long, that make up the quote, if there are such.

    Where one part ends and the next begins, no word, number or negation of the text is cut. A
    phrase left out may hold a number; on its own none may be left out.
    """
    # Where two parts meet there is one pair of neighbours that the text need not have.
    if quote.unknown_pairs >= _MOST_UNMARKED:
        return None
    places: list[list[NearMatch]] = []
    first = 0
    while first < len(quote.terms):
        last, found = _next_part(quote, first, prepared)
        if not found or len(places) == _MOST_UNMARKED:
            return None
        places.append(found)
        first = last
    join = _joined(places, prepared, near) if len(places) > 1 else None
    if join is None or not join.in_order or join.leaves_out_negation:
        return join
    gaps = pairwise(join.parts)
    return None if any(_leaves_out_content(*gap, prepared) for gap in gaps) else join


def _leaves_out_content(one: NearMatch, other: NearMatch, prepared: PreparedText) -> bool:
    """Whether less than a phrase is left out between two parts, and it changes what they say."""
    text = prepared.normal.text
    gap = text[one.end : other.start]
    if weight(gap) >= _PHRASE:
        return False
    before = text[max(one.start, one.end - _BESIDE) : one.end]
    after = text[other.start : min(other.end, other.start + _BESIDE)]
    claimed = before + (" " if " " in gap else "") + after
    found = differences(claimed, before + gap + after, prepared.names)
    return any(difference.kind in WordRule.TOLERATE.changes_content for difference in found)


def _next_part(
    quote: PreparedQuote, first: int, prepared: PreparedText
) -> tuple[int, list[NearMatch]]:
    """(last, places) of the longest part [first, last) that leaves enough for another one."""
    starts, ends, count = quote.terms.starts.tolist(), quote.terms.ends.tolist(), len(quote.terms)

    def long_enough(low: int, high: int) -> bool:
        return weight(quote.text[starts[low] : ends[high - 1]]) >= _MIN_UNMARKED

    last = _longest(quote, first, prepared)
    if last < count:
        while last > first and not long_enough(last, count):
            last -= 1
    for end in range(last, max(first, last - _ENDS_TRIED), -1):
        if not long_enough(first, end):
            break
        if found := _uncut(quote, first, end, prepared):
            return end, found
    return first, []


def _longest(quote: PreparedQuote, first: int, prepared: PreparedText) -> int:
    """The end of the longest run of terms from `first` on that stands in the text; 0 if short."""
    starts, ends = quote.terms.starts.tolist(), quote.terms.ends.tolist()
    text = prepared.normal.text

    def stands(last: int) -> bool:
        begins = prepared.occurrences(quote.part(first, last), _BEGINNINGS_TRIED if first else 1)
        return any(not (first and cuts(text, begin)) for begin in begins)

    low = first + 1
    while low < len(starts) and weight(quote.text[starts[first] : ends[low - 1]]) < _MIN_UNMARKED:
        low += 1
    high = quote.longest_known(first)
    if low > high or not stands(low):
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if stands(middle) else (low, middle - 1)
    return low


def _uncut(quote: PreparedQuote, first: int, last: int, prepared: PreparedText) -> list[NearMatch]:
    """Where terms [first, last) stand with nothing cut at an end that is not the quote's own."""
    text = prepared.normal.text

    def whole(copy: NearMatch) -> bool:
        if first > 0 and cuts(text, copy.start):
            return False
        if last == len(quote.terms):
            return True
        return not (cuts(text, copy.end) or breaks_off_negation(prepared, copy.start, copy.end))

    return [copy for copy in _verbatim(quote.part(first, last), prepared) if whole(copy)]


def _places(
    part: PreparedQuote, prepared: PreparedText, threshold: float, work: WorkBudget
) -> list[NearMatch]:
    """Where a part stands verbatim, else its best near copy."""
    copies = _verbatim(part, prepared)
    if not copies and (copy := best_match(part, prepared, threshold, work)):
        copies = [copy]
    return copies


def _verbatim(part: PreparedQuote, prepared: PreparedText) -> list[NearMatch]:
    starts = prepared.occurrences(part, MOST_PLACES)
    return [NearMatch(start, start + len(part.text), 1.0) for start in starts]


def _joined(
    places: Sequence[Sequence[NearMatch]], prepared: PreparedText, near: int | None
) -> Elision:
    goal = None if near is None else prepared.normal_index(near)
    chain = chain_in_order([[(place.start, place.end) for place in part] for part in places], goal)
    if chain is None:
        chosen = [places[0][0]]
        for part in places[1:]:
            before = chosen[-1].end
            chosen.append(min(part, key=lambda place: abs(place.start - before)))
        return Elision(tuple(chosen), in_order=False, leaves_out_negation=False)
    chosen = [
        next(place for place in part if (place.start, place.end) == link)
        for part, link in zip(places, chain, strict=True)
    ]
    text = prepared.normal.text
    gaps = (text[one.end : other.start] for one, other in pairwise(chosen))
    return Elision(tuple(chosen), in_order=True, leaves_out_negation=any(map(negators, gaps)))

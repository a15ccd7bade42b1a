"""Match in parts a quote that leaves out words of its source, with an ellipsis or without."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.text.language.words import letter_length, negators
from core.text.matching.boundaries import MIN_WEIGHT, breaks_off_negation, cuts_word
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
# Most normalised characters between a short part, which many pages have, and one beside it.
_CLOSE = 200
# In letters: a shorter omission may change the content, checked with so many characters beside it.
_PHRASE, _BESIDE = 12, 24
_BEGINNINGS_TRIED = 20
_ENDS_TRIED = 4


@dataclass(frozen=True)
class Elision:
    """Where the parts of a quote are in the normalised text, in the order of the quote.

    `in_order`: each comes after the one before it, and close to it.
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
    """Return the parts between ellipses if each is in the text and long enough to prove something.

    Some may be short if all are verbatim and each short one is close to a part beside it.
    """
    parts = _parts_of(evidence)
    short = [letter_length(part) < MIN_WEIGHT for part in parts]
    if len(parts) < 2 or all(short) or min(map(len, parts)) < 2:
        return None
    places_by_part: dict[str, list[NearMatch]] = {}
    for part in parts:
        if part not in places_by_part:
            sought = prepared.sought(part, evidence)
            places_by_part[part] = (
                _verbatim(sought, prepared)
                if any(short)
                else _places(sought, prepared, threshold, work)
            )
        if letter_length(part) < MIN_WEIGHT:
            places_by_part[part] = [
                copy for copy in places_by_part[part] if not _cut(copy, prepared)
            ]
        if not places_by_part[part]:
            return None
    elision = _joined([places_by_part[part] for part in parts], prepared, near)
    return None if any(short) and not (elision.in_order and _close(elision, short)) else elision


def matched_parts(evidence: str, prepared: PreparedText, near: int | None) -> tuple[NearMatch, ...]:
    """Return those parts between ellipses that are long enough and in the text word for word."""
    parts = [part for part in _parts_of(evidence) if letter_length(part) >= MIN_WEIGHT]
    places = [_verbatim(prepared.sought(part), prepared) for part in parts]
    places = [copies for copies in places if copies]
    return _joined(places, prepared, near).parts if places else ()


def _parts_of(evidence: str) -> list[str]:
    """Return the normalised parts between ellipses; none without an ellipsis, or with too many."""
    split = split_at_ellipses(evidence)
    if not 1 < len(split) <= MAX_PARTS:
        return []
    return [part for part in (normal_form(part) for part in split) if part]


def _cut(copy: NearMatch, prepared: PreparedText) -> bool:
    return any(cuts_word(prepared.normal.text, at) for at in (copy.start, copy.end))


def _close(elision: Elision, short: Sequence[bool]) -> bool:
    """Whether each short part is close to one beside it."""
    gaps = [following.start - item.end for item, following in pairwise(elision.parts)]
    beside = [gaps[max(0, at - 1) : at + 1] for at in range(len(short))]
    return all(min(gaps) <= _CLOSE for gaps, item in zip(beside, short, strict=True) if item)


def unmarked_elision(
    quote: PreparedQuote, prepared: PreparedText, near: int | None
) -> Elision | None:
    """Return the fewest parts, each verbatim and long, that make up the quote; None if impossible.

    Where one part ends and the next begins, no word, number or negation of the text is cut. A
    phrase left out may hold a number; a number alone may not be left out.
    """
    # Where two parts meet there is one pair of neighbours that the text may lack.
    if quote.unknown_pairs >= _MOST_UNMARKED:
        return None
    places: list[list[NearMatch]] = []
    first = 0
    while first < len(quote.terms):
        last, copies = _next_part(quote, first, prepared)
        if not copies or len(places) == _MOST_UNMARKED:
            return None
        places.append(copies)
        first = last
    elision = _joined(places, prepared, near) if len(places) > 1 else None
    if elision is None or not elision.in_order or elision.leaves_out_negation:
        return elision
    gaps = pairwise(elision.parts)
    return None if any(_leaves_out_content(*gap, prepared) for gap in gaps) else elision


def _leaves_out_content(part: NearMatch, following: NearMatch, prepared: PreparedText) -> bool:
    """Whether less than a phrase is left out between two parts, which changes the content."""
    text = prepared.normal.text
    gap = text[part.end : following.start]
    if letter_length(gap) >= _PHRASE:
        return False
    before = text[max(part.start, part.end - _BESIDE) : part.end]
    after = text[following.start : min(following.end, following.start + _BESIDE)]
    claimed = before + (" " if " " in gap else "") + after
    changes = differences(claimed, before + gap + after, prepared.names)
    return any(difference.kind in WordRule.TOLERATE.changes_content for difference in changes)


def _next_part(
    quote: PreparedQuote, first: int, prepared: PreparedText
) -> tuple[int, list[NearMatch]]:
    """Return (last, places) of the longest part [first, last) that leaves enough for another."""
    starts, ends, count = quote.terms.starts.tolist(), quote.terms.ends.tolist(), len(quote.terms)

    def long_enough(low: int, high: int) -> bool:
        return letter_length(quote.text[starts[low] : ends[high - 1]]) >= _MIN_UNMARKED

    last = _longest(quote, first, prepared)
    if last < count:
        while last > first and not long_enough(last, count):
            last -= 1
    for end in range(last, max(first, last - _ENDS_TRIED), -1):
        if not long_enough(first, end):
            break
        if copies := _uncut(quote, first, end, prepared):
            return end, copies
    return first, []


def _longest(quote: PreparedQuote, first: int, prepared: PreparedText) -> int:
    """Return the end of the longest run of terms from `first` that is in the text; 0 if short."""
    starts, ends = quote.terms.starts.tolist(), quote.terms.ends.tolist()
    text = prepared.normal.text

    def occurs(last: int) -> bool:
        begins = prepared.occurrences(quote.part(first, last), _BEGINNINGS_TRIED if first else 1)
        return any(not (first and cuts_word(text, begin)) for begin in begins)

    low = first + 1
    while (
        low < len(starts)
        and letter_length(quote.text[starts[first] : ends[low - 1]]) < _MIN_UNMARKED
    ):
        low += 1
    high = quote.longest_known(first)
    if low > high or not occurs(low):
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if occurs(middle) else (low, middle - 1)
    return low


def _uncut(quote: PreparedQuote, first: int, last: int, prepared: PreparedText) -> list[NearMatch]:
    """Return where terms [first, last) occur uncut, except at the ends of the quote itself."""
    text = prepared.normal.text

    def is_uncut(copy: NearMatch) -> bool:
        if first > 0 and cuts_word(text, copy.start):
            return False
        if last == len(quote.terms):
            return True
        return not (
            cuts_word(text, copy.end) or breaks_off_negation(prepared, copy.start, copy.end)
        )

    return [copy for copy in _verbatim(quote.part(first, last), prepared) if is_uncut(copy)]


def _places(
    part: PreparedQuote, prepared: PreparedText, threshold: float, work: WorkBudget
) -> list[NearMatch]:
    """Return the verbatim places of a part, else its best near copy."""
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
    """Choose one place per part: in order and close, else each nearest to the one before it."""
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
    gaps = (text[earlier.end : later.start] for earlier, later in pairwise(chosen))
    return Elision(tuple(chosen), in_order=True, leaves_out_negation=any(map(negators, gaps)))

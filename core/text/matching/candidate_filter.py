"""Find the places of a text that may hold a near copy of a quote.

A copy within k edits matches all but k letters of the quote. So of any terms that have more than k
letters together it holds some, at their places: look up the rarest such terms and keep the places
where enough of them meet. No copy within k edits is missed.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.text.matching.budget import WorkBudget
from core.text.matching.prepared_quote import PreparedQuote
from core.text.matching.terms import Numbers

# Meetings within so many times the reach of a copy are joined in one range.
_JOINED = 4
# More places than this are counted in bands, of at least so many bits, before they are sorted.
_FEW = 600
_NARROWEST = 6
_PLACES_PER_WORK = 30


Truths = npt.NDArray[np.bool_]


class CandidateRange(NamedTuple):
    """Terms [first, last) of a text; a copy in them takes `at_least` edits or more."""

    at_least: int
    first: int
    last: int


def candidate_ranges(
    quote: PreparedQuote, edits: int, work: WorkBudget
) -> Iterator[CandidateRange]:
    """Yield every range that may hold a copy within `edits`, the most promising first.

    `edits` must be fewer than the letters of the quote.
    """
    postings, long = quote.postings, quote.letters
    letters = postings.terms.letters
    seeds = quote.seeds(edits)
    # The diagonal of a seed is its place in the text minus that in the quote, in letters; those
    # of a copy lie within `reach` of each other. A letter may have another place in its word than
    # in the word of the text.
    reach = edits + quote.longest_word
    chance = (reach + 1) / max(1, int(letters[-1]))
    chosen = seeds.choose(edits, chance, _PLACES_PER_WORK * work.remaining)
    if not work.spend(len(chosen.places) // _PLACES_PER_WORK):
        return
    inside = postings.inside(chosen.places)
    diagonals = letters[chosen.places[inside]] - chosen.letters[inside]
    costs = chosen.costs if chosen.costs is None else chosen.costs[inside]
    needed = chosen.cost - seeds.allowed(edits)
    if len(diagonals) > _FEW:
        crowded = _crowded(diagonals + np.int32(long), costs, reach, needed)
        diagonals = diagonals[crowded]
        costs = costs if costs is None else costs[crowded]
    for met, low, high in _meetings(diagonals, costs, reach, needed):
        yield CandidateRange(
            max(0, (chosen.cost - met) // seeds.each - seeds.cut),
            max(postings.first, int(letters.searchsorted(np.int32(low - reach), side="right")) - 1),
            min(postings.last, int(letters.searchsorted(np.int32(high + long + reach)))),
        )


def _crowded(diagonals: Numbers, costs: Numbers | None, reach: int, needed: int) -> Truths:
    """Mark the diagonals, none below 0, that may be of a meeting whose seeds cost `needed`.

    Counted in bands at least as wide as the reach, so that a meeting lies in two neighbouring ones.
    """
    band = diagonals >> np.int32(max(_NARROWEST, reach.bit_length()))
    cost = np.bincount(band, costs, minlength=int(band.max()) + 2)
    enough: Truths = cost[:-1] + cost[1:] >= needed
    enough[1:] |= enough[:-1]
    crowded: Truths = enough[band]
    return crowded


def _meetings(
    diagonals: Numbers, costs: Numbers | None, reach: int, needed: int
) -> Iterable[tuple[int, int, int]]:
    """Return (cost of its seeds, first diagonal, last) of each meeting, the most costly first.

    In a meeting, seeds that cost `needed` lie within `reach` of the first of them.
    """
    if costs is None:
        diagonals = np.sort(diagonals)
        before = np.arange(len(diagonals) + 1)
    else:
        order = diagonals.argsort()
        diagonals = diagonals[order]
        before = np.zeros(len(diagonals) + 1, dtype=np.int64)
        np.cumsum(costs[order], out=before[1:])
    ends = diagonals.searchsorted(diagonals + np.int32(reach), side="right")
    met = before[ends] - before[:-1]
    full = np.flatnonzero(met >= needed)
    if not len(full):
        return ()
    begins = diagonals[full]
    bands = begins // np.int32(_JOINED * (reach + 1))
    apart = (begins[1:] - begins[:-1] > reach) | (bands[1:] != bands[:-1])
    first = np.append(0, np.flatnonzero(apart) + 1)
    last = np.append(first[1:], len(full)) - 1
    best = np.maximum.reduceat(met[full], first)
    low, high = begins[first], diagonals[ends[full[last]] - 1]
    promising = np.argsort(-best, kind="stable")
    columns = (best[promising].tolist(), low[promising].tolist(), high[promising].tolist())
    return zip(*columns, strict=True)

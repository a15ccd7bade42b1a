"""Which places of a text may hold a near copy of a quote.

A copy within k edits has matched all but k of the quote's letters. So of any terms that weigh more
than k together some are in it, at their places: look up the rarest that do and keep the places
where enough of them meet. No copy within k edits is missed.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.text.postings import Postings
from core.text.terms import Numbers, Terms
from core.text.work import Work

# How many deviations above chance the terms looked for must be to stand out where they meet.
_DEVIATIONS = 8
# Terms likelier than this to be near any place tell little.
_TOO_COMMON = 0.6
_CHEAP = 300
_PLACES_PER_WORK = 30
"""Places that are looked at in any case."""


class Place(NamedTuple):
    """Terms [first, last) of a text; a copy in them takes at least so many edits."""

    at_least: int
    first: int
    last: int


class _Clue(NamedTuple):
    """A term or two neighbours: at which letter of the quote, its cost if missed, where it is."""

    letter: int
    cost: int
    postings: Numbers


class _Clues(NamedTuple):
    """The rarest first. A copy within k edits misses what costs `each` * (k + `cut`) at most."""

    each: int
    cut: int
    cost: int
    rarest: Iterable[_Clue]


def places(quote: Terms, postings: Postings, edits: int, work: Work) -> Sequence[Place]:
    """Every place that may hold a copy within `edits`, the most promising first.

    There must be fewer edits than letters in the quote.
    """
    letters = postings.terms.letters
    length = int(letters[postings.last] - letters[postings.first])
    # A letter may stand elsewhere in its word than in that of the text.
    longest = int(quote.weights.max())
    slack = 2 * (longest + 1) if longest > 1 else 0
    for clues in _ways(quote, postings):
        allowed = clues.each * (edits + clues.cut)
        if clues.cost > allowed:
            break
    reach = edits + slack
    chosen = _enough(clues.rarest, allowed, reach / max(1, length), _PLACES_PER_WORK * work.left)
    if not work.spend(sum(len(clue.postings) for clue in chosen) // _PLACES_PER_WORK):
        return []
    cost = sum(clue.cost for clue in chosen)
    met, low, high = _meetings(chosen, letters, reach, cost - allowed)
    at_least = np.maximum(0, (cost - met) // clues.each - clues.cut)
    first = letters.searchsorted(low - reach, side="right") - 1
    last = letters.searchsorted(high + (int(quote.letters[-1]) + reach))
    inside = (postings.first, postings.last)
    columns = (at_least, np.clip(first, *inside), np.clip(last, *inside))
    return [Place(*place) for place in zip(*(column.tolist() for column in columns), strict=True)]


def _ways(quote: Terms, postings: Postings) -> Iterator[_Clues]:
    """Sets of clues to go by, the most telling first."""
    weights, letters = quote.weights.tolist(), quote.letters.tolist()
    if letters[-1] < 2 * len(weights):
        # An edit spoils two pairs of neighbours at most; and words may be cut by the copy's ends.
        cut = 2 if letters[-1] > len(weights) else 0
        pairs = postings.of_pairs(quote.ids)
        rarest = (_Clue(letters[at], 1, pairs[at]) for at in _rarest_first(pairs))
        yield _Clues(2, cut, len(pairs), rarest)
    exact, names = postings.of_terms(quote.ids), quote.names()
    # A misspelt word is as good as the word itself: only its absence costs all of its letters.
    rarest = (
        _Clue(letters[at], weights[at], postings.of_spellings(int(quote.ids[at]), names[at]))
        for at in _rarest_first(exact)
    )
    yield _Clues(1, 0, letters[-1], rarest)


def _rarest_first(postings: Sequence[Numbers]) -> list[int]:
    counts = list(map(len, postings))
    return sorted(range(len(counts)), key=counts.__getitem__)


def _enough(rarest: Iterable[_Clue], allowed: int, chance: float, most: int) -> list[_Clue]:
    """The rarest clues, as many as it takes to tell a copy from what stands together by chance.

    `chance` is that of one place to be near another, `most` how many may be looked at.
    """
    chosen: list[_Clue] = []
    spare = -allowed
    mean = variance = 0.0
    found = 0
    for clue in rarest:
        mine = len(clue.postings) * chance
        found += len(clue.postings)
        if spare > mean + _DEVIATIONS * math.sqrt(variance) and found > _CHEAP:
            break
        if spare > 0 and (mine > _TOO_COMMON or found > most):
            continue
        chosen.append(clue)
        spare += clue.cost
        mean += mine * clue.cost
        variance += mine * clue.cost * clue.cost
        if found > most and spare <= 0:
            break
    return chosen


def _meetings(
    chosen: Sequence[_Clue], letters: Numbers, band: int, needed: int
) -> tuple[Numbers, Numbers, Numbers]:
    """(cost of the clues met, first diagonal, last) where such that cost `needed` are together.

    The diagonal of a clue is its place in the text minus that in the quote, in letters; in a copy
    they lie within `band` of each other. Neighbouring places are joined; the fullest come first.
    """
    counts = [len(clue.postings) for clue in chosen]
    offsets = np.repeat(np.array([clue.letter for clue in chosen], dtype=np.int32), counts)
    diagonals = letters[np.concatenate([clue.postings for clue in chosen])] - offsets
    order = np.argsort(diagonals)
    diagonals = diagonals[order]
    costs = np.zeros(len(order) + 1, dtype=np.int32)
    each = np.repeat(np.array([clue.cost for clue in chosen], dtype=np.int32), counts)
    np.cumsum(each[order], out=costs[1:])
    beyond = diagonals.searchsorted(diagonals + np.int32(band), side="right")
    met = costs[beyond] - costs[:-1]
    full = np.flatnonzero(met >= needed)
    low = diagonals[full]
    if not len(full):
        return low, low, low
    first = np.flatnonzero(np.diff(low // np.int32(2 * band + 1), prepend=-(1 << 30)))
    last = np.append(first[1:], len(low)) - 1
    best = np.maximum.reduceat(met[full], first)
    order = np.argsort(-best, kind="stable")
    return best[order], low[first][order], low[last][order] + np.int32(band)

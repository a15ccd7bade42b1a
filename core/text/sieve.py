"""Which places of a text may hold a near copy of a quote.

A copy within k edits has matched all but k of the quote's letters. So of any terms that weigh more
than k together some are in it, at their places: look up the rarest that do and keep the places
where enough of them meet. No copy within k edits is missed.
"""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.text.clues import Clue, Clues
from core.text.sought import Sought
from core.text.work import Work

# How many deviations above chance the terms looked for must be to stand out where they meet.
_DEVIATIONS = 8
# Terms likelier than this to be near any place tell little, if there are others.
_COMMON = 0.15
_EVERYWHERE = 0.6
_CLEAR = 6
# Letters; narrower bands would be too many to count in. Pairs are so rare that wide ones do.
_NARROWEST, _NARROWEST_OF_PAIRS = 16, 96
# So many neighbouring places are looked at as one.
_JOINED = 4
_PLACES_PER_WORK = 30


class Place(NamedTuple):
    """Terms [first, last) of a text; a copy in them takes at least so many edits."""

    at_least: int
    first: int
    last: int


def places(quote: Sought, edits: int, work: Work) -> Iterator[Place]:
    """Every place that may hold a copy within `edits`, the most promising first.

    There must be fewer edits than letters in the quote.
    """
    postings, long = quote.postings, quote.letters
    letters = postings.terms.letters
    clues = quote.clues(edits)
    # The diagonal of a clue is its place in the text minus that in the quote, in letters; those
    # of a copy lie within `reach` of each other. A letter may stand elsewhere in its word than in
    # that of the text.
    reach = edits + quote.longest_word
    width = max(reach + 1, _NARROWEST if quote.longest_word else _NARROWEST_OF_PAIRS)
    length = int(letters[postings.last] - letters[postings.first])
    chosen = _enough(clues, edits, 2 * width / max(1, length), _PLACES_PER_WORK * work.left)
    if not work.spend(sum(len(clue.postings) for clue in chosen) // _PLACES_PER_WORK):
        return
    base = int(letters[postings.first]) - long
    counts = [len(clue.postings) for clue in chosen]
    costs = np.array([clue.cost for clue in chosen])
    diagonals = letters[np.concatenate([clue.postings for clue in chosen])]
    diagonals -= np.repeat(np.array([clue.letter + base for clue in chosen], np.int32), counts)
    cost = int(costs.sum())
    weights = np.repeat(costs, counts)
    bands = np.asarray(np.bincount(diagonals // np.int32(width), weights, minlength=2), np.float64)
    for met, low, high in _meetings(bands, width, cost - clues.allowed(edits)):
        inside = diagonals[(diagonals >= low) & (diagonals < high)]
        first, last = int(inside.min()) + base - reach, int(inside.max()) + base + long + reach
        yield Place(
            max(0, (cost - met) // clues.each - clues.cut),
            max(postings.first, int(letters.searchsorted(np.int32(first), side="right")) - 1),
            min(postings.last, int(letters.searchsorted(np.int32(last)))),
        )


class _Chosen:
    """Clues taken one by one, and how they stand out against chance."""

    def __init__(self, allowed: int, chance: float) -> None:
        self.clues: list[Clue] = []
        self.places = 0
        self._spare, self._chance = -allowed, chance
        self._mean = self._variance = 0.0

    @property
    def suffice(self) -> bool:
        """Whether a copy must have one of them at all."""
        return self._spare > 0

    @property
    def stand_out(self) -> bool:
        return self._spare > _CLEAR + self._mean + _DEVIATIONS * math.sqrt(self._variance)

    def near(self, clue: Clue) -> float:
        """How many places of a clue chance brings near any place."""
        return len(clue.postings) * self._chance

    def take(self, clue: Clue) -> None:
        near = self.near(clue) * clue.cost
        self.clues.append(clue)
        self.places += len(clue.postings)
        self._spare += clue.cost
        self._mean += near
        self._variance += near * clue.cost


def _enough(clues: Clues, edits: int, chance: float, most: int) -> list[Clue]:
    """The rarest clues, as many as it takes to tell a copy from what stands together by chance.

    `chance` is that of one place to be near another, `most` how many may be looked at.
    """
    chosen, common = _Chosen(clues.allowed(edits), chance), list[Clue]()
    for clue in clues.rarest:
        if chosen.stand_out or chosen.places > most:
            return chosen.clues
        if chosen.near(clue) > _COMMON:
            common.append(clue)
        else:
            chosen.take(clue)
    for clue in sorted(common, key=lambda clue: len(clue.postings)):
        useless = chosen.suffice and chosen.near(clue) > _EVERYWHERE
        if useless or chosen.stand_out or chosen.places > most:
            break
        chosen.take(clue)
    return chosen.clues


def _meetings(
    bands: npt.NDArray[np.float64], width: int, needed: int
) -> Iterable[tuple[int, int, int]]:
    """(cost of the clues met, first diagonal, last) where such that cost `needed` are together.

    `bands` holds what the clues in every `width` diagonals cost; those within `width` of each
    other are in two neighbouring ones. The fullest come first.
    """
    met = bands[:-1] + bands[1:]
    full = np.flatnonzero(met >= needed)
    if not len(full):
        return ()
    first = np.flatnonzero(np.diff(full, prepend=-9) + (full % _JOINED == 0) > 1)
    last = np.append(first[1:], len(full)) - 1
    best = np.maximum.reduceat(met[full], first).astype(np.int64)
    order = np.argsort(-best, kind="stable")
    low, high = full[first] * width, (full[last] + 2) * width
    columns = (best[order].tolist(), low[order].tolist(), high[order].tolist())
    return zip(*columns, strict=True)

"""What to look for in a text to find near copies of a quote: its terms, rarest first."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from core.text.matching.postings import PostingList, Postings
from core.text.matching.terms import Numbers, Terms

# How many deviations above chance the terms looked for must be to stand out where they meet.
_DEVIATIONS = 8
# Terms likelier than this to be near any place tell little, if there are others.
_COMMON = 0.15
_EVERYWHERE = 0.6
_CLEAR = 6


class ChosenSeeds(NamedTuple):
    """Clues taken: where each stands in the text, for every place its letter in the quote.

    `cost` is that of all; `costs` that of each place's clue, None where all cost 1.
    """

    cost: int
    places: Numbers
    letters: Numbers
    costs: Numbers | None


class Seeds(Protocol):
    """Clues of a quote: a copy within k edits misses some that cost `allowed(k)` at most.

    A copy that met all but m of the cost took m // each - cut edits at least.
    """

    @property
    def each(self) -> int: ...

    @property
    def cut(self) -> int: ...

    def allowed(self, edits: int) -> int: ...

    def enough(self, edits: int, chance: float, most: int) -> ChosenSeeds:
        """The rarest clues, as many as tell a copy from what stands together by chance.

        `chance` is that of one place of the text to be near another, `most` how many to look at.
        """
        ...


@dataclass(frozen=True)
class PairSeeds:
    """Two neighbours at a time, telling where terms are short. An edit spoils two at most."""

    letters: Numbers
    places: PostingList
    cut: int
    each: int = 2

    @classmethod
    def from_terms(cls, quote: Terms, places: PostingList) -> "PairSeeds":
        """`places`: those of every pair of the quote."""
        # Words may be cut by a copy's ends and yet cost nothing.
        cut = 2 if quote.letters[-1] > len(quote) else 0
        return cls(quote.letters[:-2], places, cut)

    def allowed(self, edits: int) -> int:
        return self.each * (edits + self.cut)

    def enough(self, edits: int, chance: float, most: int) -> ChosenSeeds:
        counts = self.places.counts
        rarest = counts.argsort(kind="stable").astype(np.int32)
        counts = counts[rarest]
        near, taken = counts * chance, counts.cumsum()
        by_chance = taken * chance
        spare = np.arange(1 - self.allowed(edits), len(counts) + 1 - self.allowed(edits))
        enough = (spare > _CLEAR + by_chance + _DEVIATIONS * np.sqrt(by_chance)) | (taken > most)
        enough[:-1] |= (near[1:] > _EVERYWHERE) & (spare[:-1] > 0)
        enough[-1] = True
        rarest = rarest[: int(enough.argmax()) + 1]
        letters = np.repeat(self.letters[rarest], counts[: len(rarest)])
        return ChosenSeeds(len(rarest), self.places.together(rarest), letters, None)


class _Clue(NamedTuple):
    letter: int
    cost: int
    places: Numbers


@dataclass(frozen=True)
class TermSeeds:
    """A misspelt word is as good as the word: only its absence costs its letters, all of them."""

    quote: Terms
    postings: Postings
    each: int = 1
    cut: int = 0
    _met: list[_Clue] = field(default_factory=list)

    def allowed(self, edits: int) -> int:
        return edits

    def enough(self, edits: int, chance: float, most: int) -> ChosenSeeds:
        chosen, common = _Taken(edits, chance), list[_Clue]()
        for clue in self._rarest():
            if chosen.stand_out or chosen.places > most:
                return chosen.together()
            if chosen.near(clue) > _COMMON:
                common.append(clue)
            else:
                chosen.take(clue)
        for clue in sorted(common, key=lambda clue: len(clue.places)):
            useless = chosen.suffice and chosen.near(clue) > _EVERYWHERE
            if useless or chosen.stand_out or chosen.places > most:
                break
            chosen.take(clue)
        return chosen.together()

    def _rarest(self) -> Iterator[_Clue]:
        """Looked up as they are needed, and but once."""
        yield from self._met
        quote = self.quote
        rarest = self.postings.of_terms(quote.ids).counts.argsort(kind="stable")
        for at in rarest[len(self._met) :].tolist():
            term = int(quote.ids[at])
            places = self.postings.of_spellings(term, quote.vocabulary.name(term))
            clue = _Clue(int(quote.letters[at]), int(quote.weights[at]), places)
            self._met.append(clue)
            yield clue


class _Taken:
    """Clues taken one by one, and how they stand out against chance."""

    def __init__(self, allowed: int, chance: float) -> None:
        self.places = 0
        self._clues: list[_Clue] = []
        self._cost, self._allowed, self._chance = 0, allowed, chance
        self._mean = self._variance = 0.0

    @property
    def suffice(self) -> bool:
        """Whether a copy must have one of them at all."""
        return self._cost > self._allowed

    @property
    def stand_out(self) -> bool:
        spare = self._cost - self._allowed
        return spare > _CLEAR + self._mean + _DEVIATIONS * math.sqrt(self._variance)

    def near(self, clue: _Clue) -> float:
        """How many places of a clue chance brings near any place."""
        return len(clue.places) * self._chance

    def take(self, clue: _Clue) -> None:
        near = self.near(clue) * clue.cost
        self._clues.append(clue)
        self.places += len(clue.places)
        self._cost += clue.cost
        self._mean += near
        self._variance += near * clue.cost

    def together(self) -> ChosenSeeds:
        letters, costs, places = zip(*self._clues, strict=True)
        counts = list(map(len, places))
        return ChosenSeeds(
            self._cost,
            np.concatenate(places),
            np.repeat(np.array(letters, np.int32), counts),
            np.repeat(np.array(costs, np.int32), counts),
        )

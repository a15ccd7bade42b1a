"""Seeds by which near copies of a quote are found in a text: its terms, rarest first."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from core.text.matching.postings import PostingList, Postings
from core.text.matching.terms import Numbers, Terms

# Standard deviations above chance from which seeds that meet stand out.
_DEVIATIONS = 8
# Places of a seed near any place by chance: from the first on it is used last, from the second on
# only if needed.
_COMMON = 0.15
_EVERYWHERE = 0.6
_CLEAR = 6


class ChosenSeeds(NamedTuple):
    """The seeds chosen: their places in the text and, for every place, the letter in the quote.

    `cost` is that of all seeds; `costs` that of each place's seed, None if all cost 1.
    """

    cost: int
    places: Numbers
    letters: Numbers
    costs: Numbers | None


class Seeds(Protocol):
    """The seeds of a quote: those missing in a copy within k edits cost `allowed(k)` at most.

    A copy without seeds of cost m has at least m // each - cut edits.
    """

    @property
    def each(self) -> int: ...

    @property
    def cut(self) -> int: ...

    def allowed(self, edits: int) -> int: ...

    def choose(self, edits: int, chance: float, most: int) -> ChosenSeeds:
        """Choose the rarest seeds, enough to tell a copy from seeds that meet by chance.

        `chance` is that of one place of the text to be near another, `most` the most places to use.
        """
        ...


@dataclass(frozen=True)
class PairSeeds:
    """Pairs of neighbouring terms, for quotes of short terms. An edit changes two at most."""

    letters: Numbers
    places: PostingList
    cut: int
    each: int = 2

    @classmethod
    def from_terms(cls, quote: Terms, places: PostingList) -> "PairSeeds":
        """`places`: those of every pair of the quote."""
        # The ends of a copy may cut words without costing an edit.
        cut = 2 if quote.letters[-1] > len(quote) else 0
        return cls(quote.letters[:-2], places, cut)

    def allowed(self, edits: int) -> int:
        return self.each * (edits + self.cut)

    def choose(self, edits: int, chance: float, most: int) -> ChosenSeeds:
        counts = self.places.counts
        rarest = counts.argsort(kind="stable").astype(np.int32)
        counts = counts[rarest]
        near, total = counts * chance, counts.cumsum()
        by_chance = total * chance
        spare = np.arange(1 - self.allowed(edits), len(counts) + 1 - self.allowed(edits))
        enough = (spare > _CLEAR + by_chance + _DEVIATIONS * np.sqrt(by_chance)) | (total > most)
        enough[:-1] |= (near[1:] > _EVERYWHERE) & (spare[:-1] > 0)
        enough[-1] = True
        rarest = rarest[: int(enough.argmax()) + 1]
        letters = np.repeat(self.letters[rarest], counts[: len(rarest)])
        return ChosenSeeds(len(rarest), self.places.together(rarest), letters, None)


class _Seed(NamedTuple):
    letter: int
    cost: int
    places: Numbers


@dataclass(frozen=True)
class TermSeeds:
    """Single terms, each with its misspellings: one that is missing costs all its letters."""

    quote: Terms
    postings: Postings
    each: int = 1
    cut: int = 0
    _met: list[_Seed] = field(default_factory=list)

    def allowed(self, edits: int) -> int:
        return edits

    def choose(self, edits: int, chance: float, most: int) -> ChosenSeeds:
        chosen, common = _Selection(edits, chance), list[_Seed]()
        for seed in self._rarest():
            if chosen.is_significant or chosen.places > most:
                return chosen.chosen_seeds()
            if chosen.near(seed) > _COMMON:
                common.append(seed)
            else:
                chosen.take(seed)
        for seed in sorted(common, key=lambda seed: len(seed.places)):
            useless = chosen.is_sufficient and chosen.near(seed) > _EVERYWHERE
            if useless or chosen.is_significant or chosen.places > most:
                break
            chosen.take(seed)
        return chosen.chosen_seeds()

    def _rarest(self) -> Iterator[_Seed]:
        """Yield the seeds, rarest first; each is looked up when first needed, and only once."""
        yield from self._met
        quote = self.quote
        rarest = self.postings.of_terms(quote.ids).counts.argsort(kind="stable")
        for at in rarest[len(self._met) :].tolist():
            term = int(quote.ids[at])
            places = self.postings.of_spellings(term, quote.vocabulary.name(term))
            seed = _Seed(int(quote.letters[at]), int(quote.weights[at]), places)
            self._met.append(seed)
            yield seed


class _Selection:
    """Seeds taken one by one, and whether they stand out against chance."""

    def __init__(self, allowed: int, chance: float) -> None:
        self.places = 0
        self._seeds: list[_Seed] = []
        self._cost, self._allowed, self._chance = 0, allowed, chance
        self._mean = self._variance = 0.0

    @property
    def is_sufficient(self) -> bool:
        """Whether every copy must have at least one of them."""
        return self._cost > self._allowed

    @property
    def is_significant(self) -> bool:
        spare = self._cost - self._allowed
        return spare > _CLEAR + self._mean + _DEVIATIONS * math.sqrt(self._variance)

    def near(self, seed: _Seed) -> float:
        """How many places of a seed are near any place by chance."""
        return len(seed.places) * self._chance

    def take(self, seed: _Seed) -> None:
        near = self.near(seed) * seed.cost
        self._seeds.append(seed)
        self.places += len(seed.places)
        self._cost += seed.cost
        self._mean += near
        self._variance += near * seed.cost

    def chosen_seeds(self) -> ChosenSeeds:
        letters, costs, places = zip(*self._seeds, strict=True)
        counts = list(map(len, places))
        return ChosenSeeds(
            self._cost,
            np.concatenate(places),
            np.repeat(np.array(letters, np.int32), counts),
            np.repeat(np.array(costs, np.int32), counts),
        )

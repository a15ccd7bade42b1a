"""Where every term of a text stands, and every pair of neighbours."""

import functools
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from core.text.spelling import tolerance
from core.text.terms import FIRST_WORD, Numbers, Terms, Vocabulary

Pairs = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Postings:
    """An inverted index of a text, or of its terms [first, last).

    Memory per million characters: English 0.2 million terms, Chinese 0.8, of 20 bytes each and,
    once pairs were looked up, 12 bytes more; and 5 MB and the words of the vocabulary.
    """

    terms: Terms
    first: int
    last: int
    _order: Numbers = field(repr=False)
    _bounds: Numbers = field(repr=False)
    _whole: "Postings | None" = field(default=None, repr=False)

    @classmethod
    def of(cls, text: str) -> "Postings":
        terms = Terms.of(text, Vocabulary())
        order = np.argsort(terms.ids, kind="stable").astype(np.int32)
        bounds = np.zeros(FIRST_WORD + len(terms.vocabulary.names) + 1, dtype=np.int32)
        np.cumsum(np.bincount(terms.ids, minlength=len(bounds) - 1), out=bounds[1:])
        return cls(terms, 0, len(terms), order, bounds)

    def part(self, start: int, end: int) -> "Postings | None":
        """The same of text[start:end]; None where the cut falls inside a term."""
        terms = self.terms
        first, last = np.searchsorted(terms.starts, np.array((start, end), np.int32)).tolist()
        for cut, at in ((start, first), (end, last)):
            if at and terms.ends[at - 1] > cut:
                return None
        return replace(self, first=first, last=last, _whole=self)

    def counts(self, ids: Numbers) -> Numbers:
        """How often each of `ids` stands in the whole text."""
        ids = np.minimum(ids, np.int32(len(self._bounds) - 2))
        return self._bounds[ids + 1] - self._bounds[ids]

    def of_terms(self, ids: Numbers) -> list[Numbers]:
        """The places of each of `ids`, ascending."""
        ids = np.minimum(ids, np.int32(len(self._bounds) - 2))
        low, high = self._bounds[ids].tolist(), self._bounds[ids + 1].tolist()
        return self._inside([self._order[a:b] for a, b in zip(low, high, strict=True)])

    def of_spellings(self, term: int, name: str) -> Numbers:
        """The places of a word and of all its misspellings, in no order."""
        ids = np.array([term], dtype=np.int32)
        if tolerance(name):
            ids = self.terms.vocabulary.spelling.of(name) + np.int32(FIRST_WORD)
        places = self.of_terms(ids)
        if len(places) == 1:
            return places[0]
        return np.concatenate(places) if places else self._order[:0]

    def of_pairs(self, ids: Numbers) -> list[Numbers]:
        """The places of the first of each two neighbours in `ids`, ascending."""
        keys, bounds, order = (self._whole or self)._pairs
        pairs = _paired(ids)
        slots = keys.searchsorted(pairs)
        low = bounds[slots]
        high = np.where(keys[slots] == pairs, bounds[slots + 1], low)
        ends = zip(low.tolist(), high.tolist(), strict=True)
        return self._inside([order[a:b] for a, b in ends])

    def _inside(self, places: list[Numbers]) -> list[Numbers]:
        if self._whole is None:
            return places
        ends = np.array((self.first, self.last), dtype=np.int32)
        return [each[slice(*each.searchsorted(ends).tolist())] for each in places]

    @functools.cached_property
    def _pairs(self) -> tuple[Pairs, Numbers, Numbers]:
        """Every different pair, where its places begin in the last array, and all places."""
        pairs = _paired(self.terms.ids)
        order = np.argsort(pairs, kind="stable").astype(np.int32)
        ordered = pairs[order]
        first = np.flatnonzero(np.diff(ordered, prepend=-1))
        bounds = np.append(first, len(ordered)).astype(np.int32)
        last = np.int64(np.iinfo(np.int64).max)
        return np.append(ordered[first], last), np.append(bounds, bounds[-1:]), order


def _paired(ids: Numbers) -> Pairs:
    return (ids[:-1].astype(np.int64) << 32) | ids[1:]

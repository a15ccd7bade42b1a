"""The places of every term of a text, and of every pair of neighbouring terms."""

import functools
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from core.text.matching.spelling import tolerance
from core.text.matching.terms import FIRST_WORD, Numbers, Terms, TermVocabulary

Codes = npt.NDArray[np.uint32]


class PostingList(NamedTuple):
    """The places of some terms or pairs in a text: order[low[i]:high[i]] for the ith, ascending."""

    order: Numbers
    low: Numbers
    high: Numbers

    @property
    def counts(self) -> Numbers:
        return self.high - self.low

    def of(self, row: int) -> Numbers:
        return self.order[self.low[row] : self.high[row]]

    def together(self, rows: Numbers) -> Numbers:
        """Return the places of `rows`, one row after the other."""
        low, counts = self.low[rows], self.high[rows] - self.low[rows]
        ends = np.cumsum(counts)
        total = int(ends[-1]) if len(ends) else 0
        return self.order[np.repeat(low - ends + counts, counts) + np.arange(total)]

    def part(self, first: int, last: int) -> "PostingList":
        return PostingList(self.order, self.low[first:last], self.high[first:last])


@dataclass(frozen=True, eq=False)
class Postings:
    """An inverted index of a text, or of its part with terms [first, last).

    Memory per million characters: English 0.2 million terms, Chinese 0.8, of 20 bytes each and,
    once pairs were looked up, 4 bytes more; and 8 MB and the words of the vocabulary.
    """

    terms: Terms
    first: int
    last: int
    _terms: tuple[Numbers, Numbers] = field(repr=False)
    _parent: "Postings | None" = field(default=None, repr=False)

    @classmethod
    def from_text(cls, text: str) -> "Postings":
        terms = Terms.from_text(text, TermVocabulary())
        count = FIRST_WORD + len(terms.vocabulary.names)
        return cls(terms, 0, len(terms), _places_by_number(terms.ids, count))

    def part(self, start: int, end: int) -> "Postings | None":
        """Return the index of text[start:end]; None if a cut falls inside a term."""
        terms = self.terms
        first, last = (bisect_left(terms.starts.data, cut) for cut in (start, end))
        for cut, at in ((start, first), (end, last)):
            if at and terms.ends[at - 1] > cut:
                return None
        return replace(self, first=first, last=last, _parent=self)

    def of_terms(self, ids: Numbers) -> PostingList:
        """Return the places of each of `ids` in the whole text."""
        order, bounds = self._terms
        ids = np.minimum(ids, np.int32(len(bounds) - 2))
        return PostingList(order, bounds[ids], bounds[ids + 1])

    def of_spellings(self, term: int, name: str) -> Numbers:
        """Return the places of a word and its misspellings in the whole text, in no order."""
        order, bounds = self._terms
        if not tolerance(name):
            return order[bounds[term] : bounds[term + 1]] if term < len(bounds) - 1 else order[:0]
        words = self.terms.vocabulary.spelling.similar_to(name) + np.int32(FIRST_WORD)
        low, high = bounds[words].tolist(), bounds[words + 1].tolist()
        if len(low) == 1:
            return order[low[0] : high[0]]
        places = [order[a:b] for a, b in zip(low, high, strict=True)]
        return np.concatenate(places) if places else order[:0]

    def of_pairs(self, ids: Numbers) -> PostingList:
        """Return the places of each two neighbours in `ids`, those of the first, in the whole text.

        Pairs are hashed, so some places may be of another pair.
        """
        codes = ids.astype(np.uint32)
        return self.pairs(codes[:-1], codes[1:])

    def pairs(self, firsts: Codes, seconds: Codes) -> PostingList:
        """Do the same for pairs (firsts[i], seconds[i])."""
        order, bounds = (self._parent or self)._pairs
        pairs = _hash_pairs(firsts, seconds, len(bounds) - 1)
        return PostingList(order, bounds[pairs], bounds[pairs + 1])

    def of_term(self, term: int) -> Numbers:
        """Return the places of one term of the text in the whole text."""
        order, bounds = self._terms
        return order[bounds[term] : bounds[term + 1]]

    def of_pair(self, first: int, second: int) -> Numbers:
        """Do as `pairs` for one pair, in a tenth of the time."""
        order, bounds, shift = (self._parent or self)._single_pairs
        pair = (first * _MIX_FIRST + second * _MIX_SECOND & 0xFFFFFFFF) >> shift
        return order[bounds[pair] : bounds[pair + 1]]

    @functools.cached_property
    def _single_pairs(self) -> tuple[Numbers, memoryview, int]:
        order, bounds = self._pairs
        return order, bounds.data, _shift(len(bounds) - 1)

    @functools.cached_property
    def _pairs(self) -> tuple[Numbers, Numbers]:
        count = 1 << (2 * len(self.terms)).bit_length()
        codes = self.terms.ids.astype(np.uint32)
        return _places_by_number(_hash_pairs(codes[:-1], codes[1:], count), count)

    def inside(self, places: Numbers) -> Numbers | slice:
        """Return the indices of those places of the whole text that are in this part."""
        if self._parent is None:
            return slice(None)
        return np.flatnonzero((places >= self.first) & (places < self.last)).astype(np.int32)


_MIX_FIRST, _MIX_SECOND = 0x9E3779B1, 0x85EBCA77


def _shift(count: int) -> int:
    """Return the shift that makes numbers below `count`, a power of two, of 32-bit numbers."""
    return 33 - count.bit_length()


def _hash_pairs(firsts: Codes, seconds: Codes, count: int) -> Numbers:
    """Hash each pair to a number below `count`, a power of two; collisions are rare."""
    mixed = firsts * np.uint32(_MIX_FIRST) + seconds * np.uint32(_MIX_SECOND)
    return (mixed >> np.uint32(_shift(count))).astype(np.int32)


def _places_by_number(numbers: Numbers, count: int) -> tuple[Numbers, Numbers]:
    """Return (order, bounds); the places of number n are order[bounds[n]:bounds[n + 1]]."""
    keys = numbers.astype(np.int64) << 32 | np.arange(len(numbers))
    keys.sort()
    ordered = (keys >> 32).astype(np.int32)
    first = np.flatnonzero(np.diff(ordered, prepend=-1))
    begins = np.append(first, len(ordered)).astype(np.int32)
    # A number that does not occur begins where the next one does.
    bounds = np.repeat(begins, np.diff(ordered[first], prepend=-1, append=count))
    return keys.astype(np.int32), bounds

"""A quote made ready for being looked up in a text."""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from core.text.alignment import Pattern
from core.text.clues import Clues, PairClues, TermClues
from core.text.postings import Places, Postings
from core.text.terms import FIRST_WORD, Terms, Vocabulary

# Pairs at its ends that a cut may have made: "| per cent of" and "in 公元前 |" are of one number.
_CUT_FIRST, _CUT_LAST = 2, 3
# A pair that stands in more places is no short cut.
_MANY = 2_000


@dataclass(frozen=True, eq=False)
class Sought:
    """A normalised quote and its terms, numbered as those of the text."""

    text: str
    terms: Terms = field(repr=False)
    postings: Postings = field(repr=False)
    pairs: Places = field(repr=False)

    @classmethod
    def of(cls, quote: str, postings: Postings) -> "Sought":
        """`postings`: those of the text."""
        terms = Terms.of(quote, Vocabulary(postings.terms.vocabulary))
        return cls(quote, terms, postings, postings.of_pairs(terms.ids))

    def part(self, first: int, last: int) -> "Sought":
        """Its terms [first, last), at least one."""
        terms = self.terms.part(first, last)
        start = int(self.terms.starts[first])
        text = self.text[start : start + int(terms.ends[-1])]
        return Sought(text, terms, self.postings, self.pairs.part(first, last - 1))

    @property
    def letters(self) -> int:
        """Its length, see `core.text.terms`."""
        return int(self.terms.letters[-1])

    @functools.cached_property
    def longest_word(self) -> int:
        """In letters; 0 where it has no words."""
        longest = int(self.terms.weights.max())
        return longest if longest > 1 else 0

    @functools.cached_property
    def pattern(self) -> Pattern:
        return Pattern(self.terms, self.postings.terms.vocabulary.spelling)

    def clues(self, edits: int) -> Clues:
        """What to find copies within `edits` by; there must be fewer of them than letters."""
        pairs = PairClues.of(self.terms, self.pairs)
        if self.letters < 2 * len(self.terms) and len(self.terms) > 1 + pairs.allowed(edits):
            return pairs
        return self._single_terms

    @functools.cached_property
    def _single_terms(self) -> TermClues:
        return TermClues(self.terms, self.postings)

    def may_be_in(self, text: Terms, first: int, last: int, edits: int) -> bool:
        """False where terms [first, last) have too little in common with it."""
        # Each edit changes one term at most; those at both ends of a copy may be cut besides.
        common = len(self.terms) - edits - (2 if self.longest_word else 0)
        part = text.coded[first:last]
        if common > 0 and not LCSseq.similarity(self.terms.coded, part, score_cutoff=common):
            return False
        return not self.longest_word or self.pattern.may_be_in(text.ids[first:last].tolist(), edits)

    @property
    def has_unknown_words(self) -> bool:
        """Whether the text lacks a word of it."""
        known = FIRST_WORD + len(self.postings.terms.vocabulary.names)
        return bool((self.terms.ids >= known).any())

    @property
    def has_unknown_pairs(self) -> bool:
        """Whether two neighbours of it, none a number nor near its ends, are none in the text."""
        inner = slice(_CUT_FIRST + 1, -_CUT_LAST - 1)
        return bool((self._plain_pairs[inner] & (self.pairs.counts[inner] == 0)).any())

    @functools.cached_property
    def _plain_pairs(self) -> npt.NDArray[np.bool_]:
        """Which pairs hold no number and nothing of a "don't", which may be part of a word."""
        terms = self.terms
        words = terms.ids >= FIRST_WORD
        plain = ~words | (terms.weights > 1)
        touching = words[:-1] & words[1:] & (terms.ends[:-1] == terms.starts[1:])
        plain[:-1] &= ~touching
        plain[1:] &= ~touching
        return plain[:-1] & plain[1:]

    def beginnings(self, text: str, shift: int) -> Iterable[int]:
        """Characters of `text` where the quote may begin, ascending; none left out but in another.

        From where its rarest pair stands. Its first terms and its last may be cut, and a number be
        a part of one.
        """
        counts = np.where(self._plain_pairs, self.pairs.counts, _MANY)
        counts[:_CUT_FIRST] = counts[-_CUT_LAST:] = _MANY
        rarest = int(counts.argmin()) if len(counts) else 0
        if not len(counts) or counts[rarest] >= _MANY:
            return _scanned(self.text, text)
        places = self.pairs.of(rarest)
        begins = self.postings.terms.starts[places] - (int(self.terms.starts[rarest]) + shift)
        return [begin for begin in begins.tolist() if begin >= 0]


def _scanned(quote: str, text: str) -> Iterator[int]:
    start = text.find(quote)
    while start >= 0:
        yield start
        start = text.find(quote, start + len(quote))

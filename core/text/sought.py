"""A quote made ready for being looked up in a text."""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from rapidfuzz.distance import LCSseq

from core.text.alignment import Pattern
from core.text.postings import Postings
from core.text.terms import FIRST_WORD, Terms, Vocabulary

# A term that stands in more places is no short cut.
_MANY = 2_000


@dataclass(frozen=True, eq=False)
class Sought:
    """A normalised quote and its terms, numbered as those of the text."""

    text: str
    terms: Terms = field(repr=False)
    _vocabulary: Vocabulary = field(repr=False)

    @classmethod
    def of(cls, quote: str, vocabulary: Vocabulary) -> "Sought":
        """`vocabulary`: that of the text."""
        return cls(quote, Terms.of(quote, Vocabulary(vocabulary)), vocabulary)

    @property
    def letters(self) -> int:
        """Its length, see `core.text.terms`."""
        return int(self.terms.letters[-1])

    @functools.cached_property
    def pattern(self) -> Pattern:
        return Pattern(self.terms, self._vocabulary.spelling)

    def may_be_in(self, text: Terms, first: int, last: int, edits: int) -> bool:
        """False where terms [first, last) have too little in common with it."""
        # Each edit changes one term at most; those at both ends of a copy may be cut besides.
        common = len(self.terms) - edits - (2 if self.has_words else 0)
        part = text.coded[first:last]
        if common > 0 and not LCSseq.similarity(self.terms.coded, part, score_cutoff=common):
            return False
        return not self.has_words or self.pattern.may_be_in(text.ids[first:last].tolist(), edits)

    @functools.cached_property
    def has_words(self) -> bool:
        """Whether some term is more than one letter."""
        return self.letters > len(self.terms)

    def beginnings(self, postings: Postings, text: str, shift: int) -> Iterable[int]:
        """Characters of `text` where the quote may begin, ascending, none left out.

        From where its rarest term stands. Its first and last may be cut, and a number be a part
        of one.
        """
        ids = self.terms.ids[1:-1]
        counts = postings.counts(ids)
        for at in np.flatnonzero(ids >= FIRST_WORD).tolist():
            if self.terms.vocabulary.name(ids[at])[0] == "#":
                counts[at] = _MANY
        at = int(counts.argmin()) if len(ids) else 0
        if not len(ids) or counts[at] >= _MANY:
            return _scanned(self.text, text)
        places = postings.of_terms(ids[at : at + 1])[0]
        begins = postings.terms.starts[places] - (int(self.terms.starts[at + 1]) + shift)
        return [begin for begin in begins.tolist() if begin >= 0]


def _scanned(quote: str, text: str) -> Iterator[int]:
    start = text.find(quote)
    while start >= 0:
        yield start
        start = text.find(quote, start + 1)

"""A quote prepared for being looked up in a text."""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from core.text.matching.alignment import AlignmentPattern
from core.text.matching.anchors import Anchor, find_anchor
from core.text.matching.postings import PostingList, Postings
from core.text.matching.seeds import PairSeeds, Seeds, TermSeeds
from core.text.matching.terms import FIRST_WORD, Terms, TermVocabulary

# Pairs at its ends that a cut may have made: "| per cent of" and "in 公元前 |" are of one number.
_CUT_FIRST, _CUT_LAST = 2, 3
# Characters that are terms or parts of a number, depending on their neighbours.
_OF_NUMBERS = np.array([ord(character) for character in "公西元前零下分之点"], dtype=np.int32)
# A pair with more places is no short cut.
_MANY = 2_000


@dataclass(frozen=True, eq=False)
class PreparedQuote:
    """A normalised quote and the postings of the text; their terms share numbers.

    `shortened`: it was typed with a "we're" or "she'd".
    """

    text: str
    postings: Postings = field(repr=False)
    _part_of: "tuple[PreparedQuote, int, int] | None" = field(default=None, repr=False)
    shortened: bool = False

    @functools.cached_property
    def terms(self) -> Terms:
        if self._part_of:
            parent, first, last = self._part_of
            return parent.terms.part(first, last)
        return Terms.from_text(self.text, TermVocabulary(self.postings.terms.vocabulary))

    @functools.cached_property
    def pairs(self) -> PostingList:
        if self._part_of:
            parent, first, last = self._part_of
            return parent.pairs.part(first, last - 1)
        return self.postings.of_pairs(self.terms.ids)

    def part(self, first: int, last: int) -> "PreparedQuote":
        """Return its terms [first, last), at least one, as a quote."""
        text = self.text[int(self.terms.starts[first]) : int(self.terms.ends[last - 1])]
        return PreparedQuote(text, self.postings, (self, first, last), self.shortened)

    @property
    def letters(self) -> int:
        """Its length in letters, see `core.text.matching.terms`."""
        return int(self.terms.letters[-1])

    @functools.cached_property
    def longest_word(self) -> int:
        """Letters of its longest word; 0 if it has no words."""
        longest = int(self.terms.weights.max())
        return longest if longest > 1 else 0

    @functools.cached_property
    def pattern(self) -> AlignmentPattern:
        return AlignmentPattern(self.terms, self.postings.terms.vocabulary.spelling)

    def seeds(self, edits: int) -> Seeds:
        """Return the seeds to find copies within `edits`, which must be fewer than its letters."""
        pairs = PairSeeds.from_terms(self.terms, self.pairs)
        if self.letters < 2 * len(self.terms) and len(self.terms) > 1 + pairs.allowed(edits):
            return pairs
        return self._single_terms

    @functools.cached_property
    def _single_terms(self) -> TermSeeds:
        return TermSeeds(self.terms, self.postings)

    def is_possible_in(self, text: Terms, first: int, last: int, edits: int) -> bool:
        """False if terms [first, last) have too little in common with it for a copy."""
        # Each edit changes one term at most; those at both ends of a copy may be cut besides.
        common = len(self.terms) - edits - (2 if self.longest_word else 0)
        part = text.coded[first:last]
        if common > 0 and not LCSseq.similarity(self.terms.coded, part, score_cutoff=common):
            return False
        return not self.longest_word or self.pattern.is_possible_in(
            text.ids[first:last].tolist(), edits
        )

    @property
    def has_unknown_words(self) -> bool:
        """Whether the text lacks a word of it."""
        first_unknown = FIRST_WORD + len(self.postings.terms.vocabulary.names)
        return bool((self.terms.ids >= first_unknown).any())

    @property
    def unknown_share(self) -> float:
        """Share, 0 to 1, of its pairs of neighbours that are nowhere in the text."""
        return float((self.pairs.counts == 0).mean()) if len(self.terms) > 1 else 0.0

    @functools.cached_property
    def unknown_pairs(self) -> int:
        """Number of its plain pairs, not near its ends, that are nowhere in the text."""
        return int(self._unknown[_CUT_FIRST + 1 : -_CUT_LAST - 1].sum())

    def longest_known(self, first: int) -> int:
        """Upper bound on the end of a run of its terms from `first` on that is in the text."""
        unknown = self._unknown[first + _CUT_FIRST + 1 :]
        reach = int(unknown.argmax()) if unknown.any() else len(unknown)
        return min(len(self.terms), first + _CUT_FIRST + 1 + reach + _CUT_LAST + 2)

    @functools.cached_property
    def _unknown(self) -> npt.NDArray[np.bool_]:
        unknown: npt.NDArray[np.bool_] = self._plain_pairs & (self.pairs.counts == 0)
        return unknown

    @functools.cached_property
    def _plain_pairs(self) -> npt.NDArray[np.bool_]:
        """Mark the pairs without a number, what may be part of one, and parts of a "don't"."""
        if self._part_of:
            parent, first, last = self._part_of
            return parent._plain_pairs[first : last - 1]
        terms = self.terms
        words = terms.ids >= FIRST_WORD
        of_numbers = (terms.ids[:, np.newaxis] == _OF_NUMBERS).any(axis=1)
        plain: npt.NDArray[np.bool_] = ~words & ~of_numbers | words & (terms.weights > 1)
        touching = words[:-1] & words[1:] & (terms.ends[:-1] == terms.starts[1:])
        plain[:-1] &= ~touching
        plain[1:] &= ~touching
        return plain[:-1] & plain[1:]

    def beginnings(self, text: str, shift: int) -> Iterable[int]:
        """Return ascending places of `text` where the quote may begin, found by a rare part of it.

        Only places inside an earlier occurrence may be missing.
        """
        # The pairs of a part are known; those of a whole quote take longer than an anchor.
        anchor = self._rarest_pair() if self._part_of else None
        anchor = anchor or find_anchor(self.text, self.postings) or self._rarest_pair()
        if anchor is None:
            return quote_beginnings(self.text, text)
        begins = self.postings.terms.starts[anchor.terms] - (anchor.ahead + shift)
        return [begin for begin in begins.tolist() if begin >= 0]

    def _rarest_pair(self) -> Anchor | None:
        """Return its rarest plain pair, away from its ends (they may be cut); None if not rare."""
        counts = np.where(self._plain_pairs, self.pairs.counts, _MANY)
        counts[:_CUT_FIRST] = counts[-_CUT_LAST:] = _MANY
        rarest = int(counts.argmin()) if len(counts) else 0
        if not len(counts) or counts[rarest] >= _MANY:
            return None
        return Anchor(int(self.terms.starts[rarest]), self.pairs.of(rarest))


def quote_beginnings(quote: str, text: str) -> Iterator[int]:
    """Yield where the quote begins in the text, without overlaps."""
    start = text.find(quote)
    while start >= 0:
        yield start
        start = text.find(quote, start + len(quote))

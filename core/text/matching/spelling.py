"""Which words of a text may be misspellings of a word."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein

MAX_WORD = 64
"""Letters; longer words have no misspellings."""


def tolerance(word: str) -> int:
    """Edits that leave a word recognisable: 0 up to two letters, 1 up to five, else 2."""
    if len(word) > MAX_WORD or word[0] == "#":
        return 0
    return min(2, len(word) // 3)


class Spelling:
    """Finds the misspellings of a word among the words of a text, numbered from 0."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        lengths = np.array([0 if word[0] == "#" else len(word) for word in words], dtype=np.int32)
        self._by_length = np.argsort(lengths, kind="stable").astype(np.int32)
        # Ordered by length, words of n letters end at ends[n].
        self._ends = np.cumsum(np.bincount(lengths, minlength=2 * MAX_WORD)).tolist()
        ordered = [words[at] for at in self._by_length.tolist()]
        self._letters = np.array(list(map(_letters, ordered)), dtype=np.uint32)
        self._neighbours = np.array(list(map(_neighbours, ordered)), dtype=np.uint64)
        self._known: dict[str, npt.NDArray[np.int32]] = {}

    def of(self, word: str) -> npt.NDArray[np.int32]:
        """The numbers of all words within the tolerance of `word`, itself included."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._look_up(word)
        return known

    def _look_up(self, word: str) -> npt.NDArray[np.int32]:
        edits = tolerance(word)
        longest = len(self._ends) - 1
        first, last = (self._ends[min(len(word) + by, longest)] for by in (-edits - 1, edits))
        # An edit takes away two pairs of neighbours at most and adds two; a letter, and adds one.
        differ = np.bitwise_count(self._neighbours[first:last] ^ np.uint64(_neighbours(word)))
        near = (differ <= 4 * edits).nonzero()[0] + first
        differ = np.bitwise_count(self._letters[near] ^ np.uint32(_letters(word)))
        near = self._by_length[near[differ <= 2 * edits]]
        distance, words = Levenshtein.distance, self._words
        found = [
            at for at in near.tolist() if distance(word, words[at], score_cutoff=edits) <= edits
        ]
        return np.array(found, dtype=np.int32)


def _letters(word: str) -> int:
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) & 31)
    return mask


def _neighbours(word: str) -> int:
    """A bit for each two neighbouring letters, the ends included."""
    mask, before = 0, 0
    for letter in f"{word} ":
        mask |= 1 << ((before * 31 + ord(letter)) & 63)
        before = ord(letter)
    return mask

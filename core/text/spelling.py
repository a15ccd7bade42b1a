"""Which words of a text may be misspellings of a word."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

MAX_WORD = 64
"""Letters; longer words have no misspellings."""


def tolerance(word: str) -> int:
    """Edits that leave a word recognisable: 0 up to two letters, 1 up to five, else 2."""
    if len(word) > MAX_WORD or word[0] == "#":
        return 0
    return min(2, len(word) // 3)


def misspelt(words: Sequence[str], others: Sequence[str]) -> npt.NDArray[np.bool_]:
    """[i, j]: whether others[j] is words[i] or a misspelling of it."""
    edits = cdist(words, others, scorer=Levenshtein.distance, score_cutoff=2, dtype=np.uint8)
    limits = np.array([tolerance(word) for word in words], dtype=np.uint8)
    return np.asarray(edits <= limits[:, None])


class Spelling:
    """Finds the misspellings of a word among the words of a text, numbered from 0."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        lengths = np.array([0 if word[0] == "#" else len(word) for word in words], dtype=np.int32)
        self._by_length = np.argsort(lengths, kind="stable").astype(np.int32)
        self._lengths = lengths[self._by_length]
        neighbours = [_neighbours(words[at]) for at in self._by_length.tolist()]
        self._neighbours = np.array(neighbours, dtype=np.uint64)
        self._known: dict[str, npt.NDArray[np.int32]] = {}

    def of(self, word: str) -> npt.NDArray[np.int32]:
        """The numbers of all words within the tolerance of `word`, itself included."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._look_up(word)
        return known

    def _look_up(self, word: str) -> npt.NDArray[np.int32]:
        edits = tolerance(word)
        reach = np.array((len(word) - edits, len(word) + edits + 1), dtype=np.int32)
        first, last = self._lengths.searchsorted(reach).tolist()
        differ = np.bitwise_count(self._neighbours[first:last] ^ np.uint64(_neighbours(word)))
        # An edit takes away two pairs of neighbours at most and adds two.
        near = self._by_length[first:last][differ <= 4 * edits].tolist()
        distance, words = Levenshtein.distance, self._words
        found = [at for at in near if distance(word, words[at], score_cutoff=edits) <= edits]
        return np.array(found, dtype=np.int32)


def _neighbours(word: str) -> int:
    """A bit for each two neighbouring letters, the ends included."""
    mask, before = 0, 0
    for letter in f"{word} ":
        mask |= 1 << ((before * 31 + ord(letter)) & 63)
        before = ord(letter)
    return mask

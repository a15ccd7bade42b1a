"""Which words of a text may be misspellings of a word."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein

MAX_WORD = 64
"""Letters; longer words have no misspellings."""


def tolerance(word: str) -> int:
    """Return the edits that a misspelling may have: 0 up to two letters, 1 up to five, else 2."""
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
        self._letters, self._neighbours = _masks(ordered)
        self._cache: dict[str, npt.NDArray[np.int32]] = {}

    def similar_to(self, word: str) -> npt.NDArray[np.int32]:
        """Return the numbers of all words within the tolerance of `word`, itself included."""
        cached = self._cache.get(word)
        if cached is None:
            cached = self._cache[word] = self._look_up(word)
        return cached

    def _look_up(self, word: str) -> npt.NDArray[np.int32]:
        edits = tolerance(word)
        longest = len(self._ends) - 1
        first, last = (self._ends[min(len(word) + by, longest)] for by in (-edits - 1, edits))
        # An edit removes and adds at most two pairs of neighbours, and at most one letter.
        letters, neighbours = _mask(word)
        differ = np.bitwise_count(self._neighbours[first:last] ^ np.uint64(neighbours))
        near = (differ <= 4 * edits).nonzero()[0] + first
        differ = np.bitwise_count(self._letters[near] ^ np.uint32(letters))
        near = self._by_length[near[differ <= 2 * edits]]
        distance, words = Levenshtein.distance, self._words
        matches = [
            at for at in near.tolist() if distance(word, words[at], score_cutoff=edits) <= edits
        ]
        return np.array(matches, dtype=np.int32)


def _masks(
    words: Sequence[str],
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64]]:
    """Return, for each word, a bit mask of its letters and one of its pairs, the ends included."""
    if not words:
        return np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.uint64)
    spaced = f"{' '.join(words)} "
    codes = np.frombuffer(spaced.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    begins = np.cumsum([0, *(len(word) + 1 for word in words[:-1])])
    letters = np.uint32(1) << (codes & np.uint32(31))
    letters[np.append(begins[1:], len(codes)) - 1] = 0  # the space after each word
    before = np.concatenate((codes[:1], codes[:-1])).astype(np.uint64)
    before[begins] = 0
    pairs = np.uint64(1) << ((before * np.uint64(31) + codes) & np.uint64(63))
    return np.bitwise_or.reduceat(letters, begins), np.bitwise_or.reduceat(pairs, begins)


def _mask(word: str) -> tuple[int, int]:
    """Do as `_masks` for one word, in a tenth of the time that arrays of one would take."""
    letters = neighbours = before = 0
    for code in map(ord, word):
        letters |= 1 << (code & 31)
        neighbours |= 1 << ((before * 31 + code) & 63)
        before = code
    return letters, neighbours | 1 << ((before * 31 + ord(" ")) & 63)

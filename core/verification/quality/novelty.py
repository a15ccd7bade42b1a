"""How much a copy resembles recent copy, by the character n-grams they share (source 001, 9.2)."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from core.verification.copy_text.text_folding import fold


class Nearest(NamedTuple):
    """`similarity` is shared n-grams / all n-grams of the two (Jaccard), in [0, 1]."""

    similarity: float
    text: str


class RecentCopy:
    """Texts to compare with, indexed by n-gram: what shares none costs nothing."""

    def __init__(self, texts: Iterable[str] = (), *, ngram: int = 2) -> None:
        self.ngram = ngram
        self.texts: list[str] = []
        self._sizes: list[int] = []
        self._holding = defaultdict[str, list[int]](list)
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        grams = ngrams(text, self.ngram)
        for gram in grams:
            self._holding[gram].append(len(self.texts))
        self.texts.append(text)
        self._sizes.append(len(grams))

    def nearest(self, text: str) -> Nearest | None:
        """The most similar text, the oldest of equals; None where nothing shares an n-gram."""
        grams = ngrams(text, self.ngram)
        shared = Counter[int]()
        for gram in grams:
            if gram in self._holding:
                shared.update(self._holding[gram])
        if not shared:
            return None
        size, sizes = len(grams), self._sizes
        best = max(shared, key=lambda at: (shared[at] / (size + sizes[at] - shared[at]), -at))
        both = shared[best]
        return Nearest(both / (size + sizes[best] - both), self.texts[best])


def ngrams(text: str, n: int) -> frozenset[str]:
    """Of the folded text without white space; a text shorter than n is one n-gram."""
    plain = "".join(fold(text).text.split())
    if len(plain) <= n:
        return frozenset((plain,) if plain else ())
    return frozenset(plain[at : at + n] for at in range(len(plain) - n + 1))


COMPARED = 2_000
"""Texts that a diversity is of at most: comparing grows with their square."""


@dataclass(frozen=True, slots=True)
class Diversity:
    """Of the first `n` texts of a batch. `value` is 1 - the mean similarity of each text to the one
    before it that is nearest; None with fewer than two, for there is nothing to differ from.
    `near_copies` are so many of them that one before is nearly the same.
    """

    value: float | None
    n: int
    near_copies: int


def diversity(texts: Iterable[str], *, ngram: int = 2, near_percent: int = 80) -> Diversity:
    """How much the texts of a batch differ from one another (section 9.2), of the first `COMPARED`.

    `near_percent` is what the policy calls a near copy.
    """
    seen, folded = RecentCopy(ngram=ngram), set[frozenset[str]]()
    total, n, near = 0.0, 0, 0
    for text in islice(texts, COMPARED):
        grams = ngrams(text, ngram)
        if grams in folded:
            similarity = 1.0
        else:
            found = seen.nearest(text) if n else None
            similarity = found.similarity if found else 0.0
            seen.add(text)
            folded.add(grams)
        total, n = total + similarity, n + 1
        near += round(100 * similarity) >= near_percent
    return Diversity(1 - total / (n - 1) if n > 1 else None, n, near)

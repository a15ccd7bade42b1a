"""Similarity of a copy to recent copy, by shared character n-grams (source 001, section 9.2)."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from core.verification.copy_text.text_folding import fold


class Nearest(NamedTuple):
    """The most similar text. `similarity`: shared n-grams / all n-grams of both (Jaccard), in
    [0, 1]; in `meaning` it is a cosine.
    """

    similarity: float
    text: str


class RecentCopy:
    """Recent texts, indexed by n-gram, so that texts without a shared n-gram cost nothing."""

    def __init__(self, texts: Iterable[str] = (), *, ngram: int = 2) -> None:
        self.ngram = ngram
        self.texts: list[str] = []
        self._sizes: list[int] = []
        self._texts_by_gram = defaultdict[str, list[int]](list)
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Add a text to compare with."""
        grams = ngrams(text, self.ngram)
        for gram in grams:
            self._texts_by_gram[gram].append(len(self.texts))
        self.texts.append(text)
        self._sizes.append(len(grams))

    def nearest(self, text: str) -> Nearest | None:
        """The most similar text, the oldest one of equals; None if none shares an n-gram."""
        grams = ngrams(text, self.ngram)
        shared = Counter[int]()
        for gram in grams:
            if gram in self._texts_by_gram:
                shared.update(self._texts_by_gram[gram])
        if not shared:
            return None
        size, sizes = len(grams), self._sizes
        best = max(shared, key=lambda at: (shared[at] / (size + sizes[at] - shared[at]), -at))
        both = shared[best]
        return Nearest(both / (size + sizes[best] - both), self.texts[best])


def ngrams(text: str, n: int) -> frozenset[str]:
    """The character n-grams of the folded text without white space; a short text is one n-gram."""
    plain = "".join(fold(text).text.split())
    if len(plain) <= n:
        return frozenset((plain,) if plain else ())
    return frozenset(plain[at : at + n] for at in range(len(plain) - n + 1))


COMPARED = 2_000
"""Maximum texts in a diversity, since comparing them takes quadratic time."""


@dataclass(frozen=True, slots=True)
class Diversity:
    """The diversity of the first `n` texts of a batch.

    `value` is 1 - the mean similarity of each text to the nearest one before it; None with fewer
    than two. `near_copies`: number of texts that are a near copy of one before.
    """

    value: float | None
    n: int
    near_copies: int


def diversity(texts: Iterable[str], *, ngram: int = 2, near_percent: int = 80) -> Diversity:
    """The diversity of the first `COMPARED` texts of a batch (section 9.2).

    `near_percent`: the policy's similarity from which a text is a near copy.
    """
    previous, previous_grams = RecentCopy(ngram=ngram), set[frozenset[str]]()
    total, n, near = 0.0, 0, 0
    for text in islice(texts, COMPARED):
        grams = ngrams(text, ngram)
        if grams in previous_grams:
            similarity = 1.0
        else:
            nearest = previous.nearest(text) if n else None
            similarity = nearest.similarity if nearest else 0.0
            previous.add(text)
            previous_grams.add(grams)
        total, n = total + similarity, n + 1
        near += round(100 * similarity) >= near_percent
    return Diversity(1 - total / (n - 1) if n > 1 else None, n, near)

"""How much copy resembles other copy in meaning, by the cosine of embeddings (source 001, 9.2).

It stands beside the figure of shared n-grams (`novelty`), which alone counts in a score: cosines of
two models cannot be compared, and a score must not depend on which one was at hand.
"""

from collections.abc import Sequence

import numpy as np

from core.llm import Vector
from core.verification.quality.novelty import Nearest

_AT_ONCE = 256


class RecentMeanings:
    """Texts to compare with, each with its vector of length 1; all vectors of one model."""

    def __init__(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        self._texts = tuple(texts)
        self._vectors = np.stack(vectors) if vectors else None

    def nearest(self, vector: Vector) -> Nearest | None:
        """The text with the greatest cosine, the oldest of equals; None: there is no text."""
        if self._vectors is None:
            return None
        cosines = self._vectors @ vector
        best = int(np.argmax(cosines))
        return Nearest(_cosine(cosines[best]), self._texts[best])


def diversity_by_meaning(vectors: Sequence[Vector]) -> float | None:
    """1 - the mean cosine of each text to the nearest before it, in [0, 2]; as `diversity`, but
    between vectors of length 1. None with fewer than two.
    """
    if len(vectors) < 2:
        return None
    all_of_them = np.stack(vectors)
    total = 0.0
    for start in range(0, len(vectors), _AT_ONCE):
        block = all_of_them[start : start + _AT_ONCE]
        cosines = block @ all_of_them[: start + len(block)].T
        later = (
            np.arange(cosines.shape[1])[None, :] >= np.arange(start, start + len(block))[:, None]
        )
        cosines[later] = -np.inf
        nearest = cosines.max(axis=1)
        total += sum(map(_cosine, nearest[1:] if start == 0 else nearest))
    return 1 - total / (len(vectors) - 1)


def _cosine(value: float) -> float:
    """Within [-1, 1], whatever rounding made of it."""
    return min(1.0, max(-1.0, float(value)))

"""Similarity of copy in meaning, by the cosine of embeddings (source 001, section 9.2).

It is shown beside the similarity by n-grams (`novelty`). Only the latter counts in a score: cosines
of two models cannot be compared, and a score must not depend on the model in use.
"""

from collections.abc import Sequence

import numpy as np

from core.llm import Vector
from core.verification.quality.novelty import Nearest

_AT_ONCE = 256
"""Vectors per block of cosines."""


class RecentMeanings:
    """Recent texts with their vectors, all of length 1 and from one model."""

    def __init__(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        self._texts = tuple(texts)
        self._vectors = np.stack(vectors) if vectors else None

    def nearest(self, vector: Vector) -> Nearest | None:
        """The text with the greatest cosine, the oldest of equals; None if there are no texts."""
        if self._vectors is None:
            return None
        cosines = self._vectors @ vector
        best = int(np.argmax(cosines))
        return Nearest(_cosine(cosines[best]), self._texts[best])


def diversity_by_meaning(vectors: Sequence[Vector]) -> float | None:
    """1 - the mean cosine of each vector to the nearest one before it, in [0, 2]; None with fewer
    than two. As `diversity`, but for vectors, which must have length 1.
    """
    if len(vectors) < 2:
        return None
    matrix = np.stack(vectors)
    total = 0.0
    for start in range(0, len(vectors), _AT_ONCE):
        block = matrix[start : start + _AT_ONCE]
        cosines = block @ matrix[: start + len(block)].T
        not_before = (
            np.arange(cosines.shape[1])[None, :] >= np.arange(start, start + len(block))[:, None]
        )
        cosines[not_before] = -np.inf
        nearest = cosines.max(axis=1)
        total += sum(map(_cosine, nearest[1:] if start == 0 else nearest))
    return 1 - total / (len(vectors) - 1)


def _cosine(value: float) -> float:
    """The value clipped to [-1, 1], against rounding errors."""
    return min(1.0, max(-1.0, float(value)))

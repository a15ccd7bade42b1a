"""Rank passages by meaning as well as words: vectors of each passage and of its sentences."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.text.language.sentences import sentence_spans
from core.text.retrieval.passages import Retrieved

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

STORED = np.dtype("<f2")
"""Half the bytes of float32; a cosine changes by less than 0.001."""


def texts_to_embed(passage: str) -> list[str]:
    """Return the passage, then its sentences if it has several: a question is answered by one
    sentence, whose meaning is lost in the vector of a long passage.
    """
    sentences = [passage[start:end] for start, end in sentence_spans(passage)]
    return [passage, *sentences] if len(sentences) > 1 else [passage]


def pack_vectors(vectors: Sequence[Floats]) -> bytes:
    return np.stack(vectors).astype(STORED).tobytes()


@dataclass(frozen=True, slots=True)
class PassageMatrix:
    """All vectors in one matrix, a row each: those of passage `passage_ids[i]`, which is of the
    text `source_ids[i]`, begin at row `starts[i]`: its own, then those of its sentences.
    """

    vectors: Floats
    starts: Ints
    passage_ids: Ints
    source_ids: Ints

    @classmethod
    def from_packed(cls, rows: Iterable[tuple[int, int, int, bytes]]) -> "PassageMatrix":
        """Unpack one or more rows of (passage id, source id, vector count, packed vectors)."""
        ids, sources, counts, packed = zip(*rows, strict=True)
        numbers = np.frombuffer(b"".join(packed), dtype=STORED).astype(np.float32)
        ends = np.cumsum(counts)
        return cls(
            numbers.reshape(int(ends[-1]), -1),
            np.concatenate(([0], ends[:-1])).astype(np.int64),
            np.array(ids, dtype=np.int64),
            np.array(sources, dtype=np.int64),
        )

    def joined(self, other: "PassageMatrix") -> "PassageMatrix":
        return PassageMatrix(
            np.concatenate((self.vectors, other.vectors)),
            np.concatenate((self.starts, other.starts + len(self.vectors))),
            np.concatenate((self.passage_ids, other.passage_ids)),
            np.concatenate((self.source_ids, other.source_ids)),
        )

    def counts_by_source(self) -> dict[int, int]:
        """Count the passages of each text."""
        sources, counts = np.unique(self.source_ids, return_counts=True)
        return dict(zip(sources.tolist(), counts.tolist(), strict=True))

    def compare(self, question: Floats, source_ids: Collection[int] | None) -> "MeaningScores":
        """Score all passages, or those of `source_ids` alone, against a question."""
        cosines = self.vectors @ question
        best = np.maximum.reduceat(cosines, self.starts)
        likeness = ((cosines[self.starts] + best) / 2).astype(np.float32)
        ids = self.passage_ids
        if source_ids is not None:
            within = np.isin(self.source_ids, list(source_ids))
            likeness, ids = likeness[within], ids[within]
        return MeaningScores.from_likeness(ids, likeness)


@dataclass(frozen=True, slots=True)
class MeaningScores:
    """Scores by passage id: `likeness` is the mean of the passage's cosine and the best of its
    vectors, `z_scores` the standard deviations by which that exceeds the mean of all compared.
    """

    likeness: Mapping[int, float]
    z_scores: Mapping[int, float]

    @classmethod
    def from_likeness(cls, ids: Ints, likeness: Floats) -> "MeaningScores":
        spread = float(likeness.std()) if len(likeness) else 0.0
        z = (likeness - likeness.mean()) / spread if spread else np.zeros_like(likeness)
        keys = ids.tolist()
        return cls(
            dict(zip(keys, likeness.tolist(), strict=True)),
            dict(zip(keys, z.tolist(), strict=True)),
        )

    def best(self, count: int) -> list[int]:
        return sorted(self.z_scores, key=lambda id_: (-self.z_scores[id_], id_))[:count]


def rank_by_both(by_words: Sequence[Retrieved], scores: MeaningScores) -> list[Retrieved]:
    """Return passages, best first, by z-score of the meaning plus BM25 over the best BM25."""
    highest = max((item.score for item in by_words), default=0.0)
    ranked = [
        replace(
            item,
            score=scores.z_scores[item.passage.id] + (item.score / highest if highest else 0.0),
            likeness=scores.likeness[item.passage.id],
        )
        for item in by_words
        if item.passage.id in scores.z_scores
    ]
    return sorted(ranked, key=lambda item: (-item.score, item.passage.id))

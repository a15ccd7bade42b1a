"""Rank passages for a question by BM25, the same for every index (docs/retrieval.md)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from core.text.retrieval.coverage import Coverage
from core.text.retrieval.passages import Passage, Retrieved
from core.text.retrieval.search_terms import index_terms

K1, B = 1.2, 0.75


def rank_passages(
    passages: Iterable[Passage], weights: Mapping[str, float], coverage: Coverage, average: float
) -> list[Retrieved]:
    """Return the passages, best first. `weights` are the rarities of the question's terms,
    `average` is the mean length of a passage in terms.
    """
    retrieved = [_score(item, weights, coverage, average) for item in passages]
    return sorted(retrieved, key=lambda item: (-item.score, item.passage.id))


def _score(
    passage: Passage, weights: Mapping[str, float], coverage: Coverage, average: float
) -> Retrieved:
    counts = Counter(index_terms(passage.text))
    norm = K1 * (1 - B + B * counts.total() / average)
    score = sum(
        weights[term] * counts[term] * (K1 + 1) / (counts[term] + norm)
        for term in weights
        if counts[term]
    )
    return Retrieved(passage, score, coverage.share(passage.text, counts))

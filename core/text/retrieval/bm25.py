"""Passages ranked for a question by BM25, the same whoever keeps them (docs/retrieval.md)."""

from collections import Counter
from collections.abc import Iterable, Mapping

from core.text.retrieval.coverage import Coverage
from core.text.retrieval.index_terms import index_terms
from core.text.retrieval.passages import Passage, Retrieved

K1, B = 1.2, 0.75


def rank_passages(
    found: Iterable[Passage], weights: Mapping[str, float], coverage: Coverage, average: float
) -> list[Retrieved]:
    """Best first. `weights` are the rarities of the question's terms, `average` is a passage's
    length in terms.
    """
    made = [_retrieved(one, weights, coverage, average) for one in found]
    return sorted(made, key=lambda one: (-one.score, one.passage.id))


def _retrieved(
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

"""Passages of the library for a question (docs/retrieval.md)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.answering.index import ensure_indexed
from core.text.coverage import Coverage, rarity
from core.text.index_terms import index_terms, query_terms
from core.text.passages import Passage, Retrieved
from core.text.span import Span
from db.queries import passages as queries
from db.queries.passages import Found

K1, B = 1.2, 0.75
CANDIDATES = 50
"""Passages that the database brings and BM25 ranks exactly, the same on every database."""

MOST_TERMS = 60
"""Of a question, the rarest; a longer one is a text."""


@dataclass(frozen=True)
class StoredRetriever:
    """`core.text.passages.Retriever` over the whole library; a search indexes new texts first."""

    engine: Engine

    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        """BM25 over pairs of characters and stems; `coverage` is `core.text.coverage`."""
        asked = query_terms(query)
        if not asked or k < 1:
            return []
        ensure_indexed(self.engine)
        with Session(self.engine) as session:
            size = queries.size(session)
            known = queries.frequencies(session, asked)
            if not known:
                return []
            weights = {term: rarity(known[term], size.passages) for term in known}
            coverage = Coverage.of(query, known, size.passages)
            kept = sorted(known, key=lambda term: known[term])[:MOST_TERMS]
            found = queries.candidates(
                session,
                {term: weights[term] for term in kept},
                _matched(known, kept),
                max(CANDIDATES, k),
                source_ids,
            )
        length = size.terms / max(1, size.passages)
        ranked = [_retrieved(one, weights, coverage, length) for one in found]
        ranked.sort(key=lambda one: (-one.score, one.passage.id))
        return ranked[:k]


def _matched(known: Mapping[str, int], kept: Sequence[str]) -> list[str]:
    """The rarest terms, as long as they do not match more passages than are weighed."""
    total = 0
    chosen: list[str] = []
    for term in kept:
        total += known[term]
        if chosen and total > queries.MOST_MATCHED:
            break
        chosen.append(term)
    return chosen


def _retrieved(
    found: Found, weights: Mapping[str, float], coverage: Coverage, average: float
) -> Retrieved:
    counts = Counter(index_terms(found.text))
    norm = K1 * (1 - B + B * counts.total() / average)
    score = sum(
        weights[term] * counts[term] * (K1 + 1) / (counts[term] + norm)
        for term in weights
        if counts[term]
    )
    return Retrieved(
        Passage(found.id, found.source_id, found.title, Span(found.start, found.end), found.text),
        score,
        coverage.share(found.text, counts),
    )

"""Passages of the library for a question (docs/retrieval.md)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.answers.index import ensure_indexed
from core.text.retrieval.bm25 import rank_passages
from core.text.retrieval.coverage import Coverage, rarity
from core.text.retrieval.index_terms import query_terms
from core.text.retrieval.passages import Passage, Retrieved
from core.text.span import Span
from db.queries import passages as queries
from db.queries.passages import PassageHit

CANDIDATES = 50
"""Passages that the database brings and BM25 ranks exactly, the same on every database."""

MOST_TERMS = 60
"""Of a question, the rarest; a longer one is a text."""


@dataclass(frozen=True)
class StoredRetriever:
    """`core.text.retrieval.passages.Retriever` over the whole library; a search indexes new texts
    first.
    """

    engine: Engine

    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        """BM25 over pairs of characters and stems; `coverage` is `core.text.retrieval.coverage`."""
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
            coverage = Coverage.from_query(query, known, size.passages)
            kept = sorted(known, key=lambda term: known[term])[:MOST_TERMS]
            found = queries.candidates(
                session,
                {term: weights[term] for term in kept},
                _matched(known, kept),
                max(CANDIDATES, k),
                source_ids,
            )
        length = size.terms / max(1, size.passages)
        return rank_passages(map(_passage, found), weights, coverage, length)[:k]


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


def _passage(found: PassageHit) -> Passage:
    span = Span(found.start, found.end)
    return Passage(found.id, found.source_id, found.title, span, found.text)

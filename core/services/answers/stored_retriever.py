"""Retrieve passages of the library for a question (docs/retrieval.md)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.answers.index import ensure_indexed
from core.services.answers.meaning import MeaningSearch
from core.text import Span
from core.text.language import is_han
from core.text.retrieval import (
    Coverage,
    Passage,
    Retrieved,
    index_terms,
    query_terms,
    rank_by_both,
    rank_passages,
    rarity,
)
from db.queries import passage_vectors as vectors
from db.queries import passages as queries
from db.queries.passages import PassageHit

CANDIDATES = 50
"""Passages that the database preselects and BM25 in Python ranks, alike on every database."""

MOST_TERMS = 60
"""Number of a question's rarest terms that are searched; a longer question is rather a text."""

_SEVERAL, _MOST_OF_IT = 2, 0.4
"""Least number of characters, and least coverage, that a passage found by single characters must
share with a question. With less, 火星上有几座望远镜 found passages in a village's genealogy.
"""


@dataclass(frozen=True)
class StoredRetriever:
    """A `core.text.retrieval.passages.Retriever` over the library; indexes new texts first.

    Without `meaning`, or if its `compare` returns None, words alone are searched.
    """

    engine: Engine
    meaning: MeaningSearch | None = None

    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        """The `k` best passages by BM25 over character pairs and stems, combined with likeness in
        meaning if there is one; else filled up by passages that share single Chinese characters.

        `coverage` of a result: see `core.text.retrieval.coverage`.
        """
        terms = query_terms(query)
        if not terms or k < 1:
            return []
        ensure_indexed(self.engine)
        words = self._words(query, terms)
        by_words = self._by_words(words, max(CANDIDATES, k), source_ids)
        scores = self.meaning.compare(query, source_ids) if self.meaning else None
        if scores is None:
            by_characters = self._by_characters(words, k, source_ids) if len(by_words) < k else []
            meaningful = [hit for hit in by_words if words.has_meaning(hit)]
            return list({hit.passage.id: hit for hit in (*meaningful, *by_characters)}.values())[:k]
        known_ids = {hit.passage.id for hit in by_words}
        other_ids = [id_ for id_ in scores.best(max(CANDIDATES, k)) if id_ not in known_ids]
        with Session(self.engine) as session:
            nearest = words.rank(vectors.passages(session, other_ids))
        return rank_by_both([*by_words, *nearest], scores)[:k]

    def _words(self, query: str, terms: Sequence[str]) -> "_Words":
        with Session(self.engine) as session:
            size = queries.size(session)
            frequencies = queries.frequencies(session, terms)
        return _Words(
            frequencies=frequencies,
            weights={term: rarity(frequencies[term], size.passages) for term in frequencies},
            coverage=Coverage.from_query(query, frequencies, size.passages),
            mean_length=size.terms / max(1, size.passages),
        )

    def _by_words(
        self, words: "_Words", count: int, source_ids: Collection[int] | None
    ) -> list[Retrieved]:
        if not words.frequencies:
            return []
        rarest = sorted(words.frequencies, key=lambda term: words.frequencies[term])[:MOST_TERMS]
        with Session(self.engine) as session:
            hits = queries.candidates(
                session,
                {term: words.weights[term] for term in rarest},
                _matched(words.frequencies, rarest),
                count,
                source_ids,
            )
        return words.rank(hits)

    def _by_characters(
        self, words: "_Words", count: int, source_ids: Collection[int] | None
    ) -> list[Retrieved]:
        """Passages that share the most single Chinese characters with the question, for when pairs
        find too few: 山坳 and 深山 share no pair but one character.
        """
        characters = sorted(part for part in words.coverage.parts if is_han(part))[:MOST_TERMS]
        if not characters:
            return []
        with Session(self.engine) as session:
            hits = queries.candidates_by_start(
                session, characters, max(CANDIDATES, count), source_ids
            )
        sharing = [hit for hit in hits if sum(part in hit.text for part in characters) >= _SEVERAL]
        relevant = [hit for hit in words.rank(sharing) if hit.coverage >= _MOST_OF_IT]
        return sorted(relevant, key=lambda hit: -hit.coverage)[:count]


@dataclass(frozen=True)
class _Words:
    """A question's terms. `frequencies`: passages of the library that contain a term; `weights`:
    its rarity; `mean_length`: mean number of terms in a passage.
    """

    frequencies: Mapping[str, int]
    weights: Mapping[str, float]
    coverage: Coverage
    mean_length: float

    def has_meaning(self, hit: Retrieved) -> bool:
        """Whether the passage shares a content term with the question, not only one like 的人."""
        content_terms = frozenset().union(*(terms for _, terms in self.coverage.parts.values()))
        return not content_terms.isdisjoint(index_terms(hit.passage.text))

    def rank(self, hits: Iterable[PassageHit]) -> list[Retrieved]:
        return rank_passages(map(_passage, hits), self.weights, self.coverage, self.mean_length)


def _matched(frequencies: Mapping[str, int], terms: Sequence[str]) -> list[str]:
    """The first of `terms` (rarest first) that together match at most MOST_MATCHED passages, but at
    least one term.
    """
    total = 0
    chosen: list[str] = []
    for term in terms:
        total += frequencies[term]
        if chosen and total > queries.MOST_MATCHED:
            break
        chosen.append(term)
    return chosen


def _passage(hit: PassageHit) -> Passage:
    span = Span(hit.start, hit.end)
    return Passage(hit.id, hit.source_id, hit.title, span, hit.text)

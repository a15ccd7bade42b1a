"""Passages of the library for a question (docs/retrieval.md)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.answers.index import ensure_indexed
from core.services.answers.meaning import MeaningSearch
from core.text.language.units import is_han
from core.text.retrieval.bm25 import rank_passages
from core.text.retrieval.coverage import Coverage, rarity
from core.text.retrieval.index_terms import index_terms, query_terms
from core.text.retrieval.meaning import rank_by_both
from core.text.retrieval.passages import Passage, Retrieved
from core.text.span import Span
from db.queries import passage_vectors as vectors
from db.queries import passages as queries
from db.queries.passages import PassageHit

CANDIDATES = 50
"""Passages that the database brings and BM25 ranks exactly, the same on every database."""

MOST_TERMS = 60
"""Of a question, the rarest; a longer one is a text."""

_SEVERAL, _MOST_OF_IT = 2, 0.4
"""What a passage found by single characters shares with a question at least: so many of them, and
this share of its terms. With less, 火星上有几座望远镜 found passages in a village's genealogy.
"""


@dataclass(frozen=True)
class StoredRetriever:
    """`core.text.retrieval.passages.Retriever` over the whole library; a search indexes new texts
    first. Without `meaning`, and wherever that has nothing to say, words alone are searched.
    """

    engine: Engine
    meaning: MeaningSearch | None = None

    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        """BM25 over pairs of characters and stems, and likeness in meaning beside it, or without
        that single characters behind it; `coverage` is `core.text.retrieval.coverage`.
        """
        asked = query_terms(query)
        if not asked or k < 1:
            return []
        ensure_indexed(self.engine)
        words = self._words(query, asked)
        by_words = self._by_words(words, max(CANDIDATES, k), source_ids)
        scores = self.meaning.compare(query, source_ids) if self.meaning else None
        if scores is None:
            behind = self._by_characters(words, k, source_ids) if len(by_words) < k else []
            found = [one for one in by_words if words.has_meaning(one)]
            return list({one.passage.id: one for one in (*found, *behind)}.values())[:k]
        known = {found.passage.id for found in by_words}
        others = [id_ for id_ in scores.best(max(CANDIDATES, k)) if id_ not in known]
        with Session(self.engine) as session:
            nearest = words.rank(vectors.passages(session, others))
        return rank_by_both([*by_words, *nearest], scores)[:k]

    def _words(self, query: str, asked: Sequence[str]) -> "_Words":
        with Session(self.engine) as session:
            size = queries.size(session)
            known = queries.frequencies(session, asked)
        return _Words(
            known=known,
            weights={term: rarity(known[term], size.passages) for term in known},
            coverage=Coverage.from_query(query, known, size.passages),
            length=size.terms / max(1, size.passages),
        )

    def _by_words(
        self, words: "_Words", count: int, source_ids: Collection[int] | None
    ) -> list[Retrieved]:
        if not words.known:
            return []
        kept = sorted(words.known, key=lambda term: words.known[term])[:MOST_TERMS]
        with Session(self.engine) as session:
            found = queries.candidates(
                session,
                {term: words.weights[term] for term in kept},
                _matched(words.known, kept),
                count,
                source_ids,
            )
        return words.rank(found)

    def _by_characters(
        self, words: "_Words", count: int, source_ids: Collection[int] | None
    ) -> list[Retrieved]:
        """Where pairs of Chinese characters find too little: passages with the most of the
        question's single characters, as 山坳 and 深山 share one.
        """
        asked = sorted(part for part in words.coverage.parts if is_han(part))[:MOST_TERMS]
        if not asked:
            return []
        with Session(self.engine) as session:
            found = queries.candidates_by_start(session, asked, max(CANDIDATES, count), source_ids)
        several = [one for one in found if sum(part in one.text for part in asked) >= _SEVERAL]
        near = [one for one in words.rank(several) if one.coverage >= _MOST_OF_IT]
        return sorted(near, key=lambda one: -one.coverage)[:count]


@dataclass(frozen=True)
class _Words:
    """A question's terms: in how many passages each stands, and what it weighs. `length` is a
    passage's, in terms.
    """

    known: Mapping[str, int]
    weights: Mapping[str, float]
    coverage: Coverage
    length: float

    def has_meaning(self, found: Retrieved) -> bool:
        """Whether more of the question stands in it than a pair with 的 or the like."""
        telling = frozenset().union(*(terms for _, terms in self.coverage.parts.values()))
        return not telling.isdisjoint(index_terms(found.passage.text))

    def rank(self, found: Iterable[PassageHit]) -> list[Retrieved]:
        return rank_passages(map(_passage, found), self.weights, self.coverage, self.length)


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

"""Passages of one text that is in no library, such as a question's own context."""

from collections.abc import Collection

from core.text.retrieval.bm25 import rank_passages
from core.text.retrieval.coverage import Coverage, rarity
from core.text.retrieval.index_terms import index_terms, query_terms
from core.text.retrieval.passage_splitter import cut_passages
from core.text.retrieval.passages import Passage, Retrieved


class SingleTextRetriever:
    """`core.text.retrieval.passages.Retriever` over `text`, whose `source_id` is 0: nothing else is
    found.
    """

    def __init__(self, text: str, title: str, language: str) -> None:
        self._passages = [
            Passage(number, 0, title, span, span.of(text))
            for number, span in enumerate(cut_passages(text, language), 1)
        ]
        self._terms = [index_terms(one.text) for one in self._passages]

    def search(
        self,
        query: str,
        *,
        k: int = 5,
        source_ids: Collection[int] | None = None,  # noqa: ARG002 - there is one text
    ) -> list[Retrieved]:
        held = [set(terms) for terms in self._terms]
        counted = {term: sum(term in terms for terms in held) for term in query_terms(query)}
        known = {term: count for term, count in counted.items() if count}
        if not known or k < 1:
            return []
        size = len(self._passages)
        weights = {term: rarity(count, size) for term, count in known.items()}
        average = sum(map(len, self._terms)) / size
        found = [
            one
            for one, terms in zip(self._passages, held, strict=True)
            if not terms.isdisjoint(known)
        ]
        return rank_passages(found, weights, Coverage.from_query(query, known, size), average)[:k]

"""Search within one text that is in no library, such as a question's own context."""

from collections.abc import Collection

from core.text.retrieval.bm25 import rank_passages
from core.text.retrieval.coverage import Coverage, rarity
from core.text.retrieval.passage_splitter import cut_passages
from core.text.retrieval.passages import Passage, Retrieved
from core.text.retrieval.search_terms import index_terms, query_terms


class SingleTextRetriever:
    """A `core.text.retrieval.passages.Retriever` over the passages of one text, `source_id` 0."""

    def __init__(self, text: str, title: str, language: str) -> None:
        self._passages = [
            Passage(number, 0, title, span, span.of(text))
            for number, span in enumerate(cut_passages(text, language), 1)
        ]
        self._terms = [index_terms(passage.text) for passage in self._passages]

    def search(
        self,
        query: str,
        *,
        k: int = 5,
        source_ids: Collection[int] | None = None,  # noqa: ARG002 - there is one text
    ) -> list[Retrieved]:
        term_sets = [set(terms) for terms in self._terms]
        all_counts = {
            term: sum(term in terms for terms in term_sets) for term in query_terms(query)
        }
        counts = {term: count for term, count in all_counts.items() if count}
        if not counts or k < 1:
            return []
        size = len(self._passages)
        weights = {term: rarity(count, size) for term, count in counts.items()}
        average = sum(map(len, self._terms)) / size
        matches = [
            passage
            for passage, terms in zip(self._passages, term_sets, strict=True)
            if not terms.isdisjoint(counts)
        ]
        return rank_passages(matches, weights, Coverage.from_query(query, counts, size), average)[
            :k
        ]

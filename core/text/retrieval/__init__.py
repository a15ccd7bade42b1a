"""Retrieval: cut texts into passages and rank them for a question."""

from core.text.retrieval.bm25 import rank_passages
from core.text.retrieval.coverage import Coverage, rarity
from core.text.retrieval.meaning import (
    MeaningScores,
    PassageMatrix,
    pack_vectors,
    rank_by_both,
    texts_to_embed,
)
from core.text.retrieval.passage_splitter import cut_passages
from core.text.retrieval.passages import Passage, Retrieved, Retriever
from core.text.retrieval.search_terms import index_terms, query_terms
from core.text.retrieval.single_text import SingleTextRetriever

__all__ = [
    "Coverage",
    "MeaningScores",
    "Passage",
    "PassageMatrix",
    "Retrieved",
    "Retriever",
    "SingleTextRetriever",
    "cut_passages",
    "index_terms",
    "pack_vectors",
    "query_terms",
    "rank_by_both",
    "rank_passages",
    "rarity",
    "texts_to_embed",
]

"""Passages of a library and how they are searched; the index is kept where texts are stored."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from core.text.span import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a text: `span` are half-open character offsets into the text `source_id`, and
    `text` are exactly those characters.
    """

    id: int
    source_id: int
    title: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A passage that a search found.

    `score` ranks it: larger is better, comparable within one search only. `coverage` is the share,
    0 to 1, of the query's terms in the passage, each weighted by its rarity in the library;
    comparable between searches (reading 28). `likeness` is the similarity in meaning, a cosine that
    is comparable between searches of one embeddings model; None if only words were searched.
    """

    passage: Passage
    score: float
    coverage: float
    likeness: float | None = None


class Retriever(Protocol):
    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        """Return the best `k` passages, best first, of all texts or of `source_ids` alone. A query
        without any term of the library finds nothing, unless meanings are compared.
        """
        ...

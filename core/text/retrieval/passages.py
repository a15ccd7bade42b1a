"""Passages of a library and who finds them; the index itself is kept by whoever stores texts."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from core.text.span import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a text: `span` are half-open character offsets into the text `source_id`, and
    `text` is exactly what stands there.
    """

    id: int
    source_id: int
    title: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Retrieved:
    """`score` ranks (larger is better, comparable within one search only); `coverage` is the share
    of the query's terms that stand in the passage, each weighted by how rare it is in the library:
    0 to 1, comparable between searches (reading 28). `likeness` is how near passage and question
    are in meaning, a cosine comparable between searches of one embeddings model; None where words
    alone were searched.
    """

    passage: Passage
    score: float
    coverage: float
    likeness: float | None = None


class Retriever(Protocol):
    def search(
        self, query: str, *, k: int = 5, source_ids: Collection[int] | None = None
    ) -> list[Retrieved]:
        """The best `k` passages, best first; of all texts, or of `source_ids` alone. A query
        without any term of the library finds nothing.
        """
        ...

"""Evidence that an answer may use, and citations of what it used."""

from dataclasses import dataclass

from core.text import Span
from core.text.retrieval import Retrieved


@dataclass(frozen=True, slots=True)
class Evidence:
    """A retrieved passage as the writer of an answer sees it; an answer cites it as `[number]`.
    `coverage` and `likeness` come from the search (`core.text.retrieval.passages.Retrieved`).
    """

    number: int
    evidence_id: str
    title: str
    source_id: int
    span: Span
    text: str
    score: float
    coverage: float
    likeness: float | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """Evidence that an answer used (source 002, "citations"); the answer cites it as `[number]`.

    `confidence`: the share of the question that the passage covers; `support`: the share of the
    answer's sentence that is in it; both 0 to 1. `span`: the position of `quote` in the source,
    which is the sentence that supports the answer, or the whole passage.
    """

    number: int
    evidence_id: str
    title: str
    confidence: float
    support: float
    source_id: int
    span: Span
    quote: str


def numbered(hits: list[Retrieved]) -> tuple[Evidence, ...]:
    """Number retrieved passages from 1 in their order."""
    return tuple(
        Evidence(
            number=number,
            evidence_id=f"ev-{hit.passage.id}",
            title=hit.passage.title,
            source_id=hit.passage.source_id,
            span=hit.passage.span,
            text=hit.passage.text,
            score=hit.score,
            coverage=hit.coverage,
            likeness=hit.likeness,
        )
        for number, hit in enumerate(hits, 1)
    )

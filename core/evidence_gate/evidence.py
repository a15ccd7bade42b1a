"""What an answer may rest on, and what it says it rests on."""

from dataclasses import dataclass

from core.text.retrieval.passages import Retrieved
from core.text.span import Span


@dataclass(frozen=True, slots=True)
class Evidence:
    """A retrieved passage as the writer of an answer sees it: an answer marks a sentence that rests
    on it with `[number]`. `coverage` and `likeness` are the search's
    (`core.text.retrieval.passages.Retrieved`).
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
    """Evidence that an answer used (source 002, "citations"); the answer marks it `[number]`.

    `confidence` is how much of the question the passage covers, `support` how much of the answer's
    sentence stands in it, both 0 to 1. `span` is where `quote` stands in the source: the sentence
    that supports the answer, or the passage.
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
    """Retrieved passages, numbered from 1 in their order."""
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

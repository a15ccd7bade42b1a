"""What to show of the text for an item whose quote is located nowhere in it."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine

from core.services.results.items import ItemDetail
from core.services.review.source_cache import evidence_source
from core.validation import ContextMode


class AnchorKind(StrEnum):
    """evidence: the text that came with the question in its file. position: the question's own.
    context: the beginning of what the model was given.
    """

    EVIDENCE = "evidence"
    POSITION = "position"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class PassageAnchor:
    """Characters [start, end) of the item's text, equal where only the beginning is known."""

    kind: AnchorKind
    start: int
    end: int


def anchor_of(engine: Engine, shown: ItemDetail) -> PassageAnchor:
    """The file's evidence where it stands in the text, else the question's position, else the
    context's beginning.
    """
    given = shown.result.context_span if shown.result else None
    by_position = shown.spec.get("context_mode") == ContextMode.POSITION and shown.position
    if not shown.file_evidence and by_position and given and shown.own_context is None:
        return PassageAnchor(AnchorKind.POSITION, *given)
    if shown.file_evidence or shown.position:
        source = evidence_source(engine, shown.id)
        match = source.look_up(shown.file_evidence) if shown.file_evidence else None
        if match and match.found and match.span:
            return PassageAnchor(AnchorKind.EVIDENCE, match.span.start, match.span.end)
        if passage := source.passage:
            return PassageAnchor(AnchorKind.POSITION, passage.start, passage.end)
    start = given[0] if given else 0
    return PassageAnchor(AnchorKind.CONTEXT, start, start)

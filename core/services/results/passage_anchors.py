"""Choose the part of the text to show for an item whose quote was not located in it."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Engine

from core.services.results.items import ItemDetail
from core.services.review import evidence_source
from core.validation import ContextMode


class AnchorKind(StrEnum):
    """What the shown part was chosen by.

    evidence: the evidence text in the question's file. position: the question's position. context:
    the beginning of the context that the model was given.
    """

    EVIDENCE = "evidence"
    POSITION = "position"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class PassageAnchor:
    """Characters [start, end) of the item's text; start equals end if only the start is known."""

    kind: AnchorKind
    start: int
    end: int


def anchor_of(engine: Engine, item: ItemDetail) -> PassageAnchor:
    """Return the place of the file's evidence if the text contains it, else the question's
    position, else the start of the context.
    """
    context_span = item.result.context_span if item.result else None
    by_position = item.spec.get("context_mode") == ContextMode.POSITION and item.position
    if not item.file_evidence and by_position and context_span and item.own_context is None:
        return PassageAnchor(AnchorKind.POSITION, *context_span)
    if item.file_evidence or item.position:
        source = evidence_source(engine, item.id)
        match = source.look_up(item.file_evidence) if item.file_evidence else None
        if match and match.found and match.span:
            return PassageAnchor(AnchorKind.EVIDENCE, match.span.start, match.span.end)
        if passage := source.passage:
            return PassageAnchor(AnchorKind.POSITION, passage.start, passage.end)
    start = context_span[0] if context_span else 0
    return PassageAnchor(AnchorKind.CONTEXT, start, start)

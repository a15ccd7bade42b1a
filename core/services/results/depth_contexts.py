"""Rebuild the context that a question of a depth test was asked in."""

from dataclasses import dataclass

from sqlalchemy import Engine

from core.depth import rebuild_context
from core.services.library import get_source
from core.services.results.depth_items import DepthItem
from core.services.results.passages import PASSAGE_CHARS, Mark, TextWindow


@dataclass(frozen=True, slots=True)
class ShownContext:
    """A window of a context, in the context's characters; the evidence is marked if present.

    `intact`: the rebuilt context is byte for byte the one that was sent.
    """

    passage: TextWindow
    intact: bool


def context_shown(
    engine: Engine, item: DepthItem, around: int = PASSAGE_CHARS
) -> ShownContext | None:
    """Return `around` characters on each side of the evidence; the context's beginning if it has no
    evidence or its place is unknown. None if there was no context.
    """
    if not item.entry.metrics.get("pieces") or item.source_id is None:
        return None
    rebuilt = rebuild_context(get_source(engine, item.source_id).text, item.entry)
    if rebuilt is None:
        return None
    context = rebuilt.context
    evidence = item.entry.metrics.get("evidence_chars")
    marks = (Mark(evidence[0], evidence[1], 1),) if evidence else ()
    start, end = evidence or (0, around)
    start, end = max(0, start - around), min(len(context), end + around)
    passage = TextWindow(start, len(context), context[start:end], marks)
    return ShownContext(passage, intact=rebuilt.intact)

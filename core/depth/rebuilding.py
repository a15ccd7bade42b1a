"""Rebuild the context of a stored result from the novel."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from core.depth.context_result import rebuild
from core.depth.results import ResultEntry
from core.depth.token_costs import JOINER
from core.text import Span


class RebuiltContext(NamedTuple):
    """A rebuilt context; `intact`: it is byte for byte the one that was sent."""

    context: str
    intact: bool


def span_in_novel(
    pieces: Sequence[Sequence[int]], evidence: tuple[int, int], joiner: str | None
) -> Span | None:
    """Map a span of the context to the novel; None where it spans several pieces."""
    piece_start, joiner_length = 0, len(JOINER if joiner is None else joiner)
    for start, end in pieces:
        if piece_start <= evidence[0] and evidence[1] <= piece_start + end - start:
            return Span(start + evidence[0] - piece_start, start + evidence[1] - piece_start)
        piece_start += end - start + joiner_length
    return None


def rebuild_context(novel: str, entry: ResultEntry) -> RebuiltContext | None:
    """Rebuild the context; None where the result names no pieces, or pieces longer than the novel
    in
    total: no context repeats a part of it.
    """
    pieces = [Span(start, end) for start, end in entry.metrics.get("pieces") or ()]
    if not pieces or sum(piece.end - piece.start for piece in pieces) > len(novel):
        return None
    joiner = entry.metrics.get("joiner")
    context = rebuild(novel, pieces) if joiner is None else rebuild(novel, pieces, joiner)
    context_hash = hashlib.sha256(context.encode("utf-8", "surrogatepass")).hexdigest()
    return RebuiltContext(context, context_hash == entry.context_hash)

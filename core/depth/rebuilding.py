"""The context of a stored result, built again from the novel."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from core.depth.context_result import rebuild
from core.depth.results import ResultEntry
from core.depth.token_costs import JOINER
from core.text import Span


class RebuiltContext(NamedTuple):
    """`intact`: byte for byte the context that was asked about."""

    context: str
    intact: bool


def in_novel(
    pieces: Sequence[Sequence[int]], evidence: tuple[int, int], joiner: str | None
) -> Span | None:
    """Where characters of a context stand in the novel; None where they are of several pieces."""
    begins, between = 0, len(JOINER if joiner is None else joiner)
    for start, end in pieces:
        if begins <= evidence[0] and evidence[1] <= begins + end - start:
            return Span(start + evidence[0] - begins, start + evidence[1] - begins)
        begins += end - start + between
    return None


def rebuild_context(novel: str, entry: ResultEntry) -> RebuiltContext | None:
    """None where the result names no pieces, or more of them than a novel has: no context repeats
    a part of it.
    """
    pieces = [Span(start, end) for start, end in entry.metrics.get("pieces") or ()]
    if not pieces or sum(piece.end - piece.start for piece in pieces) > len(novel):
        return None
    joiner = entry.metrics.get("joiner")
    context = rebuild(novel, pieces) if joiner is None else rebuild(novel, pieces, joiner)
    hashed = hashlib.sha256(context.encode("utf-8", "surrogatepass")).hexdigest()
    return RebuiltContext(context, hashed == entry.context_hash)

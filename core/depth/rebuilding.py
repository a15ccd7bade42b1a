"""The context of a stored result, built again from the novel."""

import hashlib
from typing import NamedTuple

from core.depth.context_result import rebuild
from core.depth.results import ResultEntry
from core.text import Span


class Rebuilt(NamedTuple):
    """`intact`: byte for byte the context that was asked about."""

    context: str
    intact: bool


def rebuilt(novel: str, entry: ResultEntry) -> Rebuilt | None:
    """None where the result names no pieces, or more of them than a novel has: no context repeats
    a part of it.
    """
    pieces = [Span(start, end) for start, end in entry.metrics.get("pieces") or ()]
    if not pieces or sum(piece.end - piece.start for piece in pieces) > len(novel):
        return None
    joiner = entry.metrics.get("joiner")
    context = rebuild(novel, pieces) if joiner is None else rebuild(novel, pieces, joiner)
    hashed = hashlib.sha256(context.encode("utf-8", "surrogatepass")).hexdigest()
    return Rebuilt(context, hashed == entry.context_hash)

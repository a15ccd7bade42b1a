"""What part of the prompts of a run a provider's prompt cache can serve, before the run.

A provider keeps the beginnings of prompts for minutes and charges less for what a prompt shares
with an earlier one, from its first token on.
"""

from collections.abc import Iterable, Sequence

from core.depth.context_builder import PADDING, ContextBuilder, Filler, Narrowed
from core.depth.evidence_target import EvidenceTarget, UnbuildableContext
from core.depth.fillers import Taken
from core.depth.layout_fitting import Layout

LEAST_CACHED = 1_024
"""Tokens that a shared beginning must have before a provider serves any of it."""
CACHE_STEP = 128
"""Tokens in which it is served."""


_MOST_PLANNED, _PLANNED_DEPTHS = 24, (0.0, 0.5, 1.0)
"""Questions and depths whose contexts are planned, to see what prompts share."""


def sampled_cached_share(
    builder: ContextBuilder,
    placed: Sequence[Narrowed],
    lengths: Sequence[int],
    fixed_depth: float | None,
    padding_size: int,
    *,
    seed: int,
) -> float | None:
    """`expected_cached_share` of shared filler from some of the questions, lengths and depths;
    None where there are none.
    """
    if not (lengths and placed):
        return None
    lengths = [lengths[0], lengths[len(lengths) // 2], lengths[-1]] if len(lengths) > 3 else lengths
    some = placed[:: -(-len(placed) // _MOST_PLANNED)]
    depths = _PLANNED_DEPTHS if fixed_depth is None else (fixed_depth,)
    share = expected_cached_share(builder, some, depths, lengths, padding_size, seed=seed)
    # The first prompt of a cell is served nothing; of all questions it is a smaller part.
    return share * _later(len(placed)) / _later(len(some)) if len(some) > 1 else 0.0


def _later(prompts: int) -> float:
    return (prompts - 1) / prompts


def expected_cached_share(
    builder: ContextBuilder,
    questions: Sequence[Narrowed],
    depths: Iterable[float],
    lengths: Iterable[int],
    padding_size: int = PADDING,
    *,
    filler: Filler = "shared",
    seed: int = 0,
    template_tokens: int = 0,
) -> float:
    """The share, 0 to 1, of all prompt tokens that earlier prompts of the same cell begin with.

    `template_tokens` stand before the context and are the same in every prompt; what comes after
    it is not counted. Cells count apart, since the cache may have forgotten the last one. Exact
    but for the rounding of `CACHE_STEP` when each cell's calls are made one after the other;
    calls made at once share nothing with one another.
    """
    cached = total = 0
    lengths = list(lengths)
    shared = filler == "shared"
    first = builder.shared_start(seed) if shared else None
    for depth in depths:
        for length in lengths:
            beginnings: list[Taken] = []
            for question, evidence in questions:
                asked = EvidenceTarget.from_question(question, evidence)
                try:
                    room = builder.layouts.room(
                        asked, length, padding_size, shared=shared, at_end=depth == 1.0
                    )
                    layout = builder.layouts.first(room, depth, seed, first, Layout)
                except UnbuildableContext:
                    continue  # the estimate says how many have no room
                total += template_tokens + layout.tokens
                beginning = layout.before
                if beginnings:
                    same = max(_shared(beginning, earlier) for earlier in beginnings)
                    cached += _served(template_tokens + same)
                if beginning not in beginnings:
                    beginnings.append(beginning)
    return cached / total if total else 0.0


def _shared(one: Taken, other: Taken) -> int:
    """The tokens with which both begin."""
    (pieces, tokens, _), (others, _, _) = one, other
    if pieces == others:
        return tokens
    if not (pieces and others):
        return 0
    shared = 0
    for piece, another in zip(pieces, others, strict=False):
        if piece.start != another.start:
            break
        shared += min(len(piece), len(another))
        if piece.end != another.end:
            break
    return shared * tokens // sum(map(len, pieces))


def _served(tokens: int) -> int:
    return tokens // CACHE_STEP * CACHE_STEP if tokens >= LEAST_CACHED else 0

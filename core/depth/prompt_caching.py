"""Estimate, before a run, the share of prompt tokens that a provider's prompt cache can serve.

A provider caches the beginnings of prompts for minutes and charges less for the prefix that a
prompt shares with an earlier one.
"""

from collections.abc import Iterable, Sequence

from core.depth.context_builder import PADDING, ContextBuilder, Filler, Narrowed
from core.depth.evidence_target import EvidenceTarget, UnbuildableContext
from core.depth.fillers import FillerSelection
from core.depth.layout_fitting import Layout

LEAST_CACHED = 1_024
"""The least tokens of a shared prefix that a provider serves from its cache."""
CACHE_STEP = 128
"""A cached prefix is served in multiples of this many tokens."""


_MOST_PLANNED, _PLANNED_DEPTHS = 24, (0.0, 0.5, 1.0)
"""Most questions, and the depths, whose contexts are planned to estimate shared prefixes."""


def sampled_cached_share(
    builder: ContextBuilder,
    placed: Sequence[Narrowed],
    lengths: Sequence[int],
    fixed_depth: float | None,
    padding_size: int,
    *,
    seed: int,
) -> float | None:
    """Estimate `expected_cached_share` of shared filler from a sample of the questions, lengths and
    depths; None without questions or lengths.
    """
    if not (lengths and placed):
        return None
    lengths = [lengths[0], lengths[len(lengths) // 2], lengths[-1]] if len(lengths) > 3 else lengths
    sample = placed[:: -(-len(placed) // _MOST_PLANNED)]
    depths = _PLANNED_DEPTHS if fixed_depth is None else (fixed_depth,)
    share = expected_cached_share(builder, sample, depths, lengths, padding_size, seed=seed)
    # The first prompt of a cell has no cached prefix; it weighs less among all questions.
    return (
        share * _share_after_first(len(placed)) / _share_after_first(len(sample))
        if len(sample) > 1
        else 0.0
    )


def _share_after_first(prompts: int) -> float:
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
    """Return the share of prompt tokens, in [0, 1], in prefixes of earlier prompts of the same
    cell.

    `template_tokens` precede the context and are the same in every prompt; tokens after the
    context are not counted. Cells are separate, since the cache may have dropped the previous one.
    The share is exact, but for the rounding to `CACHE_STEP`, if each cell's calls are made one
    after the other; simultaneous calls do not profit from one another.
    """
    cached = total = 0
    lengths = list(lengths)
    shared = filler == "shared"
    first = builder.shared_start(seed) if shared else None
    for depth in depths:
        for length in lengths:
            earlier_prefixes: list[FillerSelection] = []
            for question, evidence in questions:
                target = EvidenceTarget.from_question(question, evidence)
                try:
                    room = builder.layouts.room(
                        target, length, padding_size, shared=shared, at_end=depth == 1.0
                    )
                    layout = builder.layouts.first(room, depth, seed, first, Layout)
                except UnbuildableContext:
                    continue  # the estimate reports how many do not fit
                total += template_tokens + layout.tokens
                prefix = layout.before
                if earlier_prefixes:
                    common_tokens = max(
                        _common_prefix_tokens(prefix, earlier) for earlier in earlier_prefixes
                    )
                    cached += _cacheable(template_tokens + common_tokens)
                if prefix not in earlier_prefixes:
                    earlier_prefixes.append(prefix)
    return cached / total if total else 0.0


def _common_prefix_tokens(first: FillerSelection, second: FillerSelection) -> int:
    """Return the tokens of the common prefix, interpolated within the pieces of `first`."""
    (pieces, tokens, _), (second_pieces, _, _) = first, second
    if pieces == second_pieces:
        return tokens
    if not (pieces and second_pieces):
        return 0
    shared = 0
    for piece, second_piece in zip(pieces, second_pieces, strict=False):
        if piece.start != second_piece.start:
            break
        shared += min(len(piece), len(second_piece))
        if piece.end != second_piece.end:
            break
    return shared * tokens // sum(map(len, pieces))


def _cacheable(tokens: int) -> int:
    return tokens // CACHE_STEP * CACHE_STEP if tokens >= LEAST_CACHED else 0

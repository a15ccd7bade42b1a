"""Filler of the right length before and after a block (source 003, properties 1 and 2)."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from core.depth.asked import Asked
from core.depth.context_result import ContextWarning
from core.depth.fillers import Place, Ring, Taken, chance, share_of
from core.depth.haystack import Haystack

LENGTH_TOLERANCE = 0.01
"""Of the length asked for (source 003, property 1)."""
DEPTH_TOLERANCE = 0.05
"""Of the depth asked for, which is 0 to 1 (property 2)."""

# The rest is for what is counted a token or two wrong.
_DEPTH_USED = 0.045
# Ways of choosing passages that end with sentences, tried before words are parted, and after it.
_SENTENCE_TRIES = 16
_TRIES = 80
# Shared filler begins this many sentences further on before it begins anywhere.
_NEAR = 16
_WIDE = 0.1
Made = TypeVar("Made")


class Wanted(NamedTuple):
    """A context to be built; lengths in tokens.

    `first`: the sentence of the novel that shared filler begins with, None for filler of its own.
    """

    asked: Asked
    depth: float
    length: int
    padding: int
    seed: int = 0
    first: int | None = None


class Layout(NamedTuple):
    """What a context is to be made of: passages around a block, with `tokens` in all.

    `avoiding`: so many kinds of unwanted passages are not in it.
    """

    haystack: Haystack
    avoiding: int
    prefix: Taken
    suffix: Taken
    tokens: int

    def warnings(self, wanted: Wanted) -> tuple[str, ...]:
        haystack = self.haystack
        said = haystack.warnings
        if haystack.padding < wanted.padding:
            said += (ContextWarning.PADDING_REDUCED,)
        if haystack.block.tokens > _WIDE * wanted.length:
            said += (ContextWarning.EVIDENCE_WIDE,)
        if haystack.reported or self.avoiding < len(haystack.unwanted):
            said += haystack.found_in(self.prefix.pieces + self.suffix.pieces, self.avoiding)
        return said


def fitted(
    haystack: Haystack,
    avoiding: int,
    wanted: Wanted,
    prefix: int,
    made: Callable[[Layout, Wanted], Made | None],
) -> Made | None:
    """What is `made` of the first way of meeting length and depth that anything can be made of.

    Whole sentences are tried first. `prefix`: tokens of filler to come before the block. What comes
    after the block goes on in the novel where that ended.
    """
    block, ring = haystack.block, haystack.ring(avoiding)
    _, depth, length, _, _, first = wanted
    # Shared filler begins at the same place at whatever cost.
    sentence_tries = _SENTENCE_TRIES if first is None else 1
    for number in range(_TRIES):
        start = _start(ring, wanted, block.span.start, number, number - sentence_tries)
        exactly = number >= sentence_tries
        before = ring.take(start, start, prefix, exactly=exactly)
        # At the depth 1 nothing comes after the evidence.
        left = length - block.tokens - before.tokens if depth < 1.0 else 0
        after = ring.take(start, before.then, left, exactly=exactly, last=True)
        free = before.tokens + after.tokens
        tokens = free + (block.tokens if after.pieces else block.bare_tokens)
        if at_depth(before.tokens, free, depth) and as_long(tokens, length):
            layout = Layout(haystack, avoiding, before, after, tokens)
            if (one := made(layout, wanted)) is not None:
                return one
    return None


def alone(ring: Ring, wanted: Wanted, key: int) -> Taken | None:
    """Filler as long as a context with evidence is; `key`: what its chance depends on besides."""
    length = wanted.length
    for number in range(_TRIES):
        start = _start(ring, wanted, key, number, number)
        taken = ring.take(start, start, length, exactly=number >= _SENTENCE_TRIES, last=True)
        if as_long(taken.tokens, length):
            return taken
    return None


def _start(ring: Ring, wanted: Wanted, key: int, number: int, further: int) -> Place:
    """Anywhere, by a chance of this try; or where shared filler begins, or so many tries from it:
    near it at first, then, where its neighbours are all alike, far from it.
    """
    _, depth, length, _, seed, first = wanted
    if first is None:
        return ring.at(share_of(ring.total, chance(seed, key, length, depth, number)))
    sentences = len(ring.cuts)
    far = max(0, further - _NEAR) * (sentences // (_TRIES - _NEAR) + 1)
    return ring.at_sentence((first + max(0, min(further, _NEAR)) + far) % sentences)


def at_depth(prefix: int, free: int, depth: float) -> bool:
    """Whether a prefix that is so much of all filler puts the evidence at the depth (property 2).

    In tokens or in characters, which differ a little.
    """
    return free > 0 and abs(prefix - depth * free) <= _DEPTH_USED * free


def as_long(tokens: int, length: int) -> bool:
    """Whether so many tokens are the length asked for (property 1)."""
    return abs(tokens - length) <= LENGTH_TOLERANCE * length

"""Filler of the right length before and after a block (source 003, properties 1 and 2)."""

from collections.abc import Iterator
from typing import NamedTuple

from core.depth.fillers import Place, Ring, Taken, chance, share_of
from core.depth.haystack import Block

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


class Cell(NamedTuple):
    """Where the evidence is to be, in how long a context, and by which chance.

    `first`: the sentence of the novel that shared filler begins with, None for filler of its own.
    """

    depth: float
    length: int
    seed: int
    first: int | None


class Fit(NamedTuple):
    """Filler around a block; `tokens` are those of the whole context."""

    prefix: Taken
    suffix: Taken
    tokens: int

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """Those of the filler, in characters of the novel."""
        return self.prefix.pieces + self.suffix.pieces


def fits(block: Block, ring: Ring, cell: Cell, wanted: int) -> Iterator[Fit]:
    """The ways of meeting length and depth, of whole sentences first.

    `wanted`: tokens of filler before the block. What comes after it in the context goes on in the
    novel where what comes before it ends.
    """
    depth, length = cell.depth, cell.length
    # Shared filler begins at the same place at whatever cost.
    sentence_tries = _SENTENCE_TRIES if cell.first is None else 1
    for number in range(_TRIES):
        start = _start(ring, cell, block.span.start, number, number - sentence_tries)
        exactly = number >= sentence_tries
        before = after = Taken([], 0, start)
        if wanted:
            before = ring.take(start, start, wanted, exactly=exactly)
        left = length - block.tokens - before.tokens
        # At the depth 1 nothing comes after the evidence.
        if depth < 1.0 and left > 0:
            after = ring.take(start, before.then, left, exactly=exactly, last=True)
        free = before.tokens + after.tokens
        tokens = free + (block.tokens if after.pieces else block.bare_tokens)
        if at_depth(before.tokens, free, depth) and as_long(tokens, length):
            yield Fit(before, after, tokens)


def alone(ring: Ring, cell: Cell, key: int) -> Taken | None:
    """Filler as long as a context with evidence is; `key`: what its chance depends on besides."""
    for number in range(_TRIES):
        start = _start(ring, cell, key, number, number)
        taken = ring.take(start, start, cell.length, exactly=number >= _SENTENCE_TRIES, last=True)
        if as_long(taken.tokens, cell.length):
            return taken
    return None


def _start(ring: Ring, cell: Cell, key: int, number: int, further: int) -> Place:
    """Anywhere, by a chance of this try; or where shared filler begins, or so many tries from it:
    near it at first, then, where its neighbours are all alike, far from it.
    """
    depth, length, seed, first = cell
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

"""Filler of the right length before and after a block (source 003, properties 1 and 2)."""

from typing import NamedTuple

from core.depth.fillers import Place, Ring, Taken, chances, share_of
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
_NOTHING = Taken([], 0, Place(0, 0))


class Cell(NamedTuple):
    """Where the evidence is to be, in how long a context, and by which chance.

    `first`: the sentence of the novel that shared filler begins with, None for filler of its own.
    """

    depth: float
    length: int
    seed: int
    first: int | None


class Fit(NamedTuple):
    """Filler around a block; `tokens` are those of the whole context, `attempt` counts from 0."""

    prefix: Taken
    suffix: Taken
    tokens: int
    attempt: int

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """Those of the filler, in characters of the novel."""
        return self.prefix.pieces + self.suffix.pieces


def fitted(block: Block, ring: Ring, cell: Cell, wanted: int, attempt: int = 0) -> Fit | None:
    """A way of meeting length and depth, of whole sentences if there is one; else None.

    `wanted`: tokens of filler before the block. `attempt`: the first one to be made.
    """
    depth, length, seed, first = cell
    # Shared filler begins at the same place at whatever cost.
    sentence_tries = _SENTENCE_TRIES if first is None else 1
    for number in range(attempt, _TRIES):
        if first is None:
            chance, other = chances(seed, block.span.start, length, depth, number)
            start = ring.at(share_of(ring.total, chance))
            gap = ring.gap(length - block.tokens, other)
        else:
            start, gap = ring.at_sentence(_further(first, number - sentence_tries, ring)), 0
        exactly = number >= sentence_tries
        place, before, after = start, _NOTHING, _NOTHING
        if wanted:
            before = ring.take(start, start, wanted, exactly=exactly)
            place = before.then
        left = length - block.tokens - before.tokens
        # At the depth 1 nothing comes after the evidence.
        if depth < 1.0 and left > 0:
            place = ring.after(place, gap) if gap else place
            after = ring.take(start, place, left, exactly=exactly, last=True)
        free = before.tokens + after.tokens
        if at_depth(before.tokens, free, depth):
            tokens = free + (block.tokens if after.pieces else block.bare_tokens)
            if as_long(tokens, length):
                return Fit(before, after, tokens, number)
    return None


def alone(ring: Ring, cell: Cell, key: int) -> Taken | None:
    """Filler as long as a context with evidence is; `key`: what its chance depends on besides."""
    for number in range(_TRIES):
        if cell.first is None:
            chance, _ = chances(cell.seed, key, cell.length, cell.depth, number)
            start = ring.at(share_of(ring.total, chance))
        else:
            start = ring.at_sentence(_further(cell.first, number, ring))
        exactly = number >= _SENTENCE_TRIES
        taken = ring.take(start, start, cell.length, exactly=exactly, last=True)
        if as_long(taken.tokens, cell.length):
            return taken
    return None


def _further(first: int, tries: int, ring: Ring) -> int:
    """A sentence near the `first`; then, where its neighbours are all alike, far from it."""
    sentences = len(ring.cuts)
    far = max(0, tries - _NEAR) * (sentences // (_TRIES - _NEAR) + 1)
    return (first + max(0, min(tries, _NEAR)) + far) % sentences


def at_depth(prefix: int, free: int, depth: float) -> bool:
    """Whether a prefix that is so much of all filler puts the evidence at the depth (property 2).

    In tokens or in characters, which differ a little.
    """
    return free > 0 and abs(prefix - depth * free) <= _DEPTH_USED * free


def as_long(tokens: int, length: int) -> bool:
    """Whether so many tokens are the length asked for (property 1)."""
    return abs(tokens - length) <= LENGTH_TOLERANCE * length

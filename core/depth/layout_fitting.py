"""Filler of the right length before and after a block (source 003, properties 1 and 2)."""

from dataclasses import dataclass
from typing import NamedTuple

from core.depth.context_result import ContextWarning
from core.depth.fillers import FillerRing, Place, Taken, chance_key
from core.depth.haystack import Haystack

LENGTH_TOLERANCE = 0.01
"""Of the length asked for (source 003, property 1)."""
DEPTH_TOLERANCE = 0.05
"""Of the depth asked for, which is 0 to 1 (property 2)."""
SENTENCE_TRIES = 16
TRIES = 80
"""Ways of choosing passages that end with sentences, tried before words are parted, and in all."""

# The rest is for what is counted a token or two wrong.
_DEPTH_USED = 0.045
# Shared filler begins this many sentences further on before it begins anywhere.
_NEAR = 16
_WIDE = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class FillerRoom:
    """What the contexts of one question and length have in common, whatever their depth and seed.

    `at_end`: they end with the evidence; these have a room of their own, since no joiner comes
    after it. Of `length` tokens, `least` to `most` by property 1, `free` are for filler. `rings`:
    with how many kinds of unwanted passages avoided, the most first. `key`: what their chances
    have in common.
    """

    haystack: Haystack
    length: int
    at_end: bool
    least: int
    most: int
    free: int
    rings: tuple[tuple[int, FillerRing], ...]
    warnings: tuple[str, ...]
    key: int

    @classmethod
    def from_haystack(
        cls, haystack: Haystack, length: int, padding: int, *, at_end: bool
    ) -> "FillerRoom":
        """`padding`: what was asked for."""
        block, warnings = haystack.block, haystack.warnings
        if haystack.padding < padding:
            warnings += (ContextWarning.PADDING_REDUCED,)
        if block.tokens > _WIDE * length:
            warnings += (ContextWarning.EVIDENCE_WIDE,)
        free, off = length - block.taken(last=at_end), int(LENGTH_TOLERANCE * length)
        return cls(
            haystack=haystack,
            length=length,
            at_end=at_end,
            least=length - off,
            most=length + off,
            free=free,
            rings=haystack.rings(free),
            warnings=warnings,
            key=chance_key(block.span.start, length),
        )


class Layout(NamedTuple):
    """What a context is to be made of: passages before and after a block.

    `avoiding`: so many kinds of unwanted passages are not in it.
    """

    room: FillerRoom
    avoiding: int
    depth: float
    before: Taken
    after: Taken

    @property
    def tokens(self) -> int:
        (_, ahead, _), (pieces, behind, _) = self.before, self.after
        return ahead + self.room.haystack.block.taken(last=not pieces) + behind


def filler_near(ring: FillerRing, first: int, further: int) -> Place:
    """Where shared filler begins: with the sentence `first` of the novel, or so many tries from it:
    near it at first, then, where its neighbours are all alike, far from it.
    """
    sentences = len(ring.cuts)
    far = max(0, further - _NEAR) * (sentences // (TRIES - _NEAR) + 1)
    return ring.at_sentence((first + max(0, min(further, _NEAR)) + far) % sentences)


def at_depth(prefix: int, free: int, depth: float) -> bool:
    """Whether a prefix that is so much of all filler puts the evidence at the depth (property 2).

    In tokens or in characters, which differ a little.
    """
    return free > 0 and abs(prefix - depth * free) <= _DEPTH_USED * free


def equal_lengths(tokens: int, length: int) -> bool:
    """Whether so many tokens are the length asked for (property 1)."""
    return abs(tokens - length) <= LENGTH_TOLERANCE * length

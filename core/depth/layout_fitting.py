"""Room, tolerances and layout of filler around a block (source 003, properties 1 and 2)."""

from dataclasses import dataclass
from typing import NamedTuple

from core.depth.context_result import ContextWarning
from core.depth.fillers import FillerRange, FillerRing, FillerSelection, chance_key
from core.depth.haystack import Haystack

LENGTH_TOLERANCE = 0.01
"""Share of the requested length (source 003, property 1)."""
DEPTH_TOLERANCE = 0.05
"""Absolute tolerance of the requested depth, which is 0 to 1 (property 2)."""
SENTENCE_TRIES = 16
TRIES = 80
"""Layouts tried with whole sentences, and layouts tried in total; the rest may cut sentences."""

# The rest of the tolerance covers token counts that are off by one or two.
_DEPTH_USED = 0.045
# Shared filler tries this many of the next sentences before it starts far away.
_NEAR = 16
_WIDE = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class FillerRoom:
    """The filler that contexts of one question and length can have, at any depth and seed.

    `at_end`: the contexts end with the evidence; they have a room of their own, since no joiner
    follows it. `least` and `most` tokens are the bounds of `length` by property 1; `free` tokens
    are left for filler. `rings`: (number of avoided kinds of unwanted passages, ring), the most
    first. `key`: see `chance_key`.
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
        """Create the room; `padding`: as requested; the haystack may have reduced it."""
        block, warnings = haystack.block, haystack.warnings
        if haystack.padding < padding:
            warnings += (ContextWarning.PADDING_REDUCED,)
        if block.tokens > _WIDE * length:
            warnings += (ContextWarning.EVIDENCE_WIDE,)
        free, tolerance = length - block.token_count(last=at_end), int(LENGTH_TOLERANCE * length)
        return cls(
            haystack=haystack,
            length=length,
            at_end=at_end,
            least=length - tolerance,
            most=length + tolerance,
            free=free,
            rings=haystack.rings(free),
            warnings=warnings,
            key=chance_key(block.span.start, length),
        )


class Layout(NamedTuple):
    """The plan of a context: passages before and after a block.

    `avoiding`: the number of kinds of unwanted passages that it avoids.
    """

    room: FillerRoom
    avoiding: int
    depth: float
    before: FillerSelection
    after: FillerSelection

    @property
    def tokens(self) -> int:
        (_, ahead, _), (pieces, behind, _) = self.before, self.after
        return ahead + self.room.haystack.block.token_count(last=not pieces) + behind


def filler_near(ring: FillerRing, first: int, further: int) -> FillerRange:
    """Return where shared filler begins at try `further`: at the sentence `first` of the novel,
    then at the sentences after it, then, as these may all be alike, far from it.
    """
    sentences = len(ring.cuts)
    far = max(0, further - _NEAR) * (sentences // (TRIES - _NEAR) + 1)
    return ring.at_sentence((first + max(0, min(further, _NEAR)) + far) % sentences)


def at_depth(prefix: int, free: int, depth: float) -> bool:
    """Whether `prefix` of `free` filler puts the evidence at the depth (property 2).

    Both are in tokens or both in characters, which give slightly different depths.
    """
    return free > 0 and abs(prefix - depth * free) <= _DEPTH_USED * free


def equal_lengths(tokens: int, length: int) -> bool:
    """Whether `tokens` is within the tolerance of `length` (property 1)."""
    return abs(tokens - length) <= LENGTH_TOLERANCE * length

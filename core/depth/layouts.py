"""Which passages of a novel a context is made of, before its text is put together."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from core.depth.asked import Asked, CannotBuild
from core.depth.context_result import ContextWarning, NotBuilt
from core.depth.cuts import Cuts
from core.depth.fillers import Taken, chance, share_of
from core.depth.fitting import Cell, Fit, alone, as_long, fits
from core.depth.haystack import Haystack
from core.depth.haystacks import Haystacks

_WIDE = 0.1
# How far a shared prefix may be from what the evidence's own length asks for.
_SHARED_DEPTH, _SHARED_LENGTH = 0.03, 0.006
# Text that fits by its own count and, put together, does not, is a matter of very short contexts.
_MOST_LAYOUTS = 80


class Wanted(NamedTuple):
    """A context to be built; lengths in tokens, `shared` where its filler is that of others too."""

    asked: Asked
    depth: float
    length: int
    padding: int
    shared: bool = False
    seed: int = 0


class Layout(NamedTuple):
    """What a context is to be made of.

    `avoiding`: so many kinds of unwanted passages are not in it.
    """

    haystack: Haystack
    fit: Fit
    avoiding: int

    def warnings(self, wanted: Wanted) -> tuple[str, ...]:
        haystack = self.haystack
        said = haystack.warnings
        if haystack.padding < wanted.padding:
            said += (ContextWarning.PADDING_REDUCED,)
        if haystack.block.tokens > _WIDE * wanted.length:
            said += (ContextWarning.EVIDENCE_WIDE,)
        if haystack.reported or self.avoiding < len(haystack.unwanted):
            said += haystack.found_in(self.fit.pieces, self.avoiding)
        return said


class Layouts:
    """The ways of putting a context together out of one novel."""

    def __init__(self, cuts: Cuts, haystacks: Haystacks) -> None:
        self._cuts = cuts
        self._haystacks = haystacks
        self._n_tokens = cuts.tokens.n_tokens

    def of(self, wanted: Wanted) -> Iterator[Layout]:
        """Those that meet length and depth, by their own count, the best first.

        Raises CannotBuild where the evidence has no place, or the novel too little other text.
        """
        haystack = self._haystack(wanted)
        yield from islice(self._around(haystack, wanted), _MOST_LAYOUTS)
        raise _did_not_fit(haystack.longest, wanted.length)

    def _around(self, haystack: Haystack, wanted: Wanted) -> Iterator[Layout]:
        block = haystack.block
        free = wanted.length - (block.tokens if wanted.depth < 1.0 else block.bare_tokens)
        prefix = round(wanted.depth * free)
        cell = self._cell(wanted)
        if wanted.shared:
            prefix = self._shared_prefix(haystack, cell, free, prefix)
        for avoiding in range(haystack.cleanest(free), -1, -1):
            for fit in fits(block, haystack.ring(avoiding), cell, prefix):
                yield Layout(haystack, fit, avoiding)

    def first(self, wanted: Wanted) -> Layout | None:
        try:
            return next(self.of(wanted))
        except CannotBuild:
            return None

    def without_evidence(self, wanted: Wanted) -> tuple[Taken, tuple[str, ...]]:
        """Filler alone, and the warnings on it. Raises CannotBuild, as `of`."""
        haystack = self._haystack(wanted)
        cell = self._cell(wanted)
        for avoiding in range(haystack.cleanest(wanted.length), -1, -1):
            taken = alone(haystack.ring(avoiding), cell, haystack.block.span.start)
            if taken is not None:
                return taken, haystack.warnings + haystack.found_in(taken.pieces, avoiding)
        raise _did_not_fit(haystack.ring(0).total, wanted.length)

    def _haystack(self, wanted: Wanted) -> Haystack:
        n_tokens, length = self._n_tokens, wanted.length
        if n_tokens < length and not as_long(n_tokens, length):
            raise CannotBuild(
                NotBuilt.NOVEL_TOO_SHORT,
                "The novel has {n_tokens} tokens, too few for a context of {length}. Choose a "
                "length up to {n_tokens}, or a longer novel.",
                warning=ContextWarning.TOO_LITTLE_FILLER,
                fits=n_tokens,
                n_tokens=n_tokens,
                length=length,
            )
        return self._haystacks.of(wanted.asked, length, wanted.padding, shared=wanted.shared)

    def _cell(self, wanted: Wanted) -> Cell:
        first = None
        if wanted.shared:
            # The same for all depths and lengths: one haystack, in which only the evidence moves.
            first = share_of(len(self._cuts), chance(wanted.seed, 0, 0, 0.0, 0))
        return Cell(wanted.depth, wanted.length, wanted.seed, first)

    def _shared_prefix(self, haystack: Haystack, cell: Cell, free: int, own: int) -> int:
        """What suits the longest evidence, as far as this one's depth and length allow it."""
        longest = self._haystacks.longest_block(haystack.padding)
        common = round(cell.depth * (cell.length - longest))
        if cell.depth == 1.0:
            return min(max(common, own - int(_SHARED_LENGTH * cell.length)), own)
        room = int(_SHARED_DEPTH * free)
        return min(max(common, own - room, 0), own + room, free)


def _did_not_fit(longest: int, length: int) -> CannotBuild:
    return CannotBuild(
        NotBuilt.DID_NOT_FIT,
        "The novel has too little other text for this question in a context of {length} tokens. "
        "At most {longest} tokens fit.",
        warning=ContextWarning.TOO_LITTLE_FILLER,
        fits=min(longest, length),
        length=length,
        longest=longest,
    )

"""Which passages of a novel a context is made of, before its text is put together."""

from collections.abc import Callable

from core.depth.asked import CannotBuild
from core.depth.context_result import ContextWarning, NotBuilt
from core.depth.fillers import Taken
from core.depth.fitting import Layout, Made, Wanted, alone, as_long, fitted
from core.depth.haystack import Haystack
from core.depth.haystacks import Haystacks

# How far a shared prefix may be from what the evidence's own length asks for.
_SHARED_DEPTH, _SHARED_LENGTH = 0.03, 0.006


class Layouts:
    """The ways of putting contexts together out of one novel of `n_tokens`."""

    def __init__(self, haystacks: Haystacks, n_tokens: int) -> None:
        self._haystacks = haystacks
        self._n_tokens = n_tokens

    def first(self, wanted: Wanted, made: Callable[[Layout, Wanted], Made | None]) -> Made:
        """What is `made` of the first layout that meets length and depth, by its own count.

        `made` returns None for a layout of which, after all, nothing can be made. Raises
        CannotBuild where the evidence has no place or the novel too little other text.
        """
        haystack = self._haystack(wanted)
        block, (_, depth, length, _, _, first) = haystack.block, wanted
        free = length - (block.tokens if depth < 1.0 else block.bare_tokens)
        prefix = round(depth * free)
        if first is not None:
            prefix = self._shared_prefix(haystack, wanted, free, prefix)
        for avoiding in range(haystack.cleanest(free), -1, -1):
            one = fitted(haystack, avoiding, wanted, prefix, made)
            if one is not None:
                return one
        raise _did_not_fit(haystack.longest, length)

    def without_evidence(self, wanted: Wanted) -> tuple[Taken, tuple[str, ...]]:
        """Filler alone, and the warnings on it. Raises CannotBuild, as `first`."""
        haystack = self._haystack(wanted)
        for avoiding in range(haystack.cleanest(wanted.length), -1, -1):
            taken = alone(haystack.ring(avoiding), wanted, haystack.block.span.start)
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
        shared = wanted.first is not None
        return self._haystacks.of(wanted.asked, length, wanted.padding, shared=shared)

    def _shared_prefix(self, haystack: Haystack, wanted: Wanted, free: int, own: int) -> int:
        """What suits the longest evidence, as far as this one's depth and length allow it."""
        depth, length = wanted.depth, wanted.length
        common = round(depth * (length - self._haystacks.longest_block(haystack.padding)))
        if depth == 1.0:
            return min(max(common, own - int(_SHARED_LENGTH * length)), own)
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

"""Choose the passages of a context, before its text is assembled."""

from collections.abc import Callable
from typing import TypeVar

from core.depth.context_result import ContextWarning, NotBuilt
from core.depth.evidence_target import EvidenceTarget, UnbuildableContext
from core.depth.fillers import FillerSelection, random_source
from core.depth.haystack_cache import HaystackCache
from core.depth.layout_fitting import (
    SENTENCE_TRIES,
    TRIES,
    FillerRoom,
    at_depth,
    equal_lengths,
    filler_near,
)

# How far a shared prefix may be from the one that fits the evidence's own length.
_SHARED_DEPTH, _SHARED_LENGTH = 0.03, 0.006
Made = TypeVar("Made")


class Layouts:
    """Chooses layouts of contexts from one novel of `n_tokens`."""

    def __init__(self, haystacks: HaystackCache, n_tokens: int) -> None:
        self._haystacks = haystacks
        self._n_tokens = n_tokens
        self._rooms: dict[tuple[EvidenceTarget, int, int, bool, bool], FillerRoom] = {}

    def room(
        self, target: EvidenceTarget, length: int, padding: int, *, shared: bool, at_end: bool
    ) -> FillerRoom:
        """Return the room, cached for all depths and seeds. Raises UnbuildableContext where the
        evidence has no position or the novel is too short.
        """
        key = (target, length, padding, shared, at_end)
        return self._rooms.get(key) or self._make(*key)

    def _make(
        self, target: EvidenceTarget, length: int, padding: int, shared: bool, at_end: bool
    ) -> FillerRoom:
        n_tokens = self._n_tokens
        if n_tokens < length and not equal_lengths(n_tokens, length):
            raise UnbuildableContext(
                NotBuilt.NOVEL_TOO_SHORT,
                "The novel has {n_tokens} tokens, too few for a context of {length}. Choose at "
                "most {n_tokens}, or a longer novel.",
                warning=ContextWarning.TOO_LITTLE_FILLER,
                fits=n_tokens,
                n_tokens=n_tokens,
                length=length,
            )
        haystack = self._haystacks.get(target, length, padding, shared=shared)
        room = FillerRoom.from_haystack(haystack, length, padding, at_end=at_end)
        self._rooms[target, length, padding, shared, at_end] = room
        return room

    def first(
        self,
        room: FillerRoom,
        depth: float,
        seed: int,
        first: int | None,
        build: Callable[[FillerRoom, int, float, FillerSelection, FillerSelection], Made | None],
    ) -> Made:
        """Return the first result of `build` that is not None, over layouts with the right length
        and depth.

        Whole sentences are tried first. The filler after the block continues in the novel where
        the filler before it ended. `first`: the sentence of the novel that shared filler begins
        with. `build` is called with the fields of a Layout. Raises UnbuildableContext where there
        is too little other text.
        """
        block = room.haystack.block
        prefix, sentence_tries = round(depth * room.free), SENTENCE_TRIES
        if first is not None:
            # Shared filler must begin at the same place, even if a sentence is cut.
            prefix, sentence_tries = self._shared_prefix(room, depth, prefix), 1
        for avoiding, ring in room.rings:
            for attempt in range(TRIES):
                exactly = attempt >= sentence_tries
                if first is None:
                    start = ring.at(
                        ring.total * random_source(room.key, seed, depth, attempt) >> 32
                    )
                else:
                    start = filler_near(ring, first, attempt - sentence_tries)
                before = ring.take(start, start, prefix, exactly=exactly)
                _, ahead, next_place = before
                remaining = 0 if room.at_end else room.free - ahead
                after = ring.take(start, next_place, remaining, exactly=exactly, last=True)
                pieces, behind, _ = after
                free = ahead + behind
                tokens = free + (block.tokens if pieces else block.bare_tokens)
                if room.least <= tokens <= room.most and at_depth(ahead, free, depth):
                    built = build(room, avoiding, depth, before, after)
                    if built is not None:
                        return built
        raise _did_not_fit(room.haystack.longest, room.length)

    def without_evidence(
        self, room: FillerRoom, seed: int, first: int | None
    ) -> tuple[FillerSelection, tuple[str, ...]]:
        """Return filler alone, of the length of a context with evidence, and its warnings.

        Raises UnbuildableContext where there is too little other text.
        """
        haystack, length = room.haystack, room.length
        for avoiding, ring in haystack.rings(length):
            for attempt in range(TRIES):
                if first is None:
                    start = ring.at(ring.total * random_source(room.key, seed, 0.0, attempt) >> 32)
                else:
                    start = filler_near(ring, first, attempt)
                exactly = attempt >= SENTENCE_TRIES
                filler = ring.take(start, start, length, exactly=exactly, last=True)
                if equal_lengths(filler[1], length):
                    return filler, haystack.warnings + haystack.warnings_in(filler[0], avoiding)
        raise _did_not_fit(haystack.ring(0).total, length)

    def _shared_prefix(self, room: FillerRoom, depth: float, own_prefix: int) -> int:
        """Return the prefix that fits the longest evidence, within the limits of this one's depth
        and length; `own_prefix` is the one that fits this evidence.
        """
        haystack, length, free = room.haystack, room.length, room.free
        common = round(depth * (length - self._haystacks.longest_block(haystack.padding)))
        if room.at_end:
            return min(max(common, own_prefix - int(_SHARED_LENGTH * length)), own_prefix)
        tolerance = int(_SHARED_DEPTH * free)
        return min(max(common, own_prefix - tolerance, 0), own_prefix + tolerance, free)


def _did_not_fit(longest: int, length: int) -> UnbuildableContext:
    return UnbuildableContext(
        NotBuilt.DID_NOT_FIT,
        "The novel does not have enough other text for this question in a context of {length} "
        "tokens. Use at most {longest} tokens.",
        warning=ContextWarning.TOO_LITTLE_FILLER,
        fits=min(longest, length),
        length=length,
        longest=longest,
    )

"""Passages of a novel to fill a context with, none twice and none that is to be avoided."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from core.depth.token_costs import TokenCosts
from core.text import Span

Place = tuple[int, int]
"""A stretch and a sentence of it. After the last of n stretches, stretch n is the first again."""

Taken = tuple[list[Span], int, Place]
"""Characters of the text, their tokens with a joiner after each piece, and the place after them."""


@dataclass(frozen=True, eq=False)
class FillerRing:
    """What may be filler, stretch after stretch, as a ring: after the last comes the first.

    What is taken on one way around it never repeats. Stretch i holds the sentences
    [lows[i], highs[i]); `before[i]` tokens come before it, and the text has `shifts[i]` more there.
    There are `total`.
    """

    cuts: TokenCosts = field(repr=False)
    lows: list[int]
    highs: list[int]
    before: list[int]
    shifts: list[int]
    total: int

    @classmethod
    def avoiding(cls, cuts: TokenCosts, avoided: Iterable[Span]) -> "FillerRing":
        stretches = cuts.outside(avoided)
        sizes = [cuts.tails[high - 1] - cuts.heads[low] for low, high in stretches]
        *before, total = accumulate(sizes, initial=0)
        lows, highs = [low for low, _ in stretches], [high for _, high in stretches]
        shifts = [cuts.heads[low] - tokens for low, tokens in zip(lows, before, strict=True)]
        return cls(cuts, lows, highs, before, shifts, total)

    def at(self, tokens: int) -> Place:
        """The first sentence that begins at or after so many tokens, below `total`."""
        stretch = bisect_right(self.before, tokens) - 1
        sentence = self.cuts.first[tokens + self.shifts[stretch]]
        return (stretch, sentence) if sentence < self.highs[stretch] else self._next(stretch)

    def at_sentence(self, sentence: int) -> Place:
        """The first place at or after a sentence of the text."""
        stretch = bisect_right(self.highs, sentence)
        if stretch == len(self.lows):
            return stretch, self.lows[0]
        return stretch, max(sentence, self.lows[stretch])

    def take(
        self, start: Place, place: Place, tokens: int, *, exactly: bool = False, last: bool = False
    ) -> Taken:
        """About `tokens` tokens from `place` on, never past `start` again, where the way began.

        Ends where the sentence does that ends nearest, or, with `exactly`, wherever the number is
        met best. `last`: no joiner comes after the last piece, nor is one counted.
        """
        cuts, highs = self.cuts, self.highs
        stretches = len(highs)
        all_around = start[0] + stretches
        (stretch, sentence), got, joiner = place, 0, 0
        pieces: list[Span] = []
        while got < tokens:
            high = highs[stretch % stretches]
            if stretch >= all_around:
                high = start[1] if stretch == all_around else 0
                if sentence >= high:
                    break
            head, whole = cuts.heads[sentence], cuts.tails[high - 1]
            goal = head + tokens - got
            if goal < whole:
                if exactly:
                    end, tail, following = self._exactly(sentence, goal, high, last)
                else:
                    tails = cuts.bare_tails if last else cuts.tails
                    found = cuts.nearest_bare[goal] if last else cuts.nearest[goal]
                    found = sentence if found < sentence else found if found < high else high - 1
                    end, tail, following = cuts.ends[found], tails[found], found + 1
                # Nothing at all may be nearer; a sentence is taken where it is as near.
                if tail - goal < goal - head + (not exactly):
                    pieces.append(Span(cuts.starts[sentence], end))
                    got, joiner, sentence = got + tail - head, 0, following
                break
            pieces.append(Span(cuts.starts[sentence], cuts.ends[high - 1]))
            got, joiner = got + whole - head, whole - cuts.bare_tails[high - 1]
            stretch, sentence = self._next(stretch)
        if sentence >= highs[stretch % stretches]:
            stretch, sentence = self._next(stretch)
        return pieces, got - joiner if last else got, (stretch, sentence)

    def _exactly(self, sentence: int, goal: int, high: int, last: bool) -> tuple[int, int, int]:
        """(end, its tail, the sentence after it) of a part that ends where the goal is met best."""
        cuts = self.cuts
        end = cuts.cut_after(sentence, goal - cuts.heads[sentence], high, joined=not last)
        following = max(bisect_left(cuts.starts, end, sentence + 1, high), sentence + 1)
        return end, cuts.tail(end, joined=not last), following

    def _next(self, stretch: int) -> Place:
        return stretch + 1, self.lows[(stretch + 1) % len(self.lows)]


_64_BITS = (1 << 64) - 1


def chance_key(place: int, length: int) -> int:
    """What the chances of one question and length have in common."""
    return place * 0xD1342543DE82EF95 + length * 0xDA942042E4DD58B5


def random_source(key: int, seed: int, depth: float, attempt: int) -> int:
    """A number below 2 ** 32 that depends on these alone, the same on every machine.

    The last steps of SplitMix64: a generator for one number would cost more than the context.
    """
    mixed = key + seed * 0x9E3779B97F4A7C15
    mixed += int(depth * 1_000_000) * 0xAEF17502108EF2D9 + attempt * 0xF1357AEA2E62A9C5
    mixed &= _64_BITS
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
    return (mixed ^ mixed >> 31) >> 32


def random_share(total: int, chance: int) -> int:
    """A number below `total` by a `chance`."""
    return total * chance >> 32

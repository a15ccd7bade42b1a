"""Passages of a novel to fill a context with, none twice and none that is to be avoided."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from core.depth.cuts import Cuts
from core.text import Span

Place = tuple[int, int]
"""A stretch and a sentence of it. After the last of n stretches, stretch n is the first again."""


class Taken(NamedTuple):
    """Characters of the text; `tokens` counts a joiner after each piece.

    `then` is the place after them.
    """

    pieces: list[Span]
    tokens: int
    then: Place


@dataclass(frozen=True, eq=False)
class Ring:
    """What may be filler, stretch after stretch, as a ring: after the last comes the first.

    What is taken on one way around it never repeats. Stretch i holds the sentences
    [lows[i], highs[i]); `before[i]` tokens come before it, and there are `total`.
    """

    cuts: Cuts = field(repr=False)
    lows: list[int]
    highs: list[int]
    before: list[int]
    total: int

    @classmethod
    def of(cls, cuts: Cuts, avoided: Iterable[Span]) -> "Ring":
        stretches = cuts.outside(avoided)
        sizes = [cuts.tails[high - 1] - cuts.heads[low] for low, high in stretches]
        *before, total = accumulate(sizes, initial=0)
        lows, highs = [low for low, _ in stretches], [high for _, high in stretches]
        return cls(cuts, lows, highs, before, total)

    def at(self, tokens: int) -> Place:
        """The first sentence that begins at or after so many tokens, below `total`."""
        cuts = self.cuts
        stretch = bisect_right(self.before, tokens) - 1
        head = cuts.heads[self.lows[stretch]]
        sentence = bisect_left(cuts.heads, head + tokens - self.before[stretch])
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
                ending = self._exactly if exactly else self._nearest
                end, tail, following = ending(sentence, goal, high, last)
                if following > sentence:
                    pieces.append(Span(cuts.starts[sentence], end))
                    got, joiner, sentence = got + tail - head, 0, following
                break
            pieces.append(Span(cuts.starts[sentence], cuts.ends[high - 1]))
            got, joiner = got + whole - head, whole - cuts.bare_tails[high - 1]
            stretch, sentence = self._next(stretch)
        if sentence >= highs[stretch % stretches]:
            stretch, sentence = self._next(stretch)
        return Taken(pieces, got - joiner if last else got, (stretch, sentence))

    def _nearest(self, sentence: int, goal: int, high: int, last: bool) -> tuple[int, int, int]:
        """(end, its tail, the sentence after it) where a sentence's tail is nearest to the goal.

        The sentence after it is `sentence` itself where nothing at all is nearer.
        """
        cuts = self.cuts
        tails = cuts.bare_tails if last else cuts.tails
        reaching = min(bisect_left(tails, goal, sentence, high), high - 1)
        tail = tails[reaching]
        before = tails[reaching - 1] if reaching > sentence else cuts.heads[sentence]
        if tail - goal <= goal - before:
            return cuts.ends[reaching], tail, reaching + 1
        return cuts.ends[reaching - 1], before, reaching

    def _exactly(self, sentence: int, goal: int, high: int, last: bool) -> tuple[int, int, int]:
        """The same, ending anywhere."""
        cuts, head = self.cuts, self.cuts.heads[sentence]
        end = cuts.cut_after(sentence, goal - head, high, joined=not last)
        tail = cuts.tail(end, joined=not last)
        if abs(tail - goal) >= goal - head:
            return 0, head, sentence
        return end, tail, max(bisect_left(cuts.starts, end, sentence + 1, high), sentence + 1)

    def _next(self, stretch: int) -> Place:
        return stretch + 1, self.lows[(stretch + 1) % len(self.lows)]


_64_BITS = (1 << 64) - 1


def chance(seed: int, place: int, length: int, depth: float, attempt: int) -> int:
    """A number below 2 ** 32 that depends on these alone, the same on every machine.

    The last steps of SplitMix64: a generator for one number would cost more than the context.
    """
    mixed = seed * 0x9E3779B97F4A7C15 + place * 0xD1342543DE82EF95 + length * 0xDA942042E4DD58B5
    mixed += int(depth * 1_000_000) * 0xAEF17502108EF2D9 + attempt * 0xF1357AEA2E62A9C5
    mixed &= _64_BITS
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
    return (mixed ^ mixed >> 31) >> 32


def share_of(total: int, chance: int) -> int:
    """A number below `total` by a `chance`."""
    return total * chance >> 32

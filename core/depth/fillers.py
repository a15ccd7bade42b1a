"""Filler: passages of a novel that fill a context, without repeats and without excluded spans."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from core.depth.token_costs import TokenCosts
from core.text import Span

FillerRange = tuple[int, int]
"""(range, sentence in it). After the last of n ranges, range n is the first one again."""

FillerSelection = tuple[list[Span], int, FillerRange]
"""(pieces in characters of the text, their tokens with a joiner after each, the place after)."""


@dataclass(frozen=True, eq=False)
class FillerRing:
    """The ranges of sentences that may be filler, as a ring: the first follows the last.

    Filler taken in one round never repeats. Range i holds the sentences [lows[i], highs[i]);
    `before[i]` filler tokens come before it, and the whole text has `shifts[i]` more tokens before
    it. All ranges together have `total` tokens.
    """

    cuts: TokenCosts = field(repr=False)
    lows: list[int]
    highs: list[int]
    before: list[int]
    shifts: list[int]
    total: int

    @classmethod
    def avoiding(cls, costs: TokenCosts, excluded: Iterable[Span]) -> "FillerRing":
        ranges = costs.outside(excluded)
        sizes = [costs.tails[high - 1] - costs.heads[low] for low, high in ranges]
        *before, total = accumulate(sizes, initial=0)
        lows, highs = [low for low, _ in ranges], [high for _, high in ranges]
        shifts = [costs.heads[low] - tokens for low, tokens in zip(lows, before, strict=True)]
        return cls(costs, lows, highs, before, shifts, total)

    def at(self, tokens: int) -> FillerRange:
        """Return the first sentence that begins at or after a token of the ring, below `total`."""
        index = bisect_right(self.before, tokens) - 1
        sentence = self.cuts.first[tokens + self.shifts[index]]
        return (index, sentence) if sentence < self.highs[index] else self._next(index)

    def at_sentence(self, sentence: int) -> FillerRange:
        """Return the first place at or after a sentence of the text."""
        index = bisect_right(self.highs, sentence)
        if index == len(self.lows):
            return index, self.lows[0]
        return index, max(sentence, self.lows[index])

    def take(
        self,
        start: FillerRange,
        place: FillerRange,
        tokens: int,
        *,
        exactly: bool = False,
        last: bool = False,
    ) -> FillerSelection:
        """Take about `tokens` tokens from `place` on, at most to `start`, where the round began.

        The end is that of the sentence that ends nearest, or, with `exactly`, the nearest possible
        cut. `last`: no joiner follows the last piece, and none is counted.
        """
        cuts, highs = self.cuts, self.highs
        n_ranges = len(highs)
        round_end = start[0] + n_ranges
        (index, sentence), taken, joiner = place, 0, 0
        pieces: list[Span] = []
        while taken < tokens:
            high = highs[index % n_ranges]
            if index >= round_end:
                high = start[1] if index == round_end else 0
                if sentence >= high:
                    break
            head, range_tail = cuts.heads[sentence], cuts.tails[high - 1]
            goal = head + tokens - taken
            if goal < range_tail:
                if exactly:
                    end, tail, following = self._nearest_cut(sentence, goal, high, last)
                else:
                    tails = cuts.bare_tails if last else cuts.tails
                    final = cuts.nearest_bare[goal] if last else cuts.nearest[goal]
                    final = sentence if final < sentence else final if final < high else high - 1
                    end, tail, following = cuts.ends[final], tails[final], final + 1
                # Taking nothing may be nearer to the goal; on a tie a sentence is taken.
                if tail - goal < goal - head + (not exactly):
                    pieces.append(Span(cuts.starts[sentence], end))
                    taken, joiner, sentence = taken + tail - head, 0, following
                break
            pieces.append(Span(cuts.starts[sentence], cuts.ends[high - 1]))
            taken, joiner = taken + range_tail - head, range_tail - cuts.bare_tails[high - 1]
            index, sentence = self._next(index)
        if sentence >= highs[index % n_ranges]:
            index, sentence = self._next(index)
        return pieces, taken - joiner if last else taken, (index, sentence)

    def _nearest_cut(self, sentence: int, goal: int, high: int, last: bool) -> tuple[int, int, int]:
        """Return (end, its tail, next sentence) of the part that ends nearest to the goal."""
        cuts = self.cuts
        end = cuts.cut_after(sentence, goal - cuts.heads[sentence], high, joined=not last)
        following = max(bisect_left(cuts.starts, end, sentence + 1, high), sentence + 1)
        return end, cuts.tail(end, joined=not last), following

    def _next(self, index: int) -> FillerRange:
        return index + 1, self.lows[(index + 1) % len(self.lows)]


_64_BITS = (1 << 64) - 1


def chance_key(place: int, length: int) -> int:
    """Return the part of `random_source`'s input that one question and length share."""
    return place * 0xD1342543DE82EF95 + length * 0xDA942042E4DD58B5


def random_source(key: int, seed: int, depth: float, attempt: int) -> int:
    """Return a pseudorandom number below 2 ** 32 that depends only on the arguments.

    It is the finaliser of SplitMix64: seeding a generator for a single number would take longer
    than building the context.
    """
    mixed = key + seed * 0x9E3779B97F4A7C15
    mixed += int(depth * 1_000_000) * 0xAEF17502108EF2D9 + attempt * 0xF1357AEA2E62A9C5
    mixed &= _64_BITS
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
    return (mixed ^ mixed >> 31) >> 32


def random_share(total: int, chance: int) -> int:
    """Scale a `chance` below 2 ** 32 to a number below `total`."""
    return total * chance >> 32

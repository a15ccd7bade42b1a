"""Where every short run of characters of a text stands, and how much work a search may do."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

ALLOWED_WORK = 400_000


class Work:
    """What one look-up may cost, in units of about a microsecond.

    Counted, not timed: the same quote in the same text always gets the same answer.
    """

    def __init__(self, allowed: int = ALLOWED_WORK) -> None:
        self.left = allowed
        self.complete = True
        """False once something was left unsearched."""

    def spend(self, units: int) -> bool:
        """Whether `units` were left; from the first refusal on nothing is."""
        if units > self.left:
            self.left, self.complete = 0, False
            return False
        self.left -= units
        return True


class Shared(NamedTuple):
    """How many of `pieces` disjoint grams of a quote each two neighbouring bands hold."""

    counts: npt.NDArray[np.int64]
    pieces: int
    cost: int


@dataclass(frozen=True, eq=False)
class GramIndex:
    """Where each run of `size` characters stands: keys[i] at positions[bounds[i]:bounds[i + 1]].

    Of a part of the text, [first, first + length), only the places in it count, from its start.
    """

    size: int
    length: int
    keys: npt.NDArray[np.int64] = field(repr=False)
    bounds: npt.NDArray[np.int64] = field(repr=False)
    positions: npt.NDArray[np.int32] = field(repr=False)
    first: int = 0

    @classmethod
    def of(cls, text: str, size: int) -> "GramIndex":
        grams = _grams(text, size)
        order = np.argsort(grams, kind="stable").astype(np.int32)
        ordered = grams[order]
        first = np.flatnonzero(np.diff(ordered, prepend=-1))
        return cls(size, len(text), ordered[first], np.append(first, len(ordered)), order)

    def part(self, first: int, length: int) -> "GramIndex":
        return replace(self, first=self.first + first, length=length)

    def shared(self, quote: str, width: int, allowed: int) -> Shared:
        """The disjoint grams of `quote` that the text holds, per band of `width` diagonals.

        The diagonal of a gram is its place in the text minus its place in the quote; entry i
        covers 2 * width of them from i * width - len(quote). Rare grams come first: where the
        work `allowed` does not last for all, the common ones are left out of both numbers.
        """
        bands = (self.length + len(quote)) // width + 2
        counts = np.zeros(bands, dtype=np.int64)
        offsets = range(0, len(quote) - self.size + 1, self.size)
        places = self._places(_grams(quote, self.size)[:: self.size])
        pieces = cost = 0
        rare_first = sorted(zip(offsets, places, strict=True), key=lambda piece: len(piece[1]))
        for offset, positions in rare_first:
            cost += 2 + (len(positions) * 4 + bands) // 500
            if cost > allowed:
                break
            pieces += 1
            if len(positions):
                band = (positions + (len(quote) - offset - self.first)) // width
                counts += np.bincount(band, minlength=bands)
        return Shared(counts[:-1] + counts[1:], pieces, min(cost, allowed))

    def _places(self, grams: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int32]]:
        """Where each of `grams` stands, in ascending order."""
        found = [self.positions[:0]] * len(grams)
        slots = np.searchsorted(self.keys, grams)
        for at, (slot, gram) in enumerate(zip(slots.tolist(), grams.tolist(), strict=True)):
            if slot < len(self.keys) and self.keys[slot] == gram:
                found[at] = self.positions[self.bounds[slot] : self.bounds[slot + 1]]
        if len(self.positions) == self.length - self.size + 1:
            return found
        # Of the type of the positions: otherwise they would all be converted.
        ends = np.array((self.first, self.first + self.length - self.size + 1), dtype=np.int32)
        inside = [(positions, positions.searchsorted(ends)) for positions in found]
        return [positions[low:high] for positions, (low, high) in inside]


def _grams(text: str, size: int) -> npt.NDArray[np.int64]:
    """One number per run of `size` <= 3 characters; a character has 21 bits."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    grams = np.zeros(max(0, len(codes) - size + 1), dtype=np.int64)
    for offset in range(size):
        grams = (grams << 21) | codes[offset : offset + len(grams)]
    return grams

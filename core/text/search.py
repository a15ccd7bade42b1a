"""Finding the places of a text that may hold a near copy of a quote.

Every edit spoils at most one of the quote's disjoint q-grams. So a window within k edits keeps all
but k of them, at offsets that drift by at most k: count the q-grams of the quote per diagonal of
the text and look only where enough of them meet. Nothing within k edits is missed.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import LCSseq

from core.text.edits import Window, nearest_window
from core.text.names import names_in
from core.text.normalise import Normalised, normalise

# Near copies kept beside the nearest one, so that one without a changed number can be preferred.
_RIVALS = 8
_RIVAL_EDITS = 2


@dataclass(frozen=True, eq=False)
class PreparedText:
    """A text normalised once and indexed when first needed, shared by every quote looked up in it.

    Memory per million characters: about 12 MB normalised, 4 MB more per index.
    """

    text: str
    normal: Normalised = field(repr=False)

    @classmethod
    def of(cls, text: "str | PreparedText") -> "PreparedText":
        return text if isinstance(text, PreparedText) else cls(text, normalise(text))

    def normal_index(self, character: int) -> int:
        """The first normalised character that ends after an original one; its length if none."""
        return int(np.searchsorted(self.normal.ends, character, side="right"))

    def likeliest_distance(self, quote: str) -> int:
        """Edits to the place that shares most with `quote`; another may need fewer."""
        size, width = (3, len(quote) // 5 + 1) if len(quote) > 12 else (2, 3)
        shared = self._index(size).shared_per_diagonal(quote, width)
        shared = shared[:-1] + shared[1:]
        start = max(0, int(np.argmax(shared)) * width - len(quote) - width)
        region = self.normal.text[start : start + 2 * len(quote) + 4 * width]
        return nearest_window(quote, region).distance

    def near_copies(self, quote: str, edits: int) -> list[Window]:
        """Windows of the normalised text within `edits` of the normalised `quote`, nearest first.

        Complete: if there is any, the nearest is among them; at most a few more are added.
        """
        found: dict[tuple[int, int], Window] = {}
        nearest = edits
        for at_least, start, end in self._regions(quote, edits):
            bound = min(edits, nearest + _RIVAL_EDITS) if len(found) < _RIVALS else nearest - 1
            if at_least > bound:
                break
            region = self.normal.text[start:end]
            # Each edit costs a common subsequence at most one character: a cheap second sieve.
            if not LCSseq.similarity(quote, region, score_cutoff=max(1, len(quote) - bound)):
                continue
            distance, first, last = nearest_window(quote, region)
            if distance <= bound:
                window = Window(distance, start + first, start + last)
                found[window.start, window.end] = window
                nearest = min(nearest, distance)
        return sorted(found.values())

    def _regions(self, quote: str, edits: int) -> Iterator[tuple[int, int, int]]:
        """(least possible edits, start, end) of every place worth a look, most promising first."""
        text_length = len(self.normal.text)
        size = next((size for size in (3, 2) if len(quote) // size > edits), None)
        if size is None:
            yield 0, 0, text_length
            return
        pieces = len(quote) // size
        width = edits + 1
        shared = self._index(size).shared_per_diagonal(quote, width)
        shared = shared[:-1] + shared[1:]
        places = np.flatnonzero(shared >= pieces - edits)
        for place in places[np.argsort(-shared[places], kind="stable")]:
            diagonal = int(place) * width - len(quote)
            start = max(0, diagonal - edits)
            end = min(text_length, diagonal + 2 * width + len(quote) + edits)
            yield max(0, pieces - int(shared[place])), start, end

    def _index(self, size: int) -> "GramIndex":
        return self._pairs if size == 2 else self._triples

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """The names the text uses, normalised."""
        return names_in(self.text)

    @functools.cached_property
    def _pairs(self) -> "GramIndex":
        return GramIndex.of(self.normal.text, 2)

    @functools.cached_property
    def _triples(self) -> "GramIndex":
        return GramIndex.of(self.normal.text, 3)


@dataclass(frozen=True, eq=False)
class GramIndex:
    """Where each run of `size` characters stands: keys[i] at positions[bounds[i]:bounds[i + 1]]."""

    size: int
    length: int
    keys: npt.NDArray[np.int64] = field(repr=False)
    bounds: npt.NDArray[np.int64] = field(repr=False)
    positions: npt.NDArray[np.int32] = field(repr=False)

    @classmethod
    def of(cls, text: str, size: int) -> "GramIndex":
        grams = _grams(text, size)
        order = np.argsort(grams).astype(np.int32)
        ordered = grams[order]
        first = np.flatnonzero(np.diff(ordered, prepend=-1))
        return cls(size, len(text), ordered[first], np.append(first, len(ordered)), order)

    def shared_per_diagonal(self, quote: str, width: int) -> npt.NDArray[np.int64]:
        """How many disjoint grams of `quote` the text holds, per band of `width` diagonals.

        The diagonal of a gram is its place in the text minus its place in the quote; band i
        starts at i * width - len(quote). One empty band is added at the end.
        """
        bands = (self.length + len(quote)) // width + 2
        counts = np.zeros(bands, dtype=np.int64)
        offsets = np.arange(0, len(quote) - self.size + 1, self.size)
        wanted = _grams(quote, self.size)[offsets]
        at = np.searchsorted(self.keys, wanted)
        for offset, gram, place in zip(offsets, wanted, at, strict=True):
            if place < len(self.keys) and self.keys[place] == gram:
                positions = self.positions[self.bounds[place] : self.bounds[place + 1]]
                band = (positions + (len(quote) - int(offset))) // width
                counts += np.bincount(band, minlength=bands)
        return counts


def _grams(text: str, size: int) -> npt.NDArray[np.int64]:
    """One number per run of `size` <= 3 characters; a character has 21 bits."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    grams = np.zeros(max(0, len(codes) - size + 1), dtype=np.int64)
    for offset in range(size):
        grams = (grams << 21) | codes[offset : offset + len(grams)]
    return grams

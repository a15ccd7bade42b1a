"""Finding the places of a text that may hold a near copy of a quote.

Every edit spoils at most one of the quote's disjoint q-grams. So a window within k edits keeps all
but k of them, at offsets that drift by at most k: count the q-grams of the quote per diagonal of
the text and look only where enough of them meet. Nothing within k edits is missed while the work
allowed lasts, and the answer says when it did not.
"""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from rapidfuzz.distance import LCSseq

from core.text.edits import Window, nearest_window
from core.text.grams import GramIndex, Shared, Work
from core.text.names import names_in
from core.text.normalise import Normalised, normalise
from core.text.scripts import HAN

# Near copies kept beside the nearest one, so that one without a changed number can be preferred.
_RIVALS = 8
_RIVAL_EDITS = 2
_CHARACTERS_PER_RIVAL_EDIT = 30
# Where a text can be cut and its normal form at the same place: beside white space, between a
# letter and a mark, between Chinese characters. No number, accent or reference mark reaches across.
_LETTER, _MARK = rf"[A-Za-z{HAN}]", r'[,.;:!?"“”()—，。、；：！？…]'
_SEAM = re.compile(
    rf"(?<=\s)|(?=\s)|(?<=[{HAN}])(?=[{HAN}])|(?<={_LETTER})(?={_MARK})|(?<={_MARK})(?={_LETTER})"
)
_LIKELIEST_WORK = 100_000
_BEGINNING = 5_000


Region = tuple[int, int, int]
"""(least possible edits, start, end) of a stretch of normalised text."""


@dataclass(frozen=True, eq=False)
class PreparedText:
    """A text normalised once and indexed when first needed, shared by every quote looked up in it.

    Memory per million characters: about 12 MB normalised, 4 MB more per index. `whole` is the
    text this one is a part of; `first` its place in the normal form of that, where it shares it.
    """

    text: str
    normal: Normalised = field(repr=False)
    whole: "PreparedText | None" = field(default=None, repr=False)
    first: int | None = None

    @classmethod
    def of(cls, text: "str | PreparedText") -> "PreparedText":
        return text if isinstance(text, PreparedText) else cls(text, normalise(text))

    def part(self, start: int, end: int) -> "PreparedText":
        """text[start:end] as a text of its own, spans counted in it, with the names of the whole.

        Normal form and indexes are shared too, unless the cut falls inside a word or number of
        the text; matches are those of `PreparedText.of(text[start:end])` but for the names.
        """
        start, end, _ = slice(start, end).indices(len(self.text))
        text, whole = self.text[start:end], self.whole or self
        if self.whole or not (self._seam_at(start) and self._seam_at(end)):
            return PreparedText(text, normalise(text), whole)
        normal = self.normal
        first = int(np.searchsorted(normal.starts, np.int32(start)))
        last = max(first, int(np.searchsorted(normal.ends, np.int32(end), side="right")))
        # A space stands for marks between two words; at an edge there is only one.
        first += normal.text.startswith(" ", first, last)
        last -= normal.text.endswith(" ", first, last)
        starts, ends = normal.starts[first:last] - start, normal.ends[first:last] - start
        return PreparedText(text, Normalised(normal.text[first:last], starts, ends), whole, first)

    def _seam_at(self, character: int) -> bool:
        at_edge = character in (0, len(self.text))
        return at_edge or _SEAM.match(self.text, character) is not None

    def normal_index(self, character: int) -> int:
        """The first normalised character that ends after an original one; its length if none."""
        return int(np.searchsorted(self.normal.ends, np.int32(character), side="right"))

    def likeliest_distance(self, quote: str) -> int:
        """Edits to the place that shares most with `quote`; another may need fewer."""
        shared, width = self._likeliest(quote)
        start = max(0, int(np.argmax(shared.counts)) * width - len(quote) - width)
        region = self.normal.text[start : start + 2 * len(quote) + 4 * width]
        return nearest_window(quote, region).distance

    def likeliest_share(self, quote: str) -> float:
        """Share in [0, 1] of the short pieces of a long quote's beginning found in one place."""
        shared, _ = self._likeliest(quote[:_BEGINNING])
        return min(1.0, int(shared.counts.max()) / shared.pieces) if shared.pieces else 0.0

    def _likeliest(self, quote: str) -> tuple[Shared, int]:
        size, width = (3, len(quote) // 5 + 1) if len(quote) > 12 else (2, 3)
        return self._index(size).shared(quote, width, _LIKELIEST_WORK), width

    def near_copies(self, quote: str, edits: int, work: Work | None = None) -> list[Window]:
        """Windows of the normalised text within `edits` of the normalised `quote`, nearest first.

        If there is any, the nearest is among them unless `work` says it is not complete; at most
        a few more are added.
        """
        work = work or Work()
        found: dict[tuple[int, int], Window] = {}
        nearest = edits
        further = min(_RIVAL_EDITS, len(quote) // _CHARACTERS_PER_RIVAL_EDIT)
        for at_least, start, end in self._regions(quote, edits, work):
            bound = min(edits, nearest + further) if len(found) < _RIVALS else nearest - 1
            if at_least > bound:
                break
            region = self.normal.text[start:end]
            if not work.spend(2 + len(region) * len(quote) // 30_000):
                break
            # Each edit costs a common subsequence at most one character: a cheap second sieve.
            if not LCSseq.similarity(quote, region, score_cutoff=max(1, len(quote) - bound)):
                continue
            if not work.spend(50 + len(region) * (700 + len(quote)) // 700):
                break
            distance, first, last = nearest_window(quote, region)
            if distance <= bound:
                window = Window(distance, start + first, start + last)
                found[window.start, window.end] = window
                nearest = min(nearest, distance)
        return sorted(found.values())

    def _regions(self, quote: str, edits: int, work: Work) -> Iterator[Region]:
        """Every place worth a look, most promising first."""
        size = next((size for size in (3, 2) if len(quote) // size > edits), None)
        if size is None:
            return self._stretches(len(quote) + edits)
        width = edits + 1
        shared = self._index(size).shared(quote, width, work.left // 2)
        work.spend(shared.cost)
        work.complete = work.complete and shared.pieces > edits
        return self._places(quote, edits, shared)

    def _places(self, quote: str, edits: int, shared: Shared) -> Iterator[Region]:
        width, counts = edits + 1, shared.counts
        places = np.flatnonzero(counts >= max(1, shared.pieces - edits))
        for place in places[np.argsort(-counts[places], kind="stable")]:
            diagonal = int(place) * width - len(quote)
            start = max(0, diagonal - edits)
            end = min(len(self.normal.text), diagonal + 2 * width + len(quote) + edits)
            yield max(0, shared.pieces - int(counts[place])), start, end

    def _stretches(self, overlap: int) -> Iterator[Region]:
        """The whole text, where a quote has too few pieces to sieve by."""
        stride = 20_000
        for start in range(0, max(1, len(self.normal.text)), stride):
            yield 0, start, min(len(self.normal.text), start + stride + overlap)

    def _index(self, size: int) -> GramIndex:
        if self.whole is not None and self.first is not None:
            return self.whole._index(size).part(self.first, len(self.normal.text))
        return self._pairs if size == 2 else self._triples

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """The names the text uses, normalised; a part knows those of the whole."""
        return self.whole.names if self.whole is not None else names_in(self.text)

    @functools.cached_property
    def _pairs(self) -> GramIndex:
        return GramIndex.of(self.normal.text, 2)

    @functools.cached_property
    def _triples(self) -> GramIndex:
        return GramIndex.of(self.normal.text, 3)

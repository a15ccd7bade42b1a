"""Split a text into sentences and index it once, for many look-ups."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.text.language import content_units
from core.text.language.units import HAN

Presence = npt.NDArray[np.bool_]
_LONGEST = 400
"""Characters after which text without punctuation is cut: a quote is not a page."""
_END = re.compile(
    rf"""
    [。！？!?]+["”’'」』）)】]*
    | (?<!\.)\.++["”’')\]]*+ (?= \s+[^\sa-z] | \s*\Z | [A-Z][a-z] )
    | (?<=[{HAN}\u3001-\u303f\uff00-\uffef])\s*\n
    | (?<!\s)[^\S\u3000]*+\u3000\s*\n  # read from the first space on, else again from each
    | \n\s*\n
    """,
    re.VERBOSE,
)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|[A-Z])\.\Z")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Half-open character spans of the sentences, without the blanks around them.

    A line break ends a sentence after Chinese; in English only a blank line does, since books
    come with wrapped lines.
    """
    start = 0
    for match in _END.finditer(text):
        end = match.end()
        if not _ABBREVIATION.search(text, max(start, end - 6), end):
            yield from _pieces(text, start, end)
            start = end
    yield from _pieces(text, start, len(text))


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for cut in range(start, end, _LONGEST):
        chunk = text[cut : min(cut + _LONGEST, end)]
        bare = chunk.strip()
        if bare:
            first = cut + len(chunk) - len(chunk.lstrip())
            yield first, first + len(bare)


@dataclass(frozen=True, slots=True)
class Term:
    """One unit, or two neighbouring ones (`second` set), as looked up in a text."""

    first: str
    second: str | None = None


class SentenceIndex:
    """Where every unit of `text` occurs; costs about 0.5 s and 20 MB per million characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = list(sentence_spans(text))
        ids: dict[str, int] = {}
        sequence, offsets = [], []
        for unit, offset in content_units(text):
            sequence.append(ids.setdefault(unit, len(ids)))
            offsets.append(offset)
        self._ids = ids
        self._sequence = np.array(sequence, dtype=np.int32)
        starts = np.array([start for start, _ in self.spans], dtype=np.int64)
        self._sentence = np.searchsorted(starts, np.array(offsets, dtype=np.int64), "right") - 1
        self._by_unit = np.argsort(self._sequence, kind="stable")
        counts = np.bincount(self._sequence, minlength=len(ids))
        self._bounds = np.concatenate([[0], np.cumsum(counts)])

    def __len__(self) -> int:
        return len(self.spans)

    def presence(self, term: Term) -> Presence:
        """For every sentence, whether the term occurs in it."""
        row = np.zeros(len(self), dtype=np.bool_)
        positions = self._positions(term.first)
        if term.second is not None:
            second = self._ids.get(term.second, -1)
            positions = positions[positions + 1 < len(self._sequence)]
            positions = positions[self._sequence[positions + 1] == second]
            positions = positions[self._sentence[positions + 1] == self._sentence[positions]]
        row[self._sentence[positions]] = True
        return row

    def quote(self, first: int, last: int) -> str:
        """The text of sentences first..last, verbatim."""
        return self.text[self.spans[first][0] : self.spans[last][1]]

    def _positions(self, unit: str) -> npt.NDArray[np.intp]:
        number = self._ids.get(unit)
        if number is None:
            return np.zeros(0, dtype=np.intp)
        return self._by_unit[self._bounds[number] : self._bounds[number + 1]]

"""The passage a quote is a copy of, and what the copy changed."""

from dataclasses import dataclass

from core.text.content import CHANGES_CONTENT, Difference, differences, stretched
from core.text.edges import whole_tokens
from core.text.edits import Window
from core.text.grams import Work
from core.text.search import PreparedText

MAX_QUOTE = 5_000
"""Normalised characters; a longer quote is looked up word for word, by its parts if it has any."""


@dataclass(frozen=True)
class Copy:
    """A part [start, end) of the normalised text that a quote was held against."""

    start: int
    end: int
    similarity: float
    differences: tuple[Difference, ...] = ()

    @property
    def changes_content(self) -> bool:
        return any(difference.kind in CHANGES_CONTENT for difference in self.differences)


def best_copy(quote: str, prepared: PreparedText, threshold: float, work: Work) -> Copy | None:
    """The nearest copy at or above the threshold, one without changed content first."""
    edits = int((1.0 - threshold) * len(quote) + 1e-9)
    if not edits or len(quote) > MAX_QUOTE:
        return None
    copies = []
    for window in prepared.near_copies(quote, edits, work):
        copy = _copy(quote, window, prepared)
        if copy is not None and not copy.changes_content:
            return copy
        copies.append(copy)
    return next((copy for copy in copies if copy is not None), None)


def _copy(quote: str, window: Window, prepared: PreparedText) -> Copy | None:
    text = prepared.normal.text
    start, end = whole_tokens(text, window.start, window.end)
    start, end = stretched(quote, text, start, end)
    passage = text[start:end]
    start, end = end - len(passage.lstrip()), start + len(passage.rstrip())
    if start >= end:
        return None
    found = differences(quote, text[start:end], prepared.names)
    return Copy(start, end, similarity(quote, window.distance), found)


def similarity(quote: str, distance: int) -> float:
    """1 - d / n, see `EvidenceMatch.similarity`."""
    return max(0.0, 1.0 - distance / len(quote)) if quote else 0.0

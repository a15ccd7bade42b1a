"""What a run found: counts, single items with their passages, and files to take away."""

from core.results.beside import Row, side_by_side
from core.results.counts import RunCounts, run_counts
from core.results.differences import Part, compare
from core.results.exports import Fate, cleaned_set, count_fates, result_lines, summary
from core.results.items import Item, item
from core.results.passages import CLOSING, PASSAGE_CHARS, Mark, Passage, passages
from core.results.planted import planted

__all__ = [
    "CLOSING",
    "PASSAGE_CHARS",
    "Fate",
    "Item",
    "Mark",
    "Part",
    "Passage",
    "Row",
    "RunCounts",
    "cleaned_set",
    "compare",
    "count_fates",
    "item",
    "passages",
    "planted",
    "result_lines",
    "run_counts",
    "side_by_side",
    "summary",
]

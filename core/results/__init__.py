"""What a run found: counts, single items with their passages, and files to take away."""

from core.results.counts import RunCounts, run_counts
from core.results.differences import Part, compare
from core.results.exports import Fate, cleaned_set, count_fates, result_lines, summary
from core.results.items import PASSAGE_CHARS, Item, Passage, item, passage
from core.results.planted import planted

__all__ = [
    "PASSAGE_CHARS",
    "Fate",
    "Item",
    "Part",
    "Passage",
    "RunCounts",
    "cleaned_set",
    "compare",
    "count_fates",
    "item",
    "passage",
    "planted",
    "result_lines",
    "run_counts",
    "summary",
]

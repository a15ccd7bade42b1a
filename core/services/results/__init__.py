"""What a run found: counts, single items with their passages, and files to take away."""

from core.services.results.acts import act_lines
from core.services.results.beside import Row, side_by_side
from core.services.results.cleaned import (
    REVIEW_FIELD,
    Scope,
    about,
    archive,
    change_lines,
    changes_text,
    cleaned_set,
    left_out_lines,
    questions_file,
)
from core.services.results.counts import RunCounts, run_counts
from core.services.results.depth import (
    ControlStats,
    DepthFigures,
    depth_cells,
    depth_figures,
    depth_metadata,
    labels_of,
    questions_of,
    spec_of,
)
from core.services.results.depth_contexts import ContextShown, context_shown
from core.services.results.depth_exports import (
    compare_runs,
    depth_entries,
    depth_results_json,
    placed_entries,
)
from core.services.results.depth_items import (
    CellPlace,
    DepthItem,
    DepthLine,
    cell_outcomes,
    cell_results,
    depth_item,
    neighbours,
)
from core.services.results.differences import Part, compare
from core.services.results.exports import result_lines, summary
from core.services.results.fates import (
    IN_A_SET,
    Fate,
    Ruled,
    Rulings,
    count_fates,
    count_fates_of,
    count_revalidated,
    rulings,
)
from core.services.results.items import Item, item
from core.services.results.occurrences import occurrences
from core.services.results.passages import (
    CLOSING,
    PASSAGE_CHARS,
    Mark,
    Passage,
    passage_at,
    passages,
)
from core.services.results.planted import planted
from core.services.results.similar import Similar, similar

__all__ = [
    "CLOSING",
    "IN_A_SET",
    "PASSAGE_CHARS",
    "REVIEW_FIELD",
    "CellPlace",
    "ContextShown",
    "ControlStats",
    "DepthFigures",
    "DepthItem",
    "DepthLine",
    "Fate",
    "Item",
    "Mark",
    "Part",
    "Passage",
    "Row",
    "Ruled",
    "Rulings",
    "RunCounts",
    "Scope",
    "Similar",
    "about",
    "act_lines",
    "archive",
    "cell_outcomes",
    "cell_results",
    "change_lines",
    "changes_text",
    "cleaned_set",
    "compare",
    "compare_runs",
    "context_shown",
    "count_fates",
    "count_fates_of",
    "count_revalidated",
    "depth_cells",
    "depth_entries",
    "depth_figures",
    "depth_item",
    "depth_metadata",
    "depth_results_json",
    "item",
    "labels_of",
    "left_out_lines",
    "neighbours",
    "occurrences",
    "passage_at",
    "passages",
    "placed_entries",
    "planted",
    "questions_file",
    "questions_of",
    "result_lines",
    "rulings",
    "run_counts",
    "side_by_side",
    "similar",
    "spec_of",
    "summary",
]

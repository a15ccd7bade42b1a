"""Results of a run: counts, single items with their passages in the text, and exports."""

from core.services.results.audit_log import act_lines
from core.services.results.cleaned_counts import CleanedCounts, cleaned_counts
from core.services.results.cleaned_set import (
    REVIEW_FIELD,
    CleanedScope,
    archive,
    change_lines,
    changes_text,
    cleaned_set,
    export_metadata,
    left_out_lines,
    questions_file,
)
from core.services.results.counts import RunCounts, counts_of, run_counts
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
from core.services.results.depth_contexts import ShownContext, context_shown
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
from core.services.results.exports import result_lines, summary
from core.services.results.final_status import (
    IN_A_SET,
    CountingRule,
    QuestionOutcome,
    QuestionStatus,
    Snapshot,
)
from core.services.results.items import ItemDetail, item
from core.services.results.novel_chapters import ChapterSpan, chapter_at
from core.services.results.occurrences import occurrences
from core.services.results.passage_anchors import AnchorKind, PassageAnchor
from core.services.results.passages import (
    CLOSING,
    PASSAGE_CHARS,
    Mark,
    TextWindow,
    passage_at,
    passages,
)
from core.services.results.planted_faults import planted_score_of
from core.services.results.quote_comparison import ComparisonRow, side_by_side
from core.services.results.quote_diff import QuotePart, compare
from core.services.results.run_change import ChangedQuestion, RunChange, change_since_last_run
from core.services.results.shared_causes import CauseItem, CauseKind, SharedCause, shared_cause
from core.services.results.similar import Similar, similar
from core.services.results.snapshots import (
    count_outcomes,
    count_outcomes_of,
    count_revalidated,
    count_set_outcomes,
    take_set_snapshot,
    take_snapshot,
)
from core.services.results.unusable import UnusableItem, unusable_items

__all__ = [
    "CLOSING",
    "IN_A_SET",
    "PASSAGE_CHARS",
    "REVIEW_FIELD",
    "AnchorKind",
    "CauseItem",
    "CauseKind",
    "CellPlace",
    "ChangedQuestion",
    "ChapterSpan",
    "CleanedCounts",
    "CleanedScope",
    "ComparisonRow",
    "ControlStats",
    "CountingRule",
    "DepthFigures",
    "DepthItem",
    "DepthLine",
    "ItemDetail",
    "Mark",
    "PassageAnchor",
    "QuestionOutcome",
    "QuestionStatus",
    "QuotePart",
    "RunChange",
    "RunCounts",
    "SharedCause",
    "ShownContext",
    "Similar",
    "Snapshot",
    "TextWindow",
    "UnusableItem",
    "act_lines",
    "archive",
    "cell_outcomes",
    "cell_results",
    "change_lines",
    "change_since_last_run",
    "changes_text",
    "chapter_at",
    "cleaned_counts",
    "cleaned_set",
    "compare",
    "compare_runs",
    "context_shown",
    "count_outcomes",
    "count_outcomes_of",
    "count_revalidated",
    "count_set_outcomes",
    "counts_of",
    "depth_cells",
    "depth_entries",
    "depth_figures",
    "depth_item",
    "depth_metadata",
    "depth_results_json",
    "export_metadata",
    "item",
    "labels_of",
    "left_out_lines",
    "neighbours",
    "occurrences",
    "passage_at",
    "passages",
    "placed_entries",
    "planted_score_of",
    "questions_file",
    "questions_of",
    "result_lines",
    "run_counts",
    "shared_cause",
    "side_by_side",
    "similar",
    "spec_of",
    "summary",
    "take_set_snapshot",
    "take_snapshot",
    "unusable_items",
]

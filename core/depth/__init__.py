"""Source 003: depth-aware tests, the same questions at every depth and length of a context."""

from core.depth.answer_reading import ReadAnswer, read_answer
from core.depth.cell_files import CellSet, cells_csv, cells_json
from core.depth.cells import (
    DepthBinStats,
    calculate_depth_bins,
    cluster_unit_of,
    control_rates,
    depth_bin_of,
    grid_of,
    planned_grid,
    rates_by_length,
)
from core.depth.comparison import DifferenceCell, ModelComparison, compare_models
from core.depth.context_builder import FILLERS, PADDING, ContextBuilder, Filler, lengths_that_fit
from core.depth.context_result import (
    WARNING_SENTENCES,
    ContextBuildResult,
    ContextWarning,
    NotBuilt,
    rebuild,
)
from core.depth.depth_scheduler import (
    DEPTH_BINS,
    DEPTH_LABELS,
    DepthAssignment,
    DepthMode,
    DepthScheduler,
    depth_label,
)
from core.depth.effective_length import EffectiveLength, effective_length, incomplete_lengths
from core.depth.evidence_clusters import EvidenceCluster
from core.depth.examiner import TestRunner
from core.depth.inputs import TestInputs
from core.depth.model_results import ModelResults, ResultsRead, imported_question, preview_results
from core.depth.outcomes import Outcome
from core.depth.preparation import ExcludedQuestion, PreparedTest, TestPlan, prepare
from core.depth.prompt_caching import expected_cached_share, sampled_cached_share
from core.depth.rebuilding import rebuild_context, span_in_novel
from core.depth.result_files import ResultFile, parse_results, read_results, write_results
from core.depth.results import DatasetMetadata, ResultEntry
from core.depth.spending import Spending, entry_usage
from core.depth.test_matrix import (
    DoesNotFit,
    ExpectedUsage,
    NovelWorkload,
    TestMatrix,
    count_matrix,
    trial_frames,
)
from core.depth.testing_tool import TestingTool
from core.depth.trial_contexts import TrialContexts
from core.depth.trial_plan import Control, Trial, trials_of
from core.depth.trials import crashed_entry, reread_reply, run_trial
from core.depth.validation_results import ValidationLookup, read_validations

__all__ = [
    "DEPTH_BINS",
    "DEPTH_LABELS",
    "FILLERS",
    "PADDING",
    "WARNING_SENTENCES",
    "CellSet",
    "ContextBuildResult",
    "ContextBuilder",
    "ContextWarning",
    "Control",
    "DatasetMetadata",
    "DepthAssignment",
    "DepthBinStats",
    "DepthMode",
    "DepthScheduler",
    "DifferenceCell",
    "DoesNotFit",
    "EffectiveLength",
    "EvidenceCluster",
    "ExcludedQuestion",
    "ExpectedUsage",
    "Filler",
    "ModelComparison",
    "ModelResults",
    "NotBuilt",
    "NovelWorkload",
    "Outcome",
    "PreparedTest",
    "ReadAnswer",
    "ResultEntry",
    "ResultFile",
    "ResultsRead",
    "Spending",
    "TestInputs",
    "TestMatrix",
    "TestPlan",
    "TestRunner",
    "TestingTool",
    "Trial",
    "TrialContexts",
    "ValidationLookup",
    "calculate_depth_bins",
    "cells_csv",
    "cells_json",
    "cluster_unit_of",
    "compare_models",
    "control_rates",
    "count_matrix",
    "crashed_entry",
    "depth_bin_of",
    "depth_label",
    "effective_length",
    "entry_usage",
    "expected_cached_share",
    "grid_of",
    "imported_question",
    "incomplete_lengths",
    "lengths_that_fit",
    "parse_results",
    "planned_grid",
    "prepare",
    "preview_results",
    "rates_by_length",
    "read_answer",
    "read_results",
    "read_validations",
    "rebuild",
    "rebuild_context",
    "reread_reply",
    "run_trial",
    "sampled_cached_share",
    "span_in_novel",
    "trial_frames",
    "trials_of",
    "write_results",
]

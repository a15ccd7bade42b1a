"""Source 003: the same questions at every depth and length of a context."""

from core.depth.answers import ReadAnswer, read_answer
from core.depth.cell_files import CellSet, cells_csv, cells_json
from core.depth.cells import (
    DepthBinStats,
    calculate_depth_bins,
    control_rates,
    grid_of,
    planned_grid,
    rates_by_length,
)
from core.depth.comparison import Comparison, DifferenceCell, compare_models
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
)
from core.depth.effective_length import EffectiveLength, effective_length, incomplete_lengths
from core.depth.examiner import Examiner
from core.depth.material import Material
from core.depth.outcomes import Outcome
from core.depth.planning import Control, Trial, trials_of
from core.depth.preparation import Plan, PreparedTest, prepare
from core.depth.prompt_caching import expected_cached_share
from core.depth.result_files import Results, parse_results, read_results, write_results
from core.depth.results import DatasetMetadata, ResultEntry
from core.depth.testing_tool import TestingTool
from core.depth.trial_contexts import TrialContexts
from core.depth.trials import crashed, read_again, run_trial
from core.depth.validated import Validated, validated

__all__ = [
    "DEPTH_BINS",
    "DEPTH_LABELS",
    "FILLERS",
    "PADDING",
    "WARNING_SENTENCES",
    "CellSet",
    "Comparison",
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
    "EffectiveLength",
    "Examiner",
    "Filler",
    "Material",
    "NotBuilt",
    "Outcome",
    "Plan",
    "PreparedTest",
    "ReadAnswer",
    "ResultEntry",
    "Results",
    "TestingTool",
    "Trial",
    "TrialContexts",
    "Validated",
    "calculate_depth_bins",
    "cells_csv",
    "cells_json",
    "compare_models",
    "control_rates",
    "crashed",
    "effective_length",
    "expected_cached_share",
    "grid_of",
    "incomplete_lengths",
    "lengths_that_fit",
    "parse_results",
    "planned_grid",
    "prepare",
    "rates_by_length",
    "read_again",
    "read_answer",
    "read_results",
    "rebuild",
    "run_trial",
    "trials_of",
    "validated",
    "write_results",
]

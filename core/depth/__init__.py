"""Source 003: the same questions at every depth and length of a context."""

from core.depth.answers import ReadAnswer, read_answer
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
from core.depth.examiner import Examiner
from core.depth.outcomes import Outcome
from core.depth.planning import Control, Trial, trials_of
from core.depth.preparation import Material, Plan, PreparedTest, prepare
from core.depth.prompt_caching import expected_cached_share
from core.depth.results import DatasetMetadata, ResultEntry, read_results, write_results
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
    "ContextBuildResult",
    "ContextBuilder",
    "ContextWarning",
    "Control",
    "DatasetMetadata",
    "DepthAssignment",
    "DepthMode",
    "DepthScheduler",
    "Examiner",
    "Filler",
    "Material",
    "NotBuilt",
    "Outcome",
    "Plan",
    "PreparedTest",
    "ReadAnswer",
    "ResultEntry",
    "TestingTool",
    "Trial",
    "TrialContexts",
    "Validated",
    "crashed",
    "expected_cached_share",
    "lengths_that_fit",
    "prepare",
    "read_again",
    "read_answer",
    "read_results",
    "rebuild",
    "run_trial",
    "trials_of",
    "validated",
    "write_results",
]

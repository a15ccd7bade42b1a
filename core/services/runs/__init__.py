"""Durable runs: starting, pausing, resuming, estimating and counting them."""

from core.depth.test_matrix import DoesNotFit
from core.services.runs.control import (
    asking,
    cancel,
    cap_reached,
    count_runs,
    get_run,
    list_runs,
    pause,
    resume,
    retry_failures,
    run_titles,
    sample_runs,
    set_caps,
    start,
)
from core.services.runs.depth_estimate import (
    DepthEstimate,
    cached_share,
    estimate_depth,
    novel_length,
)
from core.services.runs.depth_imports import ResultsImported, delete_import, import_results
from core.services.runs.estimate import Estimate, count_reusable, estimate
from core.services.runs.progress import RunProgress, conclusions, progress, workers_alive
from core.services.runs.run_spec import DepthSpec, ImportedSpec, RunSpec, new_depth_spec, new_spec
from db.tables import Run

__all__ = [
    "DepthEstimate",
    "DepthSpec",
    "DoesNotFit",
    "Estimate",
    "ImportedSpec",
    "ResultsImported",
    "Run",
    "RunProgress",
    "RunSpec",
    "asking",
    "cached_share",
    "cancel",
    "cap_reached",
    "conclusions",
    "count_reusable",
    "count_runs",
    "delete_import",
    "estimate",
    "estimate_depth",
    "get_run",
    "import_results",
    "list_runs",
    "new_depth_spec",
    "new_spec",
    "novel_length",
    "pause",
    "progress",
    "resume",
    "retry_failures",
    "run_titles",
    "sample_runs",
    "set_caps",
    "start",
    "workers_alive",
]

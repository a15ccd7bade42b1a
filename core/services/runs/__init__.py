"""Durable runs: start, pause, resume, estimate, repair and count them."""

from core.depth.test_matrix import DoesNotFit
from core.services.runs.askable import require_askable
from core.services.runs.batch_runs import BatchDesk, BatchRead, batch_zip_files
from core.services.runs.control import (
    asking,
    cancel,
    cap_reached,
    count_runs,
    get_run,
    has_run,
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
from core.services.runs.depth_tasks import newest_with_evidence
from core.services.runs.diagnosis import Diagnosis, FailedExample, RunRepair, diagnose
from core.services.runs.estimate import (
    CallPlan,
    Estimate,
    count_reusable,
    estimate,
    estimated_calls,
    plan_calls,
)
from core.services.runs.progress import RunProgress, conclusions, progress, workers_alive
from core.services.runs.repair_trial import RepairTrial, try_repair
from core.services.runs.repairs import (
    ask_again,
    estimate_any,
    repaired_spec,
    retry_range,
    start_again,
)
from core.services.runs.reply_formats import remember_format, remembered_format
from core.services.runs.run_spec import DepthSpec, ImportedSpec, RunSpec, new_depth_spec, new_spec
from db.tables import Run

__all__ = [
    "BatchDesk",
    "BatchRead",
    "CallPlan",
    "DepthEstimate",
    "DepthSpec",
    "Diagnosis",
    "DoesNotFit",
    "Estimate",
    "FailedExample",
    "ImportedSpec",
    "RepairTrial",
    "ResultsImported",
    "Run",
    "RunProgress",
    "RunRepair",
    "RunSpec",
    "ask_again",
    "asking",
    "batch_zip_files",
    "cached_share",
    "cancel",
    "cap_reached",
    "conclusions",
    "count_reusable",
    "count_runs",
    "delete_import",
    "diagnose",
    "estimate",
    "estimate_any",
    "estimate_depth",
    "estimated_calls",
    "get_run",
    "has_run",
    "import_results",
    "list_runs",
    "new_depth_spec",
    "new_spec",
    "newest_with_evidence",
    "novel_length",
    "pause",
    "plan_calls",
    "progress",
    "remember_format",
    "remembered_format",
    "repaired_spec",
    "require_askable",
    "resume",
    "retry_failures",
    "retry_range",
    "run_titles",
    "sample_runs",
    "set_caps",
    "start",
    "start_again",
    "try_repair",
    "workers_alive",
]

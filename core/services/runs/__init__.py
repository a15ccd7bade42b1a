"""Durable runs: start, pause, resume, estimate, repair and count them."""

from core.depth import DoesNotFit
from core.services.runs.askable import require_askable
from core.services.runs.batch_runs import BatchDesk, BatchRead, batch_zip_files
from core.services.runs.control import (
    cancel,
    cap_reached,
    pause,
    resume,
    retry_failures,
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
from core.services.runs.item_runner import ItemRunner
from core.services.runs.ledger import Ledger
from core.services.runs.notices import add_notices
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
from core.services.runs.rule_flips import RuleFlips, count_flips
from core.services.runs.run_context import BookCache, RunOpener
from core.services.runs.run_spec import (
    AnySpec,
    DepthSpec,
    ImportedSpec,
    RunSpec,
    new_depth_spec,
    new_spec,
    read_spec,
)
from core.services.runs.shards import plan_missing
from core.services.runs.starter_runs import start_sample_runs
from core.services.runs.stored_runs import (
    count_runs,
    get_run,
    has_run,
    list_runs,
    run_titles,
    runs_using,
    sample_runs,
)
from db.tables import Run

__all__ = [
    "AnySpec",
    "BatchDesk",
    "BatchRead",
    "BookCache",
    "CallPlan",
    "DepthEstimate",
    "DepthSpec",
    "Diagnosis",
    "DoesNotFit",
    "Estimate",
    "FailedExample",
    "ImportedSpec",
    "ItemRunner",
    "Ledger",
    "RepairTrial",
    "ResultsImported",
    "RuleFlips",
    "Run",
    "RunOpener",
    "RunProgress",
    "RunRepair",
    "RunSpec",
    "add_notices",
    "ask_again",
    "batch_zip_files",
    "cached_share",
    "cancel",
    "cap_reached",
    "conclusions",
    "count_flips",
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
    "plan_missing",
    "progress",
    "read_spec",
    "remember_format",
    "remembered_format",
    "repaired_spec",
    "require_askable",
    "resume",
    "retry_failures",
    "retry_range",
    "run_titles",
    "runs_using",
    "sample_runs",
    "set_caps",
    "start",
    "start_again",
    "start_sample_runs",
    "try_repair",
    "workers_alive",
]

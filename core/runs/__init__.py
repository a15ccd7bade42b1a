"""Durable runs: started by people, executed by workers, counted in the database."""

from core.runs.control import (
    cancel,
    count_runs,
    get_run,
    list_runs,
    pause,
    resume,
    retry_failures,
    start,
)
from core.runs.estimate import Estimate, count_reusable, estimate
from core.runs.progress import Progress, progress, workers_alive
from core.runs.spec import DepthSpec, RunSpec, new_spec

__all__ = [
    "DepthSpec",
    "Estimate",
    "Progress",
    "RunSpec",
    "cancel",
    "count_reusable",
    "count_runs",
    "estimate",
    "get_run",
    "list_runs",
    "new_spec",
    "pause",
    "progress",
    "resume",
    "retry_failures",
    "start",
    "workers_alive",
]

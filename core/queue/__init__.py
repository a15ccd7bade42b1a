"""The durable queue: enqueue, claim and retry work, and take over what a dead worker held.

The queue itself is the module `core.queue.engine`, which alone loads DBOS.
"""

from core.queue.desk_lock import Process, shared_desk, whole_desk
from core.queue.leases import (
    Lease,
    LostError,
    error_text,
    holders,
    release_all,
    start_once,
    work_on,
)
from core.queue.locks import ExecutorLock
from core.queue.retry_loop import run_forever

__all__ = [
    "ExecutorLock",
    "Lease",
    "LostError",
    "Process",
    "error_text",
    "holders",
    "release_all",
    "run_forever",
    "shared_desk",
    "start_once",
    "whole_desk",
    "work_on",
]

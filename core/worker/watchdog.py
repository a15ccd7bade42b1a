"""`python -m core.worker.watchdog`: kill the parent process once it hangs.

A process of its own, since a long regular expression or a call into C can block every thread of
the parent.
"""

import logging
import os
import select
import signal
import sys
import time

from core.settings import Settings
from core.worker.signals import leave_stopping_to_parent

_log = logging.getLogger(__name__)

SLICES = 10
"""The limit is waited for in this many parts, of which a sleep of the machine or a stop of both
processes uses up one at most.
"""
DUMP_STACKS = signal.SIGUSR1
_TOLD_S = 1.0


def main() -> None:
    """Kill the parent if it hangs; return when it ends.

    The parent holds the other end of our standard input and writes to it as a sign of life.
    """
    leave_stopping_to_parent()
    watched = os.getppid()
    settings = Settings.from_environment()
    if _hangs(settings.worker_hang_s) and os.getppid() == watched:
        try:
            _report_hang(settings, watched)
        finally:
            os.kill(watched, signal.SIGKILL)


def _report_hang(settings: Settings, watched: int) -> None:
    """Write to standard error which process is killed, and have it dump its threads' stacks."""
    # Imported here: costs a second and much memory, which hardly any watchdog needs.
    from core.ops.logs import set_up_logging  # noqa: PLC0415

    set_up_logging(settings)
    _log.critical(
        "the worker with process id %s gave no sign of life for %s s and is killed",
        watched,
        settings.worker_hang_s,
    )
    os.kill(watched, DUMP_STACKS)
    time.sleep(_TOLD_S)


def _hangs(limit_s: float) -> bool:
    """Wait for `limit_s` of silence of the parent (True) or the end of its pipe (False)."""
    silent_slices = 0
    while silent_slices < SLICES:
        readable, _, _ = select.select([sys.stdin], [], [], limit_s / SLICES)
        if not readable:
            silent_slices += 1
        elif os.read(sys.stdin.fileno(), 4096):
            silent_slices = 0
        else:
            return False
    return True


if __name__ == "__main__":
    main()

"""`python -m core.worker.watchdog`: kills the process that started it once that hangs.

It lives outside, since a process can hang as a whole: a long regular expression or a call into C
keeps every thread of its own from running.
"""

import logging
import os
import select
import signal
import sys
import time

from core.settings import Settings

_log = logging.getLogger(__name__)

SLICES = 10
"""The limit is waited for in so many parts, each of which counts once: a machine that was asleep,
or a terminal that had stopped both processes, has not used up the limit when they wake.
"""
TELL_WHERE = signal.SIGUSR1
_TOLD_S = 1.0


def main() -> None:
    """Return once the process ends: it holds the other end of our standard input, and writes to it
    as a sign of life.
    """
    for number in (signal.SIGINT, signal.SIGTERM):  # they are the process's to act on
        signal.signal(number, signal.SIG_IGN)
    watched = os.getppid()
    settings = Settings.from_environment()
    if _hangs(settings.worker_hang_s) and os.getppid() == watched:
        try:
            _tell(settings, watched)
        finally:
            os.kill(watched, signal.SIGKILL)


def _tell(settings: Settings, watched: int) -> None:
    """What is killed and where it is, to standard error."""
    # Takes a second and much of the memory of a worker, which nearly no watchdog needs.
    from core.ops.logs import set_up_logging  # noqa: PLC0415

    set_up_logging(settings)
    _log.critical(
        "the worker with process id %s gave no sign of life for %s s and is killed",
        watched,
        settings.worker_hang_s,
    )
    os.kill(watched, TELL_WHERE)
    time.sleep(_TOLD_S)


def _hangs(limit_s: float) -> bool:
    silent = 0
    while silent < SLICES:
        readable, _, _ = select.select([sys.stdin], [], [], limit_s / SLICES)
        if not readable:
            silent += 1
        elif os.read(sys.stdin.fileno(), 4096):
            silent = 0
        else:
            return False
    return True


if __name__ == "__main__":
    main()

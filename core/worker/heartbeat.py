"""Heartbeat of a process with an event loop: its watchdog kills the process when it stops."""

import asyncio
import faulthandler
import logging
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from core.queue import run_forever
from core.settings import Settings
from core.worker.processes import start_child
from core.worker.watchdog import DUMP_STACKS, SLICES

_log = logging.getLogger(__name__)

_STANDARD_ERROR = 2
_BEAT_S = 5.0
_RESPONSE_S = 1.0


@contextmanager
def watched(settings: Settings, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Run a watchdog that kills this process if its loop hangs for DESK_WORKER_HANG_S seconds.

    The stack of every thread is written to standard error first.
    """
    faulthandler.register(DUMP_STACKS, file=_STANDARD_ERROR, all_threads=True)
    ended = threading.Event()
    beat_args = (settings, loop, _start(settings), ended)
    beating = threading.Thread(target=_beat, args=beat_args, name="heartbeat", daemon=True)
    beating.start()
    try:
        yield
    finally:
        ended.set()
        beating.join()


def is_responsive(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether the loop runs a callback within a second; call it from another thread."""
    has_run = threading.Event()
    loop.call_soon_threadsafe(has_run.set)
    return has_run.wait(_RESPONSE_S)


def _beat(
    settings: Settings,
    loop: asyncio.AbstractEventLoop,
    watchdog: "subprocess.Popen[bytes]",
    ended: threading.Event,
) -> None:
    """Write to the watchdog every few seconds while the loop runs callbacks, until `ended`."""
    every_s = min(_BEAT_S, settings.worker_hang_s / SLICES / 2)
    while not ended.wait(every_s):
        with run_forever(_log, "a sign of life"):
            if watchdog.poll() is not None:  # the watchdog itself was killed
                watchdog = _start(settings)
            if is_responsive(loop):
                _sign(watchdog)
    _end(watchdog)


def _start(settings: Settings) -> "subprocess.Popen[bytes]":
    watchdog = start_child(settings, "-m", "core.worker.watchdog")
    assert watchdog.stdin is not None
    os.set_blocking(watchdog.stdin.fileno(), False)
    return watchdog


def _sign(watchdog: "subprocess.Popen[bytes]") -> None:
    assert watchdog.stdin is not None
    with suppress(BrokenPipeError, BlockingIOError):  # the watchdog just ended, or hangs itself
        os.write(watchdog.stdin.fileno(), b".")


def _end(watchdog: "subprocess.Popen[bytes]") -> None:
    assert watchdog.stdin is not None
    watchdog.stdin.close()
    watchdog.kill()
    watchdog.wait()

"""Signs of life of a process with an event loop, to a watchdog that kills it when they stop."""

import asyncio
import faulthandler
import logging
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from core.queue.retry_loop import run_forever
from core.settings import Settings
from core.worker.processes import start_child
from core.worker.watchdog import SLICES, TELL_WHERE

_log = logging.getLogger(__name__)

_STANDARD_ERROR = 2
_BEAT_S = 5.0
_TURNS_S = 1.0


@contextmanager
def watched(settings: Settings, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Have this process killed where its loop turns no more for DESK_WORKER_HANG_S, whatever holds
    it up; the lines of code that it is at go to standard error first.
    """
    faulthandler.register(TELL_WHERE, file=_STANDARD_ERROR, all_threads=True)
    ended = threading.Event()
    given = (settings, loop, _start(settings), ended)
    beating = threading.Thread(target=_beat, args=given, name="heartbeat", daemon=True)
    beating.start()
    try:
        yield
    finally:
        ended.set()
        beating.join()


def turns(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether the loop, asked from another thread, comes to its next callback within a second."""
    turned = threading.Event()
    loop.call_soon_threadsafe(turned.set)
    return turned.wait(_TURNS_S)


def _beat(
    settings: Settings,
    loop: asyncio.AbstractEventLoop,
    watchdog: "subprocess.Popen[bytes]",
    ended: threading.Event,
) -> None:
    every_s = min(_BEAT_S, settings.worker_hang_s / SLICES / 2)
    while not ended.wait(every_s):
        with run_forever(_log, "a sign of life"):
            if watchdog.poll() is not None:  # somebody killed it
                watchdog = _start(settings)
            if turns(loop):
                _sign(watchdog)
    _end(watchdog)


def _start(settings: Settings) -> "subprocess.Popen[bytes]":
    watchdog = start_child(settings, "-m", "core.worker.watchdog")
    assert watchdog.stdin is not None
    os.set_blocking(watchdog.stdin.fileno(), False)
    return watchdog


def _sign(watchdog: "subprocess.Popen[bytes]") -> None:
    assert watchdog.stdin is not None
    with suppress(BrokenPipeError, BlockingIOError):  # it ended just now, or is itself held up
        os.write(watchdog.stdin.fileno(), b".")


def _end(watchdog: "subprocess.Popen[bytes]") -> None:
    assert watchdog.stdin is not None
    watchdog.stdin.close()
    watchdog.kill()
    watchdog.wait()

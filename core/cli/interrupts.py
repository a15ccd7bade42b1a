"""Ctrl-C: the first lets a command end in order, the second ends it at once."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130


@contextmanager
def ends_at_second_interrupt() -> Iterator[None]:
    """Let the first Ctrl-C do what it would do anyway, and a second one end the process.

    For coroutines as they begin: asyncio has by then set up that the first one cancels them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first = signal.getsignal(signal.SIGINT)

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, _end)
        if callable(first):
            first(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, first)


def exit_with(code: int) -> NoReturn:
    """End the process; after an interrupt without waiting for threads, so that no further Ctrl-C
    finds it half torn down.
    """
    if code == INTERRUPTED:
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def interrupted(said: str) -> int:
    """Tell that the command was interrupted; its exit code. Nothing holds up its end any more."""
    signal.signal(signal.SIGINT, _end)
    sys.stderr.write(f"interrupted: {said}\n")
    return INTERRUPTED


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)

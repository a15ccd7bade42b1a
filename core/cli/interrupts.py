"""Ctrl-C: what the first does, that a second ends the process, and a quiet end before any work."""

import os
import signal
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn, TypeVar

Result = TypeVar("Result")
INTERRUPTED = 130


def end_now(_number: int, _frame: FrameType | None) -> None:
    """As a handler of SIGINT: end the process without waiting for anything."""
    os._exit(INTERRUPTED)


def end_quietly_at_interrupt() -> None:
    """Let Ctrl-C end the process at once, until `ends_at_second_interrupt`: nothing has begun."""
    if _hears_interrupts():
        signal.signal(signal.SIGINT, end_now)


@contextmanager
def ends_at_second_interrupt() -> Iterator[None]:
    """Let the first Ctrl-C do what it would do anyway, and a second one end the process.

    For coroutines as they begin: asyncio has by then set up that the first one cancels them.
    """
    if not _hears_interrupts():
        yield
        return
    if signal.getsignal(signal.SIGINT) is end_now:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    first: Any = signal.getsignal(signal.SIGINT)

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, end_now)
        first(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, first)


def run_coroutine(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """As `asyncio.run`, which lets Ctrl-C cancel a coroutine only where nobody else handles it."""
    import asyncio  # noqa: PLC0415 - this module is loaded before Ctrl-C is heard

    if not _hears_interrupts():
        return asyncio.run(coroutine)
    handler = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return asyncio.run(coroutine)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, end_now)
        raise
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, handler)


def exit_with(code: int) -> NoReturn:
    """End the process; after an interrupt without waiting for threads, so that no further Ctrl-C
    finds it half torn down.
    """
    if code == INTERRUPTED:
        with suppress(OSError, AttributeError):  # full, or closed from the beginning
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def _hears_interrupts() -> bool:
    """False in other threads, and where whoever started the process wants interrupts ignored."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and callable(signal.getsignal(signal.SIGINT))

"""How a command ends: what it says at last, and the exit code that agrees."""

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn, TextIO

from core.cli.language import N_, _, translate
from core.stats import DONE, DONE_WITH_PROBLEMS, FAILED, Conclusion
from core.validation import RepliesUnreadable

FINISHED, INCOMPLETE, WRONG_USE, UNFINISHED = 0, 1, 2, 3
INTERRUPTED = 130
CLOSED = 141
"""What a shell reports of a program that the signal of a closed pipe ended."""
_STATES = {
    DONE: N_("Done"),
    DONE_WITH_PROBLEMS: N_("Done with problems"),
    FAILED: N_("Failed: {usable} of {total} results usable"),
}


def conclusion_of(total: int, unusable: int, *, left_out: int = 0) -> Conclusion:
    """Of a command that went through all its items. `left_out`, such as refused rows, are none of
    them, but with them the command is not simply done.
    """
    if total and unusable == total:
        return Conclusion(DONE, total, unusable)
    return Conclusion(DONE, total + left_out, unusable + left_out)


def conclude(conclusion: Conclusion) -> int:
    """Print the state and return the exit code."""
    state = _(_STATES[conclusion.state])
    usable, total = f"{conclusion.usable:,}", f"{conclusion.total:,}"
    sys.stderr.write(f"{state.format(usable=usable, total=total)}\n")
    return FINISHED if conclusion.state == DONE else INCOMPLETE


def print_error(message: str) -> None:
    sys.stderr.write(_("error: {message}").format(message=message) + "\n")


def print_warning(message: str) -> None:
    sys.stderr.write(_("warning: {message}").format(message=message) + "\n")


def print_notice(message: str) -> None:
    sys.stderr.write(_("notice: {message}").format(message=message) + "\n")


def print_unreadable(unreadable: RepliesUnreadable, how_to_go_on: str) -> None:
    """Say that the run is paused, how to go on all the same, and show a reply."""
    message = _("paused: {reason} To go on all the same, {how}.").format(
        reason=translate(unreadable), how=how_to_go_on
    )
    sample = unreadable.sample or _("(an empty reply)")
    sys.stderr.write(f"{message}\n{sample}\n")


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
        signal.signal(signal.SIGINT, _end_now)
        if callable(first):
            first(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, first)


def interrupted(advice: str) -> int:
    """Say that the command was interrupted; the exit code. Nothing holds up its end any more."""
    signal.signal(signal.SIGINT, _end_now)
    sys.stderr.write(_("interrupted: {message}").format(message=advice) + "\n")
    return INTERRUPTED


def _end_now(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def exit_with(code: int) -> NoReturn:
    """End the process; after an interrupt without waiting for threads, so that no further Ctrl-C
    finds it half torn down.
    """
    if code == INTERRUPTED:
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def ends_at_closed_pipe(command: Callable[[], int]) -> int:
    """The command's exit code, or `CLOSED` once standard output or error is closed, as in
    `... | head -1`.

    What was written is flushed here: at the end of the process nobody could catch the failure.
    """
    try:
        try:
            return command()
        finally:
            _flush(sys.stdout)
    except BrokenPipeError:
        closed = [stream for stream in (sys.stdout, sys.stderr) if _is_closed(stream)]
        if not closed:
            raise  # another pipe or connection, which is a failure
        for stream in closed:
            _discard(stream)
        return CLOSED


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError):
        return  # a full disk is reported when the process ends


def _is_closed(stream: TextIO) -> bool:
    """Whether whoever read from it is gone."""
    try:
        poll = select.poll()
        poll.register(stream.fileno(), 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _fd, state in poll.poll(0))
    except (OSError, ValueError):  # no stream of the operating system, or closed by ourselves
        return False


def _discard(stream: TextIO) -> None:
    """Let whatever is still written go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)

"""How a command ends: final messages, exit codes, interrupts and closed pipes."""

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
"""128 + SIGPIPE, which a shell reports for a program ended by a closed pipe."""
_STATES = {
    DONE: N_("Done"),
    DONE_WITH_PROBLEMS: N_("Done with problems"),
    FAILED: N_("Failed: {usable} of {total} results usable"),
}


def conclusion_of(total: int, unusable: int, *, left_out: int = 0) -> Conclusion:
    """Conclusion of a command that processed all `total` items.

    `left_out` items, such as refused rows, are not part of `total`, but make it "with problems".
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
    """Print that the run is paused, how to continue, and a sample reply."""
    message = _("paused: {reason} To go on all the same, {how}.").format(
        reason=translate(unreadable), how=how_to_go_on
    )
    sample = unreadable.sample or _("(an empty reply)")
    sys.stderr.write(f"{message}\n{sample}\n")


@contextmanager
def ends_at_second_interrupt() -> Iterator[None]:
    """Pass the first Ctrl-C on to the present handler, and end the process at a second one.

    Enter it inside the running coroutine: asyncio has then installed its own handler.
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
    """Print that the command was interrupted, and return its code; Ctrl-C now ends it at once."""
    signal.signal(signal.SIGINT, _end_now)
    sys.stderr.write(_("interrupted: {message}").format(message=advice) + "\n")
    return INTERRUPTED


def _end_now(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def exit_with(code: int) -> NoReturn:
    """End the process; after an interrupt without waiting for threads, so that a further Ctrl-C
    cannot hit a half-finished shutdown.
    """
    if code == INTERRUPTED:
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def ends_at_closed_pipe(command: Callable[[], int]) -> int:
    """The command's exit code, or `CLOSED` once standard output or error is closed, as in
    `... | head -1`.

    Output is flushed here, as a failure at interpreter exit could not be caught.
    """
    try:
        try:
            return command()
        finally:
            _flush(sys.stdout)
    except BrokenPipeError:
        closed = [stream for stream in (sys.stdout, sys.stderr) if _is_closed(stream)]
        if not closed:
            raise  # of another pipe or connection: a real failure
        for stream in closed:
            _discard(stream)
        return CLOSED


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError):
        return  # the interpreter reports a full disk at exit


def _is_closed(stream: TextIO) -> bool:
    """Whether the reading end of the stream is closed."""
    try:
        poll = select.poll()
        poll.register(stream.fileno(), 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _fd, state in poll.poll(0))
    except (OSError, ValueError):  # not a file descriptor, or closed by this process
        return False


def _discard(stream: TextIO) -> None:
    """Redirect the stream to /dev/null."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)

"""Output that nobody reads any more, as in `... | head -1`: a command ends quietly."""

import os
import select
import sys
from collections.abc import Callable
from typing import TextIO

CLOSED = 141
"""The exit code: what a shell reports of a program that the signal of a closed pipe ended."""


def ends_at_closed_pipe(command: Callable[[], int]) -> int:
    """The command's exit code, or `CLOSED` once standard output or error is closed.

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
        return  # a full disk is told when the process ends


def _is_closed(stream: TextIO) -> bool:
    """Whether whoever read from it is gone."""
    try:
        poll = select.poll()
        poll.register(stream.fileno(), 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _, state in poll.poll(0))
    except (OSError, ValueError):  # no stream of the operating system, or closed by ourselves
        return False


def _discard(stream: TextIO) -> None:
    """Let whatever is still written go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)

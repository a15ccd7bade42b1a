"""Standard output and error of a command whose work goes on when nobody can take what it prints."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from core.errors import ConfigurationError
from core.files import ResultsNotWritten, system_reason

CLOSED = 141
"""What a shell reports of a program that the signal of a closed pipe ended."""
_CLOSED_ERRORS = (errno.EPIPE, errno.EBADF)


class _LastingFile(io.FileIO):
    """A stream's file. Its first failure is remembered, and what follows is dropped."""

    is_nowhere = False
    failure: OSError | None = None

    def write(self, data: "memoryview | bytes") -> int:  # type: ignore[override]
        if self.is_nowhere:
            self.failure = OSError(errno.EBADF, os.strerror(errno.EBADF))
        if self.failure is None:
            try:
                return super().write(data)
            except OSError as error:
                self.failure = error
        return len(data)


class _LastingStream(io.TextIOWrapper):
    """A standard stream on such a file."""

    def __init__(self, number: int, original: TextIO | None) -> None:
        self.file = _file_of(number, original)
        unbuffered = isinstance(original, io.TextIOWrapper) and original.write_through
        buffer: Any = self.file if unbuffered else io.BufferedWriter(self.file)
        super().__init__(
            buffer,
            encoding=original.encoding if original else "utf-8",
            errors=original.errors if original else "replace",
            line_buffering=isinstance(original, io.TextIOWrapper) and original.line_buffering,
            write_through=unbuffered,
        )


def _file_of(number: int, original: TextIO | None) -> _LastingFile:
    if original is not None:
        with suppress(OSError):  # closed
            return _LastingFile(number, "wb", closefd=False)
    file = _LastingFile(os.devnull, "wb")
    file.is_nowhere = True
    return file


@contextmanager
def lasting_streams() -> Iterator[None]:
    """Let no closed or full standard stream stop what runs inside; see `require_output`.

    Streams that somebody has put in the place of the process's own stay as they are.
    """
    _occupy_closed_numbers()
    originals = sys.stdout, sys.stderr
    if originals[0] is sys.__stdout__:
        sys.stdout = _LastingStream(1, originals[0])
    if originals[1] is sys.__stderr__:
        sys.stderr = _LastingStream(2, originals[1])
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, _LastingStream):
                stream.flush()
        sys.stdout, sys.stderr = originals


def require_output(*, kept: bool) -> bool:
    """Whether everything printed has reached somebody; False where nobody wanted to read it.

    `kept`: the command left more than its output. Raises ResultsNotWritten or else
    ConfigurationError where standard output is full or failing.
    """
    stream = sys.stdout
    if not isinstance(stream, _LastingStream):
        return True
    stream.flush()
    failure = stream.file.failure
    if failure is None:
        return True
    if failure.errno in _CLOSED_ERRORS:
        return False
    if kept:
        raise ResultsNotWritten(
            "The work is done and kept, but standard output cannot be written ({cause}).",
            cause=system_reason(failure),
        )
    raise ConfigurationError(
        "Standard output cannot be written ({cause}). Write it to another place.",
        cause=system_reason(failure),
    )


def _occupy_closed_numbers() -> None:
    """No file that is opened later may become a standard stream of this process or its children."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number

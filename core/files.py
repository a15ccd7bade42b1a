"""Read and write the files of commands, with errors that say what to do."""

import errno
import fcntl
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TextIO

from core.errors import DeskError, InputError, Sentence
from core.locale import N_

SYSTEM_REASONS = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("No space left on device"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File name too long"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("Disk quota exceeded"),
    N_("Too many levels of symbolic links"),
    N_("File too large"),
    N_("Too many open files"),
    N_("Too many open files in system"),
    N_("Operation not permitted"),
    N_("Device or resource busy"),
    N_("Stale file handle"),
    N_("Transport endpoint is not connected"),
    N_("No such device"),
    N_("No such device or address"),
    N_("Cannot allocate memory"),
    N_("Invalid argument"),
)
"""The operating system's messages on files that are translated."""


def file_bytes(file: Path, *, most: int = -1) -> bytes:
    """The file's content, or its first `most` bytes. Raises InputError if it cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError as error:
        raise unreadable(file, error) from error


def system_reason(error: OSError) -> Sentence:
    """The operating system's reason."""
    return Sentence(error.strerror or str(error))


def unreadable(file: Path, error: OSError) -> InputError:
    return InputError(
        "Cannot read the file: {cause}. Check the path.",
        file=str(file),
        cause=system_reason(error),
    )


def path_may_exist(path: Path) -> bool:
    """False only if the file certainly does not exist.

    True for an unreadable folder or an impossible name: opening the file then gives the reason.
    """
    try:
        return path.exists()
    except OSError:
        return True


def real_path(path: Path) -> Path:
    """The absolute path without symbolic links. A loop of links stays one, which cannot be opened;
    `Path.resolve` would raise RuntimeError.
    """
    return Path(os.path.realpath(path))


def regular_place(path: Path) -> Path:
    """The path to write to: the target of a symbolic link, else the path itself.

    Raises InputError for a device, pipe or folder, which a file must not replace.
    """
    try:
        place = path.resolve() if path.is_symlink() else path
        regular = place.is_file() or not place.exists()
    except RuntimeError:  # a loop of symbolic links
        place, regular = path, False
    if not regular:
        raise InputError(
            "This is not a regular file, so it cannot be written. Choose an ordinary file.",
            file=str(path),
        )
    return place


def unwritable(file: Path, error: OSError) -> InputError:
    return InputError(
        "Cannot write the results here ({cause}). Choose a file in a writable folder.",
        file=str(file),
        cause=system_reason(error),
    )


def require_writable(place: Path) -> None:
    """Raise InputError if no file can be created in the folder."""
    try:
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        raise unwritable(place, error) from error


class ResultsNotWritten(DeskError):
    """Paid results could not be written to their file; says where they are kept."""


class PaidLines:
    """A file of paid results that grows line by line and loses none.

    If the file can no longer be written, or was removed, all lines go to a new file near it, else
    to the system's temporary folder, else to standard output, else to standard error.

    Args:
        file: an existing file to append to.
        everything: returns all lines of the file, to be written elsewhere.
        go_on: how to continue once the file is back in place, for the error's message, such as
            "with --resume".
    """

    def __init__(self, file: Path, everything: Callable[[], str], *, go_on: Sentence) -> None:
        self._place = file.absolute()
        self._everything = everything
        self._go_on = go_on
        self._opened: int | None = os.open(file, os.O_WRONLY | os.O_APPEND)
        self._error: ResultsNotWritten | None = None
        self._printed_on: TextIO | None = None

    def add(self, line: str) -> None:
        """Write a line at once, so that a killed process does not lose it.

        `everything` must contain it already. Raises ResultsNotWritten if lines go elsewhere, and
        then at every later line.
        """
        if self._opened is None:
            raise RuntimeError("the results are closed")
        if self._error is not None and self._printed_on is not None:
            _print(line, self._printed_on)
            raise self._error
        try:
            if self._error is None and not self._is_in_place(self._opened):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            _write(self._opened, line)
        except OSError as error:
            self._error = self._moved(error)
        if self._error is not None:
            raise self._error

    def kept(self, error: Exception) -> ResultsNotWritten:
        """The exception to raise when `error` prevented writing the final results."""
        if self._error is None and self._opened is not None and self._is_in_place(self._opened):
            return ResultsNotWritten(
                "The results cannot be written ({cause}). What was paid for is kept in {kept}. "
                "Mend that, and go on {go_on}.",
                cause=_cause_of(error),
                kept=str(self._place),
                go_on=self._go_on,
            )
        if self._error is None:
            self._error = self._moved(error)
        return self._error

    def close(self) -> None:
        if self._opened is not None:
            with suppress(OSError):  # any failure to write was reported by `add`
                os.close(self._opened)
            self._opened = None

    def _is_in_place(self, opened: int) -> bool:
        try:
            return os.path.samestat(self._place.stat(), os.fstat(opened))
        except OSError:
            return False

    def _moved(self, error: Exception) -> ResultsNotWritten:
        """Move all lines to the first folder that takes them, and return the error to raise."""
        params = {"file": str(self._place), "cause": _cause_of(error), "go_on": self._go_on}
        for folder in _folders_near(self._place):
            with suppress(OSError):
                opened, kept = _written_in(folder, self._place.name, self._everything())
                if self._opened is not None:
                    os.close(self._opened)
                self._opened = opened
                return ResultsNotWritten(
                    "The results cannot be written to {file} ({cause}). What was paid for is kept "
                    "in {kept}. Make room or bring the folder back, move the kept file to {file}, "
                    "and go on {go_on}.",
                    kept=kept,
                    **params,
                )
        self._printed_on = self._printed()
        return ResultsNotWritten(_PRINTED[self._printed_on is sys.stdout], **params)

    def _printed(self) -> TextIO:
        """Print all lines at once, as the process may be ended at any time; returns where."""
        everything = self._everything()
        for stream in (sys.stdout, sys.stderr):
            if _print(everything, stream):
                break
        return stream


_PRINTED = {
    True: N_(
        "The results cannot be written to {file} ({cause}), nor anywhere near. What was paid "
        "for is printed on standard output. Put it into {file} once that can be written, and "
        "go on {go_on}."
    ),
    False: N_(
        "The results cannot be written to {file} ({cause}), nor anywhere near, nor to standard "
        "output. What was paid for is printed above, on standard error. Put it into {file} once "
        "that can be written, and go on {go_on}."
    ),
}
"""Whether on standard output -> the sentence."""


def _print(text: str, stream: TextIO) -> bool:
    """Whether the stream takes the text, always as UTF-8.

    A stream of a command (`core.cli.streams`) drops what it cannot take, and remembers the failure.
    """
    try:
        if _is_nowhere(stream):
            return False
        stream.flush()
        _write_all(getattr(stream, "buffer", None), text, stream)
        stream.flush()
    except (OSError, ValueError):  # full, or closed
        return False
    return getattr(getattr(stream, "file", None), "failure", None) is None


def _write_all(buffer: Any, text: str, stream: TextIO) -> None:
    if buffer is None:  # in memory
        stream.write(text)
        return
    remaining = memoryview(text.encode("utf-8", "replace"))
    while remaining:
        remaining = remaining[buffer.write(remaining) :]


def _is_nowhere(stream: TextIO) -> bool:
    """Whether what is written goes to /dev/null."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(os.devnull))  # noqa: PTH116
    except OSError:  # no file
        return False


def _written_in(folder: Path, name: str, text: str) -> tuple[int, str]:
    """Descriptor and path of a new file with the text."""
    opened, path = tempfile.mkstemp(".part", f"{name}.", folder)
    try:
        _write(opened, text)
        os.fsync(opened)
    except OSError:
        os.close(opened)
        Path(path).unlink(missing_ok=True)
        raise
    return opened, path


def _write(opened: int, text: str) -> None:
    remaining = memoryview(text.encode("utf-8", "replace"))
    while remaining:
        remaining = remaining[os.write(opened, remaining) :]


def _folders_near(file: Path) -> Iterator[Path]:
    yield from file.parents[:2]
    with suppress(OSError):  # there is no temporary folder
        yield Path(tempfile.gettempdir())


def _cause_of(error: Exception) -> Sentence:
    reason = error.__cause__ if isinstance(error.__cause__, OSError) else error
    if isinstance(reason, OSError):
        return system_reason(reason)
    return Sentence.verbatim(str(reason))


class OutputLock:
    """Keep a second command from writing the same output, by a lock file beside it.

    Raises InputError while another command holds it, OSError if the file cannot be created.
    """

    def __init__(self, output: Path) -> None:
        self._file: IO[str] | None = output.with_name(f"{output.name}.lock").open("w")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise InputError(
                "Another command is writing this output. Wait for it, or choose another file.",
                file=str(output),
            ) from None

    def release(self) -> None:
        """Release the lock and remove its file; further calls do nothing."""
        if self._file is None:
            return
        with suppress(OSError):
            Path(self._file.name).unlink(missing_ok=True)
        self._file.close()
        self._file = None

"""Files that commands are given and write, with errors that say what to do."""

import errno
import fcntl
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

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
)
"""What the operating system says of files, as far as it is translated."""


def file_bytes(file: Path, *, most: int = -1) -> bytes:
    """All of it, or the first `most` bytes. Raises InputError where the file cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError as error:
        raise unreadable(file, error) from error


def system_reason(error: OSError) -> Sentence:
    """Why the operating system refused."""
    return Sentence(error.strerror or str(error))


def unreadable(file: Path, error: OSError) -> InputError:
    return InputError(
        "Cannot read the file: {cause}. Check the path.",
        file=str(file),
        cause=system_reason(error),
    )


def path_may_exist(path: Path) -> bool:
    """False where there is no such file for certain; a folder that this user may not look into, or
    a name that cannot be, is told by whoever then opens the file.
    """
    try:
        return path.exists()
    except OSError:
        return True


def regular_place(path: Path) -> Path:
    """Where a file of this path is to be written: the target of a symbolic link, else the path.

    Raises InputError for a device, a pipe, a folder: what is no file must not be replaced by one.
    """
    try:
        place = path.resolve() if path.is_symlink() else path
        regular = place.is_file() or not place.exists()
    except RuntimeError:  # links that lead in a circle
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
    """Raises InputError where no file can be made in the folder, before work is done for it."""
    try:
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        raise unwritable(place, error) from error


class ResultsNotWritten(DeskError):
    """Results that cost money could not be written in their place; says where they are kept."""


class PaidLines:
    """A file of results that cost money, which grows a line at a time. No line that was added is
    lost: where the file can no longer be written, or its folder is gone, all lines go into a new
    file near it, else into the system's folder for temporary files, else to standard output.

    Args:
        file: to be added to; it is there.
        everything: gives all lines of the file, to be written elsewhere.
        go_on: how to go on once the lines are back in their place, for the error's sentence, such
            as "with --resume".
    """

    def __init__(self, file: Path, everything: Callable[[], str], *, go_on: Sentence) -> None:
        self._place = file.absolute()
        self._everything = everything
        self._go_on = go_on
        self._opened: int | None = os.open(file, os.O_WRONLY | os.O_APPEND)
        self._error: ResultsNotWritten | None = None
        self._is_to_print = False

    def add(self, line: str) -> None:
        """Hand a line, which is among `everything` already, to the operating system, so that a
        killed process loses nothing.

        Raises ResultsNotWritten where lines go elsewhere, also at each later line.
        """
        if self._opened is None:
            raise RuntimeError("the results are closed")
        try:
            if self._error is None and not self._is_in_place(self._opened):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            _write(self._opened, line)
        except OSError as error:
            self._error = self._moved(error)
        if self._error is not None:
            raise self._error

    def kept(self, error: Exception) -> ResultsNotWritten:
        """What to raise where `error` keeps the finished results from being written."""
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
        """Print the lines, if there was no other place for them."""
        if self._opened is not None:
            with suppress(OSError):  # what was written has been told already
                os.close(self._opened)
            self._opened = None
        if self._is_to_print:
            self._is_to_print = False
            sys.stdout.write(self._everything())
            sys.stdout.flush()

    def _is_in_place(self, opened: int) -> bool:
        try:
            return os.path.samestat(self._place.stat(), os.fstat(opened))
        except OSError:
            return False

    def _moved(self, error: Exception) -> ResultsNotWritten:
        """Goes on in the first folder that takes all lines."""
        params = {"file": str(self._place), "cause": _cause_of(error), "go_on": self._go_on}
        for folder in _folders_near(self._place):
            with suppress(OSError):
                opened, kept = _written_in(folder, self._place.name, self._everything())
                if self._opened is not None:
                    os.close(self._opened)
                self._opened, self._is_to_print = opened, False
                return ResultsNotWritten(
                    "The results cannot be written to {file} ({cause}). What was paid for is kept "
                    "in {kept}. Make room or bring the folder back, move the kept file to {file}, "
                    "and go on {go_on}.",
                    kept=kept,
                    **params,
                )
        self._is_to_print = True
        return ResultsNotWritten(
            "The results cannot be written to {file} ({cause}), nor anywhere near. What was paid "
            "for is printed on standard output. Put it into {file} once that can be written, and "
            "go on {go_on}.",
            **params,
        )


def _written_in(folder: Path, name: str, text: str) -> tuple[int, str]:
    """A new file that holds the text, opened, and its path."""
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
    left = memoryview(text.encode("utf-8", "replace"))
    while left:
        left = left[os.write(opened, left) :]


def _folders_near(file: Path) -> Iterator[Path]:
    yield from file.parents[:2]
    with suppress(OSError):  # there is none
        yield Path(tempfile.gettempdir())


def _cause_of(error: Exception) -> Sentence:
    reason = error.__cause__ if isinstance(error.__cause__, OSError) else error
    if isinstance(reason, OSError):
        return system_reason(reason)
    return Sentence.verbatim(str(reason))


class OutputLock:
    """Keeps a second command from writing the same file, by a locked file beside it.

    Raises InputError while another command holds it, OSError where nothing can be written.
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
        """Gives the output free and takes the lock's file away; once is enough."""
        if self._file is None:
            return
        with suppress(OSError):
            Path(self._file.name).unlink(missing_ok=True)
        self._file.close()
        self._file = None

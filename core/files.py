"""Files that commands are given and write, with errors that say what to do."""

import fcntl
from contextlib import suppress
from pathlib import Path
from typing import IO

from core.errors import InputError


def file_bytes(file: Path, *, most: int = -1) -> bytes:
    """All of it, or the first `most` bytes. Raises InputError where the file cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError as error:
        raise InputError(
            "The file cannot be read: {cause}. Check the path.",
            file=str(file),
            cause=error.strerror or str(error),
        ) from error


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
            "This is no regular file, so nothing is written here. Name an ordinary file.",
            file=str(path),
        )
    return place


def unwritable(file: Path, error: OSError) -> InputError:
    return InputError(
        "The results cannot be written here ({cause}). Name a file in a folder that you may "
        "write to.",
        file=str(file),
        cause=error.strerror or str(error),
    )


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
                "Another command is writing this output. Wait for it, or name another file.",
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

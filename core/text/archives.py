"""Open uploaded ZIP-based files (EPUB, DOCX, XLSX) within size limits."""

import io
import zipfile
import zlib

from core.errors import InputError

SIGNATURE = b"PK\x03\x04"
MOST_MEMBERS = 10_000
MOST_UNPACKED = 300 * 1024 * 1024
"""Limit in bytes on all members unpacked; zipfile never reads past a member's declared size."""

_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError)


class BoundedArchive:
    """A ZIP file of at most MOST_MEMBERS members and MOST_UNPACKED bytes unpacked.

    Raises InputError if it is larger or damaged.
    """

    def __init__(self, data: bytes, file_name: str) -> None:
        self._file_name = file_name
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            members = self._archive.infolist()
        except (*_UNREADABLE, ValueError) as error:
            raise damaged(file_name) from error
        if len(members) > MOST_MEMBERS or sum(info.file_size for info in members) > MOST_UNPACKED:
            raise InputError(
                "{name} unpacks to more than {limit} MB or {members} parts. Split the file.",
                name=file_name,
                limit=MOST_UNPACKED // 1024**2,
                members=MOST_MEMBERS,
            )
        self.names = frozenset(member.filename for member in members)

    def read(self, name: str) -> bytes:
        """Return a member's bytes. Raises InputError if it is missing, encrypted or damaged."""
        try:
            return self._archive.read(name)
        except (*_UNREADABLE, KeyError) as error:
            raise damaged(self._file_name) from error


def damaged(file_name: str) -> InputError:
    """Return the error for a file that cannot be unpacked or parsed."""
    return InputError(
        "{name} is damaged or password-protected. Save it again without a password and use that.",
        name=file_name,
    )

"""Limits on the size of a file, the same in the browser and on the command line."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from core.errors import InputError

MOST_ROWS = 1_000_000
"""Limit on the rows of one file: many short rows make a small file that nobody can review."""

_MEGABYTE = 1024 * 1024
_Row = TypeVar("_Row")


def require_size(data: bytes, max_bytes: int, file_name: str) -> None:
    """Raise InputError if the file is too large, with its size, the limit and how to raise that."""
    if len(data) > max_bytes:
        raise too_large(len(data), max_bytes, file_name)


def too_large(size: int, max_bytes: int, file_name: str) -> InputError:
    return InputError(
        "{name} is {size} MB; the limit is {limit} MB. Split the file, or raise "
        "DESK_MAX_UPLOAD_MB.",
        name=file_name,
        size=f"{size / _MEGABYTE:.1f}",
        limit=f"{max_bytes / _MEGABYTE:.0f}",
    )


def limit_rows(rows: Iterable[_Row], file_name: str) -> Iterator[_Row]:
    """Yield the rows. Raises InputError at the first row beyond MOST_ROWS."""
    for number, row in enumerate(rows):
        if number == MOST_ROWS:
            raise InputError(
                "The file has more than {most} rows. Split it.", file=file_name, most=MOST_ROWS
            )
        yield row

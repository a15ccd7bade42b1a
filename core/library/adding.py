"""What every addition to the library has in common: one transaction, one size limit."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import InputError
from db.engine import writing

Added = TypeVar("Added")

_MEGABYTE = 1024 * 1024


def in_one_transaction(engine: Engine, work: Callable[[Session], Added]) -> Added:
    """All of `work` or nothing. `work` looks for what is there before it adds.

    When the same file comes twice at the same moment, the later one fails on a unique key; asked
    again, it finds what the earlier one added.
    """
    try:
        with writing(engine) as session:
            return work(session)
    except IntegrityError:
        with writing(engine) as session:
            return work(session)


def require_size(data: bytes, max_bytes: int, file_name: str) -> None:
    if len(data) > max_bytes:
        raise InputError(
            "{name} has {size} MB, the limit is {limit} MB. Split the file, or raise "
            "DESK_MAX_UPLOAD_MB.",
            name=file_name,
            size=f"{len(data) / _MEGABYTE:.1f}",
            limit=f"{max_bytes / _MEGABYTE:.0f}",
        )

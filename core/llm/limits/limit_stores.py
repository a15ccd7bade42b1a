"""Stores by which processes share a connection's limits: files beside SQLite, or PostgreSQL."""

from pathlib import Path
from typing import Protocol

from pyrate_limiter import AbstractBucket, Rate

from core.llm.limits.file_limits import FileLimitStore
from core.llm.limits.slots import Slots
from core.sqlite_address import sqlite_file


class LimitStore(Protocol):
    """A store of shared limits; `outage_errors` are what it raises while it cannot be reached."""

    outage_errors: tuple[type[Exception], ...]

    def bucket(self, rates: list[Rate], name: str) -> AbstractBucket: ...

    def slots(self, name: str) -> Slots: ...


def store_of(address: str) -> LimitStore | None:
    """The limit store for a database's address; None for a database in memory."""
    kind, _, location = address.partition("://")
    if kind.startswith("postgresql"):
        from core.llm.limits.postgres_limits import PostgresLimitStore  # noqa: PLC0415 - loads psycopg

        return PostgresLimitStore(f"postgresql://{location}")
    path = sqlite_file(address)
    return None if path in {"", ":memory:"} else FileLimitStore(Path(path))

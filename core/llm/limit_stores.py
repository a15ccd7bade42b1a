"""Where processes that ask one connection meet: files beside a SQLite database, or PostgreSQL."""

from pathlib import Path
from typing import Protocol

from pyrate_limiter import AbstractBucket, Rate

from core.llm.file_limits import FileLimitStore
from core.llm.slots import Slots


class LimitStore(Protocol):
    """`away`: what its buckets raise while it cannot be reached."""

    away: tuple[type[Exception], ...]

    def bucket(self, rates: list[Rate], name: str) -> AbstractBucket: ...

    def places(self, name: str) -> Slots: ...


def store_of(address: str) -> LimitStore | None:
    """The store of a database's address; None for one that lives in memory."""
    kind, _, rest = address.partition("://")
    if kind.startswith("postgresql"):
        from core.llm.postgres_limits import PostgresLimitStore  # noqa: PLC0415 - loads psycopg

        return PostgresLimitStore(f"postgresql://{rest}")
    path = rest.partition("?")[0].removeprefix("/")
    return None if path in {"", ":memory:"} else FileLimitStore(Path(path))

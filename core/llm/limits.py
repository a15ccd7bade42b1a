"""How fast a connection may be asked: calls at once, requests and tokens per minute."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from weakref import WeakKeyDictionary

from pyrate_limiter import (
    AbstractBucket,
    Duration,
    InMemoryBucket,
    Limiter,
    Rate,
    RateItem,
    SQLiteBucket,
)

_BYTES_PER_TOKEN = 4
_MOST_SLOTS = 1000
"""A bucket keeps one entry per unit taken, so tokens are counted in thousandths of the limit."""


def estimated_tokens(utf8_bytes: int) -> int:
    """English and Chinese both come to about four UTF-8 bytes a token."""
    return math.ceil(utf8_bytes / _BYTES_PER_TOKEN)


class _SharedBucket(SQLiteBucket):
    """A bucket in a database file: the write lock makes count-then-insert one step."""

    def put(self, item: RateItem) -> bool:
        with self.lock:
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                return super().put(item)
            finally:
                if self.conn.in_transaction:
                    self.conn.rollback()


class _PerMinute:
    """At most `limit` units in any 60 seconds. A weight above the limit waits for a free minute."""

    def __init__(self, limit: int, database: Path | None, table: str) -> None:
        self._unit = max(1, math.ceil(limit / _MOST_SLOTS))
        self._slots = max(1, limit // self._unit)
        rates = [Rate(self._slots, Duration.MINUTE)]
        bucket: AbstractBucket = InMemoryBucket(rates)
        if database is not None:
            bucket = _SharedBucket.init_from_file(rates, table=table, db_path=str(database))
        self._limiter = Limiter(bucket)

    async def take(self, weight: int) -> None:
        slots = min(math.ceil(weight / self._unit), self._slots)
        await self._limiter.try_acquire_async("call", slots)


class Limits:
    """The limits of one connection, shared by every client that uses it in this process.

    Args:
        max_concurrency: calls in flight at once in this process (per event loop).
        requests_per_minute: None for no limit.
        tokens_per_minute: estimated from the request's size plus the output limit.
        database: an SQLite file through which several processes share the per-minute limits.
        name: names the connection in that file.
    """

    def __init__(
        self,
        max_concurrency: int,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        *,
        database: Path | None = None,
        name: str = "connection",
    ) -> None:
        self._max_concurrency = max_concurrency
        self._at_once: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )
        table = "limit_" + name.encode().hex()
        self._requests = (
            _PerMinute(requests_per_minute, database, table + "_requests")
            if requests_per_minute
            else None
        )
        self._tokens = (
            _PerMinute(tokens_per_minute, database, table + "_tokens")
            if tokens_per_minute
            else None
        )

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[None]:
        """Waits until a call of about `tokens` tokens may go out, and holds its place."""
        loop = asyncio.get_running_loop()
        async with self._at_once.setdefault(loop, asyncio.Semaphore(self._max_concurrency)):
            if self._requests:
                await self._requests.take(1)
            if self._tokens:
                await self._tokens.take(tokens)
            yield


_shared: dict[tuple[object, ...], Limits] = {}


def shared_limits(
    name: str,
    max_concurrency: int,
    requests_per_minute: int | None,
    tokens_per_minute: int | None,
    database: Path | None = None,
) -> Limits:
    """The same Limits for the same connection, however many clients are opened."""
    key = (name, max_concurrency, requests_per_minute, tokens_per_minute, database)
    if key not in _shared:
        _shared[key] = Limits(
            max_concurrency, requests_per_minute, tokens_per_minute, database=database, name=name
        )
    return _shared[key]

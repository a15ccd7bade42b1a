"""How fast a connection may be asked: calls at once, requests and tokens per minute."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, nullcontext
from weakref import WeakKeyDictionary

from pyrate_limiter import AbstractBucket, InMemoryBucket, Limiter, Rate, RateItem

from core.llm.limit_stores import LimitStore, store_of
from core.llm.slots import SharedSlots

_log = logging.getLogger(__name__)

_BYTES_PER_TOKEN = 4
_MOST_SLOTS = 1000
"""A bucket keeps one entry per unit taken, so tokens are counted in thousandths of the limit."""


def estimated_tokens(utf8_bytes: int) -> int:
    """English and Chinese both come to about four UTF-8 bytes a token."""
    return math.ceil(utf8_bytes / _BYTES_PER_TOKEN)


_MINUTE_MS = 61_000
"""A second more: what is sent within one minute may arrive within the next."""

_FRESH_S = 0.5
"""What was granted longer ago (another limit was waited for, the process was held) counts for a
minute that may be over, and is asked for again.
"""

_AWAY_S = 0.5


class _PerMinute:
    """At most `limit` units in any minute. A weight above the limit waits for a free minute.

    Args:
        unit: units that are counted as one.
        store: where processes share the limit; None for this process alone.
    """

    def __init__(self, limit: int, unit: int, store: LimitStore | None, name: str) -> None:
        self._unit = unit
        self._slots = max(1, limit // unit)
        rates = [Rate(self._slots, _MINUTE_MS)]
        self._away = store.away if store else ()
        bucket = store.bucket(rates, name) if store else InMemoryBucket(rates)
        self._asked_at = float("-inf")
        self._limiter = Limiter(self._noting(bucket))

    @property
    def is_fresh(self) -> bool:
        """Whether the last grant counts for the minute that is now."""
        return time.monotonic() - self._asked_at < _FRESH_S

    def _noting(self, bucket: AbstractBucket) -> AbstractBucket:
        """The bucket, which notes when it was last asked: before it was, so never too late."""
        put = bucket.put

        def noted(item: RateItem) -> bool | Awaitable[bool]:
            self._asked_at = time.monotonic()
            return put(item)

        bucket.put = noted  # type: ignore[method-assign]
        return bucket

    async def take(self, weight: int) -> None:
        """A store that is away is waited for: nothing goes out uncounted."""
        slots = min(math.ceil(weight / self._unit), self._slots)
        while True:
            try:
                # False is said of a wait of -1 ms too, and would let a call through uncounted.
                if await self._limiter.try_acquire_async("call", slots):
                    return
            except self._away as error:
                _log.warning("the limits' database is away: %s", type(error).__name__)
                await asyncio.sleep(_AWAY_S)


class Limits:
    """The limits of one connection, shared by every client that uses it.

    Args:
        max_concurrency: calls in flight at once, over all processes of the store.
        requests_per_minute: None for no limit.
        tokens_per_minute: estimated from the request's size plus the output limit.
        store: where several processes share all three; None for this process alone, in which
            `max_concurrency` is per event loop.
        name: names the connection in the store.
    """

    def __init__(
        self,
        max_concurrency: int,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        *,
        store: LimitStore | None = None,
        name: str = "connection",
    ) -> None:
        self._max_concurrency = max_concurrency
        self._at_once: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )
        self._places = SharedSlots(store.places(name), max_concurrency) if store else None
        self._in_turn: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            WeakKeyDictionary()
        )
        self._requests = self._tokens = None
        if requests_per_minute:
            self._requests = _PerMinute(requests_per_minute, 1, store, f"{name} requests")
        if tokens_per_minute:
            unit = max(1, math.ceil(tokens_per_minute / _MOST_SLOTS))
            self._tokens = _PerMinute(tokens_per_minute, unit, store, f"{name} tokens")

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[None]:
        """Waits until a call of about `tokens` tokens may go out, and holds its place."""
        loop = asyncio.get_running_loop()
        at_once = self._at_once.setdefault(loop, asyncio.Semaphore(self._max_concurrency))
        async with at_once, self._places.held() if self._places else nullcontext():
            if self._requests or self._tokens:
                async with self._in_turn.setdefault(loop, asyncio.Lock()):
                    await self._count(tokens)
            yield

    async def _count(self, tokens: int) -> None:
        """One after the other, so that what a wait made stale is little."""
        limits = [(limit, n) for limit, n in ((self._requests, 1), (self._tokens, tokens)) if limit]
        for limit, weight in limits:
            await limit.take(weight)
        while stale := [(limit, weight) for limit, weight in limits if not limit.is_fresh]:
            for limit, weight in stale:
                await limit.take(weight)


_shared: dict[tuple[object, ...], Limits] = {}


def shared_limits(
    name: str,
    max_concurrency: int,
    requests_per_minute: int | None,
    tokens_per_minute: int | None,
    shared_by: str | None = None,
) -> Limits:
    """The same Limits for the same connection, however many clients are opened."""
    key = (name, max_concurrency, requests_per_minute, tokens_per_minute, shared_by)
    if key not in _shared:
        store = store_of(shared_by) if shared_by else None
        _shared[key] = Limits(
            max_concurrency, requests_per_minute, tokens_per_minute, store=store, name=name
        )
    return _shared[key]

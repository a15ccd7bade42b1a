"""Limits of a connection: calls at once, requests and tokens per minute."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from weakref import WeakKeyDictionary

from pyrate_limiter import (
    AbstractBucket,
    InMemoryBucket,
    Limiter,
    Rate,
    RateItem,
    SingleBucketFactory,
)

from core.llm.limits.limit_stores import LimitStore, store_of
from core.llm.limits.slots import Clock, SharedSlots

_log = logging.getLogger(__name__)

_MOST_ENTRIES = 1000
"""A bucket keeps one entry per unit taken, so tokens are counted in thousandths of the limit."""


_MINUTE_MS = 61_000
"""A second more than a minute: what is sent within one minute may arrive within the next."""

_FRESH_S = 0.5
"""A grant older than this (after a wait for another limit, or while the process was suspended)
counts for a minute that may be over, and is requested again.
"""

_OUTAGE_WAIT_S = 0.5


class _StampingFactory(SingleBucketFactory):
    """Stamps each request for a bucket with the time, and remembers when it last did so."""

    def __init__(self, bucket: AbstractBucket, clock: Clock | None) -> None:
        super().__init__(bucket)
        self._clock = clock
        self._seconds = clock or time.monotonic
        self._stamped_at = float("-inf")

    @property
    def age_s(self) -> float:
        """Seconds since the last request was stamped."""
        return self._seconds() - self._stamped_at

    def wrap_item(self, name: str, weight: int = 1) -> RateItem:
        # Noted before asking the bucket for its time, which may take a while: never too late.
        self._stamped_at = self._seconds()
        if self._clock:
            return RateItem(name, int(self._clock() * 1000), weight)
        stamped: RateItem = super().wrap_item(name, weight)
        return stamped


class _PerMinute:
    """At most `limit` units in any minute. A weight above the limit waits for a free minute.

    Args:
        unit: units that are counted as one.
        store: where processes share the limit; None for this process alone.
        clock: tells the time; None for the store's own.
    """

    def __init__(
        self, limit: int, unit: int, store: LimitStore | None, name: str, clock: Clock | None
    ) -> None:
        self._unit = unit
        self._entries = max(1, limit // unit)
        rates = [Rate(self._entries, _MINUTE_MS)]
        self._outage_errors = store.outage_errors if store else ()
        bucket = store.bucket(rates, name) if store else InMemoryBucket(rates)
        self._requests = _StampingFactory(bucket, clock)
        self._limiter = Limiter(self._requests)

    @property
    def is_fresh(self) -> bool:
        """Whether the last grant is recent enough to count for the current minute."""
        return self._requests.age_s < _FRESH_S

    async def take(self, weight: int) -> None:
        """Wait for `weight` units, also through an outage of the store: no call goes uncounted."""
        # At least one: the limiter grants a weight of 0 without looking at the clock.
        entries = min(max(1, math.ceil(weight / self._unit)), self._entries)
        while True:
            try:
                # It is also False for a wait of -1 ms: going on would leave the call uncounted.
                if await self._limiter.try_acquire_async("call", entries):
                    return
            except self._outage_errors as error:
                _log.warning("the limits' database is away: %s", type(error).__name__)
                await asyncio.sleep(_OUTAGE_WAIT_S)


class Limits:
    """The limits of one connection, shared by every client that uses it.

    Args:
        max_concurrency: calls in flight at once, over all processes of the store.
        requests_per_minute: None for no limit.
        tokens_per_minute: estimated from the request's size plus the output limit.
        store: where several processes share all three; None for this process alone, in which
            `max_concurrency` is per event loop.
        name: names the connection in the store.
        clock: tells the time; None for this computer's, and for the store's own in what is shared.
    """

    def __init__(
        self,
        max_concurrency: int,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        *,
        store: LimitStore | None = None,
        name: str = "connection",
        clock: Clock | None = None,
    ) -> None:
        self._max_concurrency = max_concurrency
        self._semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )
        self._shared_slots = (
            SharedSlots(store.slots(name), max_concurrency, clock or time.monotonic)
            if store
            else None
        )
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = (
            WeakKeyDictionary()
        )
        self._requests = self._tokens = None
        if requests_per_minute:
            self._requests = _PerMinute(requests_per_minute, 1, store, f"{name} requests", clock)
        if tokens_per_minute:
            unit = max(1, math.ceil(tokens_per_minute / _MOST_ENTRIES))
            self._tokens = _PerMinute(tokens_per_minute, unit, store, f"{name} tokens", clock)

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[None]:
        """Wait until a call of about `tokens` tokens may go out, and hold its slot."""
        loop = asyncio.get_running_loop()
        semaphore = self._semaphores.setdefault(loop, asyncio.Semaphore(self._max_concurrency))
        async with semaphore, self._shared_slots.hold() if self._shared_slots else nullcontext():
            if self._requests or self._tokens:
                async with self._turns.setdefault(loop, asyncio.Lock()):
                    await self._count(tokens)
            yield

    async def _count(self, tokens: int) -> None:
        """Count the call against each limit, again if waiting for another made it stale."""
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

"""Limit the calls of a connection in flight over all processes that share it."""

import asyncio
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

_log = logging.getLogger(__name__)

Clock = Callable[[], float]
"""Returns the seconds since some fixed moment, like `time.monotonic`."""

_POLL_S = 0.05
_IDLE_S = 0.2
"""How long an idle slot is kept for the next call, since taking one costs a query of the store."""

_LONGEST_USE_S = 2.0
"""A slot held for longer is released after its call, so that other processes get it."""

_RENEW_S = 0.5
"""Holders renew their slots at least so often: a restarted store has forgotten who held which."""

_COOLDOWN_S = 2 * _POLL_S
"""How long a process leaves a slot that it released to the others."""
_OUTAGE_WAIT_S = 0.5


def storage_name(connection: str) -> str:
    """A short hash of the connection, safe as part of the name of a file or a table."""
    return sha256(connection.encode()).hexdigest()[:16]


class Slots(Protocol):
    """Numbered slots of which each process holds some; a process that ends loses its own."""

    def take(self, among: Sequence[int], most: int) -> Sequence[int]:
        """Take up to `most` free slots of `among` for this process, and return them."""
        ...

    def release(self, slots: Collection[int]) -> None: ...

    def renew(self) -> None:
        """Keep what this process holds, through a restart of the store as well."""
        ...


@dataclass(frozen=True, slots=True)
class _Held:
    slot: int
    taken_at: float
    idle_since: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Waiter:
    loop: asyncio.AbstractEventLoop
    held: "asyncio.Future[_Held]"


class SharedSlots:
    """Allows at most `most` calls at once over all processes of the store; thread-safe.

    A slot passes from call to call within the process. A thread, alive only while a call waits or a
    slot is held, takes slots from the store, renews and releases them.
    """

    def __init__(self, store: Slots, most: int, clock: Clock = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        first = secrets.randbelow(most)
        self._in_order = (*range(first, most), *range(first))
        """From a random slot on: processes that all began with the first would collide."""
        self._lock = threading.Lock()
        self._idle: list[_Held] = []
        self._waiters: deque[_Waiter] = deque()
        self._to_release: list[int] = []
        self._cooling_down: dict[int, float] = {}
        self._has_thread = False
        self._in_use = 0
        self._renewed_at = float("-inf")
        self._wake_event = threading.Event()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        held = await self._acquire()
        with self._lock:
            self._in_use += 1
            self._wake_thread()
        try:
            yield
        finally:
            with self._lock:
                self._in_use -= 1
            self._return(held)

    async def _acquire(self) -> _Held:
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._idle:
                return self._idle.pop()
            waiter = _Waiter(loop, loop.create_future())
            self._waiters.append(waiter)
            self._wake_thread()
        try:
            return await waiter.held
        except asyncio.CancelledError:
            with self._lock:
                if waiter in self._waiters:
                    self._waiters.remove(waiter)
            if waiter.held.done() and not waiter.held.cancelled():
                self._return(waiter.held.result())
            raise

    def _return(self, held: _Held) -> None:
        now = self._clock()
        with self._lock:
            if now - held.taken_at >= _LONGEST_USE_S:
                self._to_release.append(held.slot)
            elif self._waiters:
                self._hand_over(held)
            else:
                self._idle.append(_Held(held.slot, held.taken_at, now))
            self._wake_thread()

    def _hand_over(self, held: _Held) -> None:
        """Hand a slot to the first waiter; the caller holds the lock."""
        first = self._waiters.popleft()
        try:
            first.loop.call_soon_threadsafe(self._deliver, first, held)
        except RuntimeError:  # its loop was closed while it waited
            self._to_release.append(held.slot)

    def _deliver(self, waiter: _Waiter, held: _Held) -> None:
        if waiter.held.done():
            self._return(held)
        else:
            waiter.held.set_result(held)

    def _wake_thread(self) -> None:
        """Wake the thread, or start it; the caller holds the lock."""
        self._wake_event.set()
        if not self._has_thread:
            self._has_thread = True
            threading.Thread(target=self._manage_slots, name="places", daemon=True).start()

    def _manage_slots(self) -> None:
        while True:
            try:
                if not self._manage_once():
                    return
            except Exception as error:  # noqa: BLE001 - a store that is away comes back
                _log.warning("places of calls cannot be reached: %s", type(error).__name__)
                time.sleep(_OUTAGE_WAIT_S)

    def _manage_once(self) -> bool:
        """Release, renew and take slots once; False if nothing is left to do."""
        now = self._clock()
        with self._lock:
            idle, self._idle = self._idle, []
            for held in idle:
                if now - held.idle_since < _IDLE_S:
                    self._idle.append(held)
                else:
                    self._to_release.append(held.slot)
            self._cooling_down = {
                slot: until for slot, until in self._cooling_down.items() if until > now
            }
            self._cooling_down |= dict.fromkeys(self._to_release, now + _COOLDOWN_S)
            to_release, self._to_release = self._to_release, []
            n_waiting, is_idle = len(self._waiters), bool(self._idle)
            if not (to_release or n_waiting or is_idle or self._in_use):
                self._has_thread = False
                return False
            self._wake_event.clear()
        if to_release:
            self._store.release(to_release)
        if now - self._renewed_at >= _RENEW_S:
            self._store.renew()
            self._renewed_at = now
        if n_waiting and self._take_for_waiters(n_waiting):
            return True
        if n_waiting or is_idle:
            time.sleep(_POLL_S)
        else:
            self._wake_event.wait(_RENEW_S)
        return True

    def _take_for_waiters(self, n_waiting: int) -> bool:
        """Take slots for the waiting calls; whether the store gave any."""
        among = [slot for slot in self._in_order if slot not in self._cooling_down]
        slots = self._store.take(among, n_waiting)
        now = self._clock()
        with self._lock:
            for slot in slots:
                if self._waiters:
                    self._hand_over(_Held(slot, now))
                else:
                    self._idle.append(_Held(slot, now, now))
        return bool(slots)

"""How many calls of a connection are in flight over all processes that share it."""

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
"""Tells the seconds since some moment, as `time.monotonic` does."""

_LOOK_S = 0.05
_IDLE_S = 0.2
"""A place is kept so long for the next call: taking one costs a look at the store."""

_TURN_S = 2.0
"""A process that never pauses gives a place back so often, so that others get it."""

_KEEP_S = 0.5
"""A store that was restarted forgot who held what: holders say so again at least so often."""

_REST_S = 2 * _LOOK_S
_AWAY_S = 0.5


def storage_name(connection: str) -> str:
    """Short and safe as the name of a file or a table, different for each connection."""
    return sha256(connection.encode()).hexdigest()[:16]


class Slots(Protocol):
    """Numbered places of which each process holds some; they fall with their holder."""

    def take(self, among: Sequence[int], most: int) -> Sequence[int]:
        """Those of them, at most `most`, that nobody held and this process now does."""
        ...

    def give(self, places: Collection[int]) -> None: ...

    def keep(self) -> None:
        """What this process holds it still holds, after a restart of the store too."""
        ...


@dataclass(frozen=True, slots=True)
class _Held:
    place: int
    since: float
    idle_since: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    loop: asyncio.AbstractEventLoop
    held: "asyncio.Future[_Held]"


class SharedSlots:
    """At most `most` calls at once, over every process of the store; safe in any thread.

    A place goes from call to call within the process. A thread, alive only while somebody waits or
    a place is held, takes places from the store, keeps them and gives them back.
    """

    def __init__(self, store: Slots, most: int, clock: Clock = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        first = secrets.randbelow(most)
        self._in_order = (*range(first, most), *range(first))
        """From anywhere: processes that all began with the first would try what the others hold."""
        self._lock = threading.Lock()
        self._idle: list[_Held] = []
        self._waiting: deque[_Waiting] = deque()
        self._leaving: list[int] = []
        self._resting: dict[int, float] = {}
        self._is_kept = False
        self._in_use = 0
        self._kept_at = float("-inf")
        self._wake = threading.Event()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        held = await self._take()
        with self._lock:
            self._in_use += 1
            self._keep()
        try:
            yield
        finally:
            with self._lock:
                self._in_use -= 1
            self._give(held)

    async def _take(self) -> _Held:
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._idle:
                return self._idle.pop()
            waiting = _Waiting(loop, loop.create_future())
            self._waiting.append(waiting)
            self._keep()
        try:
            return await waiting.held
        except asyncio.CancelledError:
            with self._lock:
                if waiting in self._waiting:
                    self._waiting.remove(waiting)
            if waiting.held.done() and not waiting.held.cancelled():
                self._give(waiting.held.result())
            raise

    def _give(self, held: _Held) -> None:
        now = self._clock()
        with self._lock:
            if now - held.since >= _TURN_S:
                self._leaving.append(held.place)
            elif self._waiting:
                self._hand(held)
            else:
                self._idle.append(_Held(held.place, held.since, now))
            self._keep()

    def _hand(self, held: _Held) -> None:
        """To the first who waits. With the lock."""
        first = self._waiting.popleft()
        try:
            first.loop.call_soon_threadsafe(self._arrive, first, held)
        except RuntimeError:  # its loop was closed while it waited
            self._leaving.append(held.place)

    def _arrive(self, waiting: _Waiting, held: _Held) -> None:
        if waiting.held.done():
            self._give(held)
        else:
            waiting.held.set_result(held)

    def _keep(self) -> None:
        """With the lock."""
        self._wake.set()
        if not self._is_kept:
            self._is_kept = True
            threading.Thread(target=self._keep_places, name="places", daemon=True).start()

    def _keep_places(self) -> None:
        while True:
            try:
                if not self._move():
                    return
            except Exception as error:  # noqa: BLE001 - a store that is away comes back
                _log.warning("places of calls cannot be reached: %s", type(error).__name__)
                time.sleep(_AWAY_S)

    def _move(self) -> bool:
        """One look; False when nothing is left to do."""
        now = self._clock()
        with self._lock:
            idle, self._idle = self._idle, []
            for held in idle:
                if now - held.idle_since < _IDLE_S:
                    self._idle.append(held)
                else:
                    self._leaving.append(held.place)
            self._resting = {place: until for place, until in self._resting.items() if until > now}
            self._resting |= dict.fromkeys(self._leaving, now + _REST_S)
            leaving, self._leaving = self._leaving, []
            wanted, is_idle = len(self._waiting), bool(self._idle)
            if not (leaving or wanted or is_idle or self._in_use):
                self._is_kept = False
                return False
            self._wake.clear()
        if leaving:
            self._store.give(leaving)
        if now - self._kept_at >= _KEEP_S:
            self._store.keep()
            self._kept_at = now
        if wanted and self._seek(wanted):
            return True
        if wanted or is_idle:
            time.sleep(_LOOK_S)
        else:
            self._wake.wait(_KEEP_S)
        return True

    def _seek(self, wanted: int) -> bool:
        """Whether somebody who waits was given a place."""
        among = [place for place in self._in_order if place not in self._resting]
        taken = self._store.take(among, wanted)
        now = self._clock()
        with self._lock:
            for place in taken:
                if self._waiting:
                    self._hand(_Held(place, now))
                else:
                    self._idle.append(_Held(place, now, now))
        return bool(taken)

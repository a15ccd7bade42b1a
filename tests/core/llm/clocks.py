"""A clock that can be moved, and an event loop that moves it instead of waiting."""

import asyncio
import selectors
import time
from collections.abc import Awaitable
from typing import Any

_BUSY_S = 0.02
"""So long a thread may take to wake the loop, before its next timer counts as what it waits for."""


_LOOK_S = 0.0001


class MovableClock:
    """The seconds since 1970 and those it was moved ahead: what is stored looks like real times."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead

    def move(self, seconds: float) -> None:
        self.ahead += seconds


class StillClock(MovableClock):
    """It goes on by a moment for each look, and else only when it is moved: however long a busy
    machine takes, it shows the same.
    """

    def __init__(self) -> None:
        super().__init__()
        self._begun, self._looks = time.time(), 0

    def __call__(self) -> float:
        self._looks += 1
        return self._begun + self.ahead + self._looks * _LOOK_S


class _Skipping(selectors.DefaultSelector):
    def __init__(self, clock: MovableClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        until = self._clock() + timeout
        ready = super().select(min(timeout, _BUSY_S))
        if not ready:
            self._clock.move(max(0.0, until - self._clock()))
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """Where everybody waits for a timer, the clock is moved to it."""

    def __init__(self, clock: MovableClock) -> None:
        super().__init__(_Skipping(clock))
        self._clock = clock

    def time(self) -> float:
        return self._clock()


def skipping(clock: MovableClock, *calls: Awaitable[float]) -> list[float]:
    """What the calls return, run together in a loop that skips every wait."""

    async def together() -> list[float]:
        return list(await asyncio.gather(*calls))

    with asyncio.Runner(loop_factory=lambda: SkippingLoop(clock)) as runner:
        return runner.run(together())

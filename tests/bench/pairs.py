"""Two ways of doing the same thing, timed in turn."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """Seconds per unit of work; without a plain way there is no ratio."""

    what: str
    ours: str
    ours_s: float
    plain: str = ""
    plain_s: float | None = None

    @property
    def markdown(self) -> str:
        plain = f"{self.plain}: {_duration(self.plain_s)}" if self.plain_s is not None else ""
        ratio = f"{self.plain_s / self.ours_s:.1f}x" if self.plain_s is not None else ""
        return f"| {self.what} | {self.ours}: {_duration(self.ours_s)} | {plain} | {ratio} |"


def paired(
    ours: Callable[[], object], plain: Callable[[], object], *, rounds: int = 5
) -> tuple[float, float]:
    """Median seconds of each, run A B A B after one warm-up of both."""
    ours(), plain()
    times: list[tuple[float, float]] = [(timed(ours), timed(plain)) for _ in range(rounds)]
    return median(a for a, _ in times), median(b for _, b in times)


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.2f} ms" if seconds >= 0.001 else f"{seconds * 1e6:.1f} µs"

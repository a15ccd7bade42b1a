"""Two ways of doing the same thing, timed in turn."""

import time
from collections.abc import Callable, Iterable, Sequence
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
    def cells(self) -> tuple[str, str, str, str]:
        plain = f"{self.plain}: {duration(self.plain_s)}" if self.plain_s is not None else ""
        ratio = times(self.plain_s / self.ours_s) if self.plain_s is not None else ""
        return self.what, f"{self.ours}: {duration(self.ours_s)}", plain, ratio


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """In markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def paired(
    ours: Callable[[], object], plain: Callable[[], object], *, rounds: int = 5
) -> tuple[float, float]:
    """Median seconds of each, run A B A B after one warm-up of both."""
    ours(), plain()
    pairs = [(timed(ours), timed(plain)) for _ in range(rounds)]
    return median(a for a, _ in pairs), median(b for _, b in pairs)


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time: what else the machine does counts for neither side."""
    started = time.process_time()
    work()
    return time.process_time() - started


def duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.2f} ms" if seconds >= 0.001 else f"{seconds * 1e6:.1f} µs"


def times(ratio: float) -> str:
    return f"{ratio:.1f}x"

"""Rates with Wilson intervals."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
LOW_N_BELOW = 25
"""Below this n a rate is shown muted, as its interval is too wide to rank by."""


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return Wilson's 95% score interval of a share of `n` independent observations. `n` may be any
    positive number, as an effective sample size is rarely whole.
    """
    z2 = Z_95**2
    centre = share + z2 / (2 * n)
    spread = Z_95 * sqrt(share * (1 - share) / n + z2 / (4 * n**2))
    low, high = (centre - spread) / (1 + z2 / n), (centre + spread) / (1 + z2 / n)
    return max(0.0, low), min(1.0, high)


@dataclass(frozen=True, slots=True)
class Rate:
    """`hits` of `n`, with a Wilson 95% interval inside [0, 1]; undefined if `n` is 0."""

    hits: int
    n: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.n:
            raise ValueError(f"{self.hits} of {self.n} is not a rate")

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson score interval at 95 %."""
        return wilson(self.hits / self.n, self.n) if self.n else None

    @property
    def low_n(self) -> bool:
        return self.n < LOW_N_BELOW

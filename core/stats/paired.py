"""Two models on the same questions: how far apart, and could it be chance?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, fsum, lgamma, log

import numpy as np

from core.stats.rates import MUTED_BELOW

RESAMPLES = 4000


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """`n` questions both models answered. `first` and `second` are their mean scores in [0, 1],
    `first_better` and `second_better` the questions one of them answered more often rightly.

    `p_value` is McNemar's exact two-sided one. `interval` holds the difference first - second at
    95 %, from resampling whole questions.
    """

    n: int
    first: float
    second: float
    first_better: int
    second_better: int
    interval: tuple[float, float]
    p_value: float

    @property
    def difference(self) -> float:
        return self.first - self.second

    @property
    def muted(self) -> bool:
        return self.n < MUTED_BELOW


def paired_difference(
    scores: Iterable[tuple[float, float]], *, seed: int = 0, resamples: int = RESAMPLES
) -> PairedDifference | None:
    """From one pair of scores in [0, 1] a question: the mean over its attempts, which are thereby
    resampled together. None without questions. The same arguments give the same interval.
    """
    pairs = list(scores)
    if not pairs:
        return None
    first, second = (fsum(side) / len(pairs) for side in zip(*pairs, strict=True))
    apart = np.array(pairs, dtype=float) @ (1.0, -1.0)
    better, worse = int((apart > 0).sum()), int((apart < 0).sum())
    return PairedDifference(
        n=len(pairs),
        first=first,
        second=second,
        first_better=better,
        second_better=worse,
        interval=_interval(apart, seed, resamples),
        p_value=mcnemar_exact(better, worse),
    )


def _interval(
    apart: "np.ndarray[tuple[int], np.dtype[np.float64]]", seed: int, resamples: int
) -> tuple[float, float]:
    """The percentile bootstrap, with one question more that speaks for each side: else questions
    that all agree would leave no doubt, however few they are (Bonett and Price, 2012).
    """
    values, counts = np.unique(np.append(apart, (1.0, -1.0)), return_counts=True)
    size = int(counts.sum())
    drawn = np.random.default_rng(seed).multinomial(size, counts / size, size=resamples)
    low, high = np.quantile(drawn @ values / size, (0.025, 0.975))
    return float(low), float(high)


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """How likely chance alone parts the pairs that differ as unevenly as this, or more so."""
    n, fewer = only_first + only_second, min(only_first, only_second)
    everything = lgamma(n + 1) - n * log(2)
    tail = fsum(exp(everything - lgamma(k + 1) - lgamma(n - k + 1)) for k in range(fewer + 1))
    return min(1.0, 2 * tail)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p, in the order given: below 0.05 in any of them, and one in twenty such
    families at most speaks of a difference that is not there.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    scaled = ((len(order) - rank) * p_values[at] for rank, at in enumerate(order))
    adjusted = dict(zip(order, accumulate(scaled, max), strict=True))
    return [min(1.0, adjusted[at]) for at in range(len(p_values))]

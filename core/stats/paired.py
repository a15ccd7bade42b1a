"""The difference of two models on the same questions: interval and significance."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, fsum, lgamma, log, sqrt

import numpy as np
import numpy.typing as npt

from core.stats.clustered_rates import FEWEST_CLUSTERS
from core.stats.rates import LOW_N_BELOW
from core.stats.student_t import t_p_value, t_quantile

RESAMPLES = 4000
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The difference of two models on `n` questions that both answered, in `clusters` such as
    chapters. `first` and `second` are their mean scores in [0, 1], `first_better` and
    `second_better` count the questions on which that model scored higher.

    `interval` is the 95% interval of first - second. Where no two questions share a cluster, it
    comes from resampling questions, and `p_value` is McNemar's exact two-sided one. Else both are
    Student's t with clustered errors, never more certain than without clusters.
    """

    n: int
    first: float
    second: float
    first_better: int
    second_better: int
    interval: tuple[float, float]
    p_value: float
    clusters: int

    @property
    def difference(self) -> float:
        return self.first - self.second

    @property
    def is_independent(self) -> bool:
        """Whether no two questions share a cluster."""
        return self.clusters == self.n

    @property
    def too_few(self) -> bool:
        """Whether there are too few clusters to judge the difference."""
        return not self.is_independent and self.clusters < FEWEST_CLUSTERS

    @property
    def low_n(self) -> bool:
        return self.n < LOW_N_BELOW


def paired_difference(
    scores: Iterable[tuple[float, float]],
    clusters: Sequence[Hashable] | None = None,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> PairedDifference | None:
    """Compare two models by one pair of scores in [0, 1] per question: the means over its
    attempts, which are thereby resampled together. `clusters` names the passage or chapter of each
    question; None: each is a cluster of its own. Return None without questions. The same arguments
    give the same interval.
    """
    pairs = list(scores)
    if not pairs:
        return None
    first, second = (fsum(side) / len(pairs) for side in zip(*pairs, strict=True))
    differences = np.array(pairs, dtype=float) @ (1.0, -1.0)
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    p_value = mcnemar_exact(better, worse)
    groups = len(pairs) if clusters is None else len(set(clusters))
    if clusters is None or groups == len(pairs):
        interval = _resampled(differences, seed, resamples)
    else:
        interval, clustered_p = _clustered(differences, clusters)
        p_value = max(p_value, clustered_p)
    return PairedDifference(
        n=len(pairs),
        first=first,
        second=second,
        first_better=better,
        second_better=worse,
        interval=interval,
        p_value=p_value,
        clusters=groups,
    )


def _clustered(
    differences: Floats, clusters: Sequence[Hashable]
) -> tuple[tuple[float, float], float]:
    """Return interval and p value of the mean difference, by Student's t over clusters."""
    n, mean = len(differences), float(differences.mean())
    order = {cluster: index for index, cluster in enumerate(dict.fromkeys(clusters))}
    members = np.array([order[cluster] for cluster in clusters])
    sizes = np.bincount(members).astype(float)
    balanced = n * n / float((sizes**2).sum())
    padded = np.append(differences, (1.0, -1.0))
    variance = float(padded.var()) / len(padded)
    if balanced > 1:
        sums = np.bincount(members, weights=differences - mean)
        between = float((sums**2).sum()) * balanced / (balanced - 1) / n**2
        variance = max(variance, between)
    df = round(max(1.0, balanced - 1), 1)
    error, t = sqrt(variance), t_quantile(df)
    interval = max(-1.0, mean - t * error), min(1.0, mean + t * error)
    return interval, t_p_value(mean / error, df)


def _resampled(differences: Floats, seed: int, resamples: int) -> tuple[float, float]:
    """Return the percentile bootstrap interval, with one question added in favour of each model:
    else a few questions with equal scores would give an interval of width 0 (Bonett and Price,
    2012).
    """
    values, counts = np.unique(np.append(differences, (1.0, -1.0)), return_counts=True)
    size = int(counts.sum())
    drawn = np.random.default_rng(seed).multinomial(size, counts / size, size=resamples)
    low, high = np.quantile(drawn @ values / size, (0.025, 0.975))
    return float(low), float(high)


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Return McNemar's exact two-sided p value of the counts of discordant pairs."""
    n, fewer = only_first + only_second, min(only_first, only_second)
    log_scale = lgamma(n + 1) - n * log(2)
    tail = fsum(exp(log_scale - lgamma(k + 1) - lgamma(n - k + 1)) for k in range(fewer + 1))
    return min(1.0, 2 * tail)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p values, in the given order: if those below 0.05 are called
    significant, at most one family in twenty holds a false positive.
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    scaled = ((len(order) - rank) * p_values[index] for rank, index in enumerate(order))
    adjusted = dict(zip(order, accumulate(scaled, max), strict=True))
    return [min(1.0, adjusted[index]) for index in range(len(p_values))]

"""Rates over results that are not independent: several per question, passage or chapter."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from core.stats.rates import LOW_N_BELOW, Z_95, wilson
from core.stats.student_t import t_quantile

FEWEST_CLUSTERS = 10
"""With fewer clusters the variance between them is too uncertain for a 95% interval."""
ENOUGH_OF_EACH = 5
"""From this many hits and misses the variance between clusters is fully trusted."""


class ClusterUnit(StrEnum):
    """The thing that the results of one cluster share."""

    QUESTION = "question"
    PASSAGE = "passage"
    CHAPTER = "chapter"


@dataclass(frozen=True, slots=True)
class ClusteredRate:
    """A rate of `hits` out of `n` results in `clusters`.

    `spread`: the sum over clusters of (hits - share * results) squared.
    `balanced`: the number of equally large clusters with the same information (Kish); 0 stands
    for `clusters`.
    `items`: the number of questions, by which `low_n` is decided; 0 stands for `clusters`.

    The interval is Wilson's at an effective sample size: the number of independent results whose
    share would vary as much as this one does between clusters, reduced by Student's t for a
    variance estimated from few clusters. One result a cluster gives exactly `Rate`'s interval.
    docs/measurements/coverage.md shows how often it contains the true rate.
    """

    hits: int
    n: int
    clusters: int
    spread: float = 0.0
    balanced: float = 0.0
    items: int = 0
    unit: ClusterUnit = ClusterUnit.QUESTION

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.n or not min(1, self.n) <= self.clusters <= self.n:
            raise ValueError(f"{self.hits} of {self.n} in {self.clusters} clusters is not a rate")
        if not self.balanced:
            object.__setattr__(self, "balanced", float(self.clusters))
        if not self.items:
            object.__setattr__(self, "items", self.clusters)

    @classmethod
    def independent(cls, hits: int, n: int) -> "ClusteredRate":
        """Create a rate with one result in each cluster."""
        return cls.from_sums(n, hits, n, hits, hits, n)

    @classmethod
    def from_counts(cls, counts: Iterable[tuple[int, int]]) -> "ClusteredRate":
        """Create a rate from (hits, results) of each cluster; empty clusters do not count."""
        clusters = hits = n = hits_squared = hits_by_n = n_squared = 0
        for cluster_hits, results in counts:
            if results:
                clusters += 1
                hits += cluster_hits
                n += results
                hits_squared += cluster_hits * cluster_hits
                hits_by_n += cluster_hits * results
                n_squared += results * results
        return cls.from_sums(clusters, hits, n, hits_squared, hits_by_n, n_squared)

    @classmethod
    def from_sums(
        cls, clusters: int, hits: int, n: int, hits_squared: int, hits_by_n: int, n_squared: int
    ) -> "ClusteredRate":
        """Create a rate from sums over clusters, as a database computes them: of 1, hits, results,
        hits^2, hits * results and results^2.
        """
        share = hits / n if n else 0.0
        spread = hits_squared - 2 * share * hits_by_n + share**2 * n_squared
        balanced = n * n / n_squared if n_squared else 0.0
        return cls(hits, n, clusters, max(0.0, spread), balanced)

    @property
    def complement(self) -> "ClusteredRate":
        """The rate of results that are no hits; its spread is the same."""
        return replace(self, hits=self.n - self.hits)

    def of(self, unit: ClusterUnit, items: int) -> "ClusteredRate":
        """Return the rate with `items` questions, clustered by `unit` (passages or chapters)."""
        return replace(self, unit=unit, items=items)

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def is_independent(self) -> bool:
        """Whether no two results share a cluster."""
        return self.clusters == self.n

    @property
    def too_few(self) -> bool:
        """Whether there are too few clusters to show an interval; pages say so instead."""
        return not self.is_independent and self.clusters < FEWEST_CLUSTERS

    @property
    def effective_n(self) -> float:
        """The number of independent results with the same variance, above 0 and at most n.

        With few hits or few misses the variance between clusters is uncertain; the fewer there
        are, the closer this gets to one result per cluster (`balanced`).
        """
        if self.is_independent:
            return float(self.n)
        if self.balanced <= 1 or self.hits in (0, self.n):
            return self.balanced
        share = self.hits / self.n
        variance = self.spread * self.balanced / (self.balanced - 1) / self.n**2
        independent = share * (1 - share) / self.n
        estimated_n = self.n * min(1.0, independent / variance) if variance else float(self.n)
        trust = min(1.0, min(self.hits, self.n - self.hits) / ENOUGH_OF_EACH)
        return 1 / (trust / estimated_n + (1 - trust) / min(self.balanced, estimated_n))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval in [0, 1]; None without results."""
        if not self.n:
            return None
        if self.is_independent or self.hits in (0, self.n):
            return wilson(self.hits / self.n, self.effective_n)
        t = t_quantile(round(max(1.0, self.balanced - 1), 1))
        return wilson(self.hits / self.n, self.effective_n * (Z_95 / t) ** 2)

    @property
    def low_n(self) -> bool:
        """Whether there are too few items to rank by; repeats of an item do not count."""
        return self.items < LOW_N_BELOW

"""Rates over attempts that are not independent: several at one question."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.stats.rates import MUTED_BELOW, wilson


@dataclass(frozen=True, slots=True)
class ClusteredRate:
    """`hits` of `n` attempts at `clusters` questions; `spread` is the sum over questions of
    (hits - share * attempts) squared.

    The interval is Wilson's at the effective sample size: the number of independent attempts whose
    share would vary as much as this one does between questions. One attempt a question gives
    exactly `Rate`'s interval; the same answer in all attempts at each question gives that of the
    questions alone.
    """

    hits: int
    n: int
    clusters: int
    spread: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.n or not min(1, self.n) <= self.clusters <= self.n:
            raise ValueError(f"{self.hits} of {self.n} in {self.clusters} clusters is not a rate")

    @classmethod
    def independent(cls, hits: int, n: int) -> "ClusteredRate":
        """One attempt a question."""
        return cls.of_sums(n, hits, n, hits, hits, n)

    @classmethod
    def from_counts(cls, counts: Iterable[tuple[int, int]]) -> "ClusteredRate":
        """From (hits, attempts) of each question; questions without attempts do not count."""
        clusters = hits = n = hits_squared = hits_by_n = n_squared = 0
        for ours, attempts in counts:
            if attempts:
                clusters += 1
                hits += ours
                n += attempts
                hits_squared += ours * ours
                hits_by_n += ours * attempts
                n_squared += attempts * attempts
        return cls.of_sums(clusters, hits, n, hits_squared, hits_by_n, n_squared)

    @classmethod
    def of_sums(
        cls, clusters: int, hits: int, n: int, hits_squared: int, hits_by_n: int, n_squared: int
    ) -> "ClusteredRate":
        """From sums over questions, as a database counts them: of 1, hits, attempts, hits^2,
        hits * attempts and attempts^2.
        """
        share = hits / n if n else 0.0
        spread = hits_squared - 2 * share * hits_by_n + share**2 * n_squared
        return cls(hits, n, clusters, max(0.0, spread))

    def of_the_same(self, hits: int) -> "ClusteredRate":
        """Another count of the same attempts, of which it is not known which question has how
        many: taken as if those at one question always ended alike, so no interval is too narrow.
        """
        share = hits / self.n if self.n else 0.0
        apart = share * (1 - share) * self.n**2 * (self.clusters - 1)
        return ClusteredRate(
            hits, self.n, self.clusters, apart / self.clusters**2 if self.clusters else 0.0
        )

    @property
    def value(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def effective_n(self) -> float:
        """Between 0 and n. Where all attempts ended alike nothing tells how attempts at one
        question hang together; then each question counts once.
        """
        if self.clusters == self.n:
            return float(self.n)
        if self.clusters == 1 or self.hits in (0, self.n):
            return float(self.clusters)
        share = self.hits / self.n
        variance = self.spread * self.clusters / (self.clusters - 1) / self.n**2
        independent = share * (1 - share) / self.n
        return self.n * min(1.0, independent / variance) if variance else float(self.n)

    @property
    def interval(self) -> tuple[float, float] | None:
        """At 95 %; None without attempts."""
        return wilson(self.hits / self.n, self.effective_n) if self.n else None

    @property
    def muted(self) -> bool:
        """Questions count here: asking the same few again makes nothing surer."""
        return self.clusters < MUTED_BELOW

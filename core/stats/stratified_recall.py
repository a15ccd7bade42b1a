"""How much of what is bad was caught, when people looked at some of everything only."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.stats.rates import MUTED_BELOW

DRAWS = 4000


@dataclass(frozen=True, slots=True)
class Stratum:
    """`total` items of one kind, of which people decided `decided` and found `bad` of them bad."""

    total: int
    decided: int
    bad: int

    def __post_init__(self) -> None:
        if not 0 <= self.bad <= self.decided <= self.total:
            raise ValueError(f"{self.bad} bad of {self.decided} decided of {self.total}")


@dataclass(frozen=True, slots=True)
class Recall:
    """`value` in [0, 1] with its interval at 95 %; `bad` counts the bad items that were seen, in
    `groups` groups that people looked at.
    """

    value: float
    interval: tuple[float, float]
    bad: int
    groups: int = 1

    @property
    def muted(self) -> bool:
        return self.bad < MUTED_BELOW


@dataclass(frozen=True, slots=True)
class ReviewedGroup:
    """Items that were reviewed apart from those of other groups, such as the results of one run."""

    caught: Stratum
    missed: Sequence[Stratum]

    @property
    def strata(self) -> Sequence[Stratum]:
        """Those that have items."""
        return [one for one in (self.caught, *self.missed) if one.total]

    @property
    def is_known(self) -> bool:
        """Whether people looked into all of it."""
        return bool(self.strata) and all(one.decided for one in self.strata)


def recall(
    caught: Stratum, missed: Sequence[Stratum], *, seed: int = 0, draws: int = DRAWS
) -> Recall | None:
    """The share of all bad items that lie in `caught`. Each stratum counts as a whole: what people
    decided in it stands for the rest of it, so that it matters not that they look at flagged items
    first. None where nobody looked into one of the strata, or nothing bad was seen.

    The interval is of draws from each stratum's Jeffreys posterior, Beta(bad + 1/2, good + 1/2).
    """
    return recall_of_groups([ReviewedGroup(caught, missed)], seed=seed, draws=draws)


def recall_of_groups(
    groups: Sequence[ReviewedGroup], *, seed: int = 0, draws: int = DRAWS
) -> Recall | None:
    """As `recall`, over several groups: what people decided in one says nothing of another, so
    that groups into which nobody looked, or not into all their strata, are left out. None, too,
    where that leaves out every group in which anything was caught: of the others all is missed.
    """
    known = [one for one in groups if one.is_known]
    if any(one.caught.total for one in groups) and not any(one.caught.total for one in known):
        return None
    bad = sum(stratum.bad for one in known for stratum in one.strata)
    if not bad:
        return None
    ours = sum(_expected(one.caught) for one in known)
    whole = sum(_expected(stratum) for one in known for stratum in one.strata)
    chances = np.random.default_rng(seed)
    caught, missed = np.zeros(draws), np.zeros(draws)
    for one in known:
        caught += _drawn(one.caught, chances, draws)
        for stratum in one.missed:
            missed += _drawn(stratum, chances, draws)
    value = ours / whole
    low, high = np.quantile(caught / (caught + missed), (0.025, 0.975))
    return Recall(value, (min(float(low), value), max(float(high), value)), bad, len(known))


def _drawn(stratum: Stratum, chances: np.random.Generator, draws: int) -> npt.NDArray[np.float64]:
    """How many bad items it may have."""
    if not stratum.total:
        return np.zeros(draws)
    good = stratum.decided - stratum.bad
    return stratum.total * chances.beta(stratum.bad + 0.5, good + 0.5, draws)


def _expected(stratum: Stratum) -> float:
    return stratum.total * stratum.bad / stratum.decided if stratum.decided else 0.0

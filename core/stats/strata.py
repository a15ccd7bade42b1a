"""How much of what is bad was caught, when people looked at some of everything only."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

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
    """`value` in [0, 1] with its interval at 95 %; `bad` counts the bad items that were seen."""

    value: float
    interval: tuple[float, float]
    bad: int

    @property
    def muted(self) -> bool:
        return self.bad < MUTED_BELOW


def recall(
    caught: Stratum, missed: Sequence[Stratum], *, seed: int = 0, draws: int = DRAWS
) -> Recall | None:
    """The share of all bad items that lie in `caught`. Each stratum counts as a whole: what people
    decided in it stands for the rest of it, so that it matters not that they look at flagged items
    first. None where nobody looked into one of the strata, or nothing bad was seen.

    The interval is of draws from each stratum's Jeffreys posterior, Beta(bad + 1/2, good + 1/2).
    """
    strata = [one for one in (caught, *missed) if one.total]
    bad = sum(one.bad for one in strata)
    if not bad or any(not one.decided for one in strata):
        return None
    ours = _expected(caught)
    value = ours / (ours + sum(map(_expected, missed)))
    chances = np.random.default_rng(seed)
    drawn = [
        one.total * chances.beta(one.bad + 0.5, one.decided - one.bad + 0.5, draws)
        if one.total
        else np.zeros(draws)
        for one in (caught, *missed)
    ]
    low, high = np.quantile(drawn[0] / np.sum(drawn, axis=0), (0.025, 0.975))
    return Recall(value, (min(float(low), value), max(float(high), value)), bad)


def _expected(stratum: Stratum) -> float:
    return stratum.total * stratum.bad / stratum.decided if stratum.decided else 0.0

"""Recall of bad items, estimated from strata of which people reviewed only a part."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.stats.rates import LOW_N_BELOW

DRAWS = 4000


@dataclass(frozen=True, slots=True)
class Stratum:
    """`total` items of one kind; people reviewed `decided` of them and found `bad` of those bad."""

    total: int
    decided: int
    bad: int

    def __post_init__(self) -> None:
        if not 0 <= self.bad <= self.decided <= self.total:
            raise ValueError(f"{self.bad} bad of {self.decided} decided of {self.total}")


@dataclass(frozen=True, slots=True)
class Recall:
    """An estimate in [0, 1] with its 95% interval; `bad` counts the reviewed bad items, `groups`
    the groups that the estimate uses.
    """

    value: float
    interval: tuple[float, float]
    bad: int
    groups: int = 1

    @property
    def low_n(self) -> bool:
        return self.bad < LOW_N_BELOW


@dataclass(frozen=True, slots=True)
class ReviewedGroup:
    """Items that were reviewed apart from those of other groups, such as the results of one run."""

    caught: Stratum
    missed: Sequence[Stratum]

    @property
    def strata(self) -> Sequence[Stratum]:
        """The strata that hold items."""
        return [stratum for stratum in (self.caught, *self.missed) if stratum.total]

    @property
    def is_known(self) -> bool:
        """Whether people reviewed something in every stratum."""
        return bool(self.strata) and all(stratum.decided for stratum in self.strata)


def recall(
    caught: Stratum, missed: Sequence[Stratum], *, seed: int = 0, draws: int = DRAWS
) -> Recall | None:
    """Estimate the share of all bad items that lie in `caught`, in [0, 1].

    The reviewed items of each stratum are scaled up to its total, so reviewing flagged items first
    does not bias the estimate. None if a stratum was not reviewed or no bad item was seen.

    The interval comes from draws of each stratum's Jeffreys posterior, Beta(bad + 1/2, good + 1/2).
    """
    return recall_of_groups([ReviewedGroup(caught, missed)], seed=seed, draws=draws)


def recall_of_groups(
    groups: Sequence[ReviewedGroup], *, seed: int = 0, draws: int = DRAWS
) -> Recall | None:
    """Like `recall`, over several groups; those with an unreviewed stratum are left out.

    Reviews of one group are no evidence about another. None also if every group with caught
    items is left out: the estimate would then be 0 by construction.
    """
    reviewed_groups = [group for group in groups if group.is_known]
    if any(group.caught.total for group in groups) and not any(
        group.caught.total for group in reviewed_groups
    ):
        return None
    bad = sum(stratum.bad for group in reviewed_groups for stratum in group.strata)
    if not bad:
        return None
    expected_caught = sum(_expected_bad(group.caught) for group in reviewed_groups)
    expected_bad = sum(
        _expected_bad(stratum) for group in reviewed_groups for stratum in group.strata
    )
    generator = np.random.default_rng(seed)
    caught, missed = np.zeros(draws), np.zeros(draws)
    for group in reviewed_groups:
        caught += _posterior_draws(group.caught, generator, draws)
        for stratum in group.missed:
            missed += _posterior_draws(stratum, generator, draws)
    value = expected_caught / expected_bad
    low, high = np.quantile(caught / (caught + missed), (0.025, 0.975))
    return Recall(
        value, (min(float(low), value), max(float(high), value)), bad, len(reviewed_groups)
    )


def _posterior_draws(
    stratum: Stratum, generator: "np.random.Generator", draws: int
) -> npt.NDArray[np.float64]:
    """Posterior draws of the number of bad items in a stratum."""
    if not stratum.total:
        return np.zeros(draws)
    good = stratum.decided - stratum.bad
    return stratum.total * generator.beta(stratum.bad + 0.5, good + 0.5, draws)


def _expected_bad(stratum: Stratum) -> float:
    return stratum.total * stratum.bad / stratum.decided if stratum.decided else 0.0

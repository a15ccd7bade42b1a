"""Do people who decide on the same items independently agree more than chance would have them?"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.stats.rates import MUTED_BELOW

RESAMPLES = 2000
Coefficient = Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]
"""From how often each item is drawn, a row for each resample, to one value for each."""
Opinions = Mapping[Hashable, Sequence[tuple[Hashable, Hashable]]]
"""item -> (reviewer, what they said), one for each reviewer of the item."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient over `n` items with two opinions or more: 1 where all agree, 0 where they
    agree as often as chance would have it. `observed` is how often two opinions agree.

    `value` is None where it is undefined: with no such item, or when everybody always said the
    same, which chance would have too. `interval` at 95 %, from resampling items; None with it.
    """

    n: int
    observed: float | None
    value: float | None
    interval: tuple[float, float] | None

    @property
    def muted(self) -> bool:
        return self.n < MUTED_BELOW


def cohen_kappa(
    opinions: Opinions,
    first: Hashable,
    second: Hashable,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Agreement:
    """Of two reviewers, over the items both decided (Cohen, 1960)."""
    said = [dict(one) for one in opinions.values()]
    both = [(one[first], one[second]) for one in said if first in one and second in one]
    kinds = {kind: at for at, kind in enumerate(dict.fromkeys(k for pair in both for k in pair))}
    counts = np.zeros((len(both), len(kinds) ** 2))
    for row, (ours, theirs) in enumerate(both):
        counts[row, kinds[ours] * len(kinds) + kinds[theirs]] = 1

    def kappa(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        table = (weights @ counts).reshape(-1, len(kinds), len(kinds))
        n = table.sum(axis=(1, 2))
        agreed = np.trace(table, axis1=1, axis2=2) / n
        chance = (table.sum(axis=2) * table.sum(axis=1)).sum(axis=1) / n**2
        return _beyond(agreed, chance)

    agreed = sum(ours == theirs for ours, theirs in both)
    observed = agreed / len(both) if both else None
    return _agreement(len(both), observed, kappa, seed, resamples)


def krippendorff_alpha(
    opinions: Opinions, *, seed: int = 0, resamples: int = RESAMPLES
) -> Agreement:
    """Of any number of reviewers, for nominal values, whoever is missing where (Krippendorff,
    "Computing Krippendorff's Alpha-Reliability", 2011).
    """
    units = [[kind for _who, kind in one] for one in opinions.values() if len(one) > 1]
    kinds = {kind: at for at, kind in enumerate(dict.fromkeys(k for unit in units for k in unit))}
    values = np.zeros((len(units), len(kinds)))
    for row, unit in enumerate(units):
        for kind, times in Counter(unit).items():
            values[row, kinds[kind]] = times
    sizes = values.sum(axis=1)
    apart = (sizes**2 - (values**2).sum(axis=1)) / np.maximum(sizes - 1, 1)

    def alpha(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        totals = weights @ values
        n = totals.sum(axis=1)
        chance = 1 - (n**2 - (totals**2).sum(axis=1)) / (n * (n - 1))
        return _beyond(1 - weights @ apart / n, chance)

    pairs = [one == other for unit in units for one, other in combinations(unit, 2)]
    observed = sum(pairs) / len(pairs) if pairs else None
    return _agreement(len(units), observed, alpha, seed, resamples)


def reviewer_pairs(opinions: Opinions) -> Iterable[tuple[Hashable, Hashable, int]]:
    """Reviewers who decided on the same items, and on how many; the most first."""
    shared: Counter[tuple[Hashable, Hashable]] = Counter()
    for said in opinions.values():
        shared.update(combinations(sorted((who for who, _kind in said), key=str), 2))
    return [(*pair, n) for pair, n in shared.most_common()]


def _beyond(
    agreed: npt.NDArray[np.float64], chance: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """NaN where chance alone would agree always."""
    room = 1 - chance
    defined = room > 1e-12
    return np.where(defined, (agreed - chance) / np.where(defined, room, 1.0), np.nan)


def _agreement(
    n: int, observed: float | None, coefficient: Coefficient, seed: int, resamples: int
) -> Agreement:
    if not n:
        return Agreement(n, observed, None, None)
    value = float(coefficient(np.ones((1, n)))[0])
    if np.isnan(value):
        return Agreement(n, observed, None, None)
    drawn = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=resamples)
    low, high = np.nanquantile(coefficient(drawn.astype(float)), (0.025, 0.975))
    return Agreement(n, observed, value, (float(low), float(high)))

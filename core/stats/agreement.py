"""Inter-rater agreement beyond chance: Cohen's kappa and Krippendorff's alpha."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.stats.rates import LOW_N_BELOW, wilson

RESAMPLES = 2000
ItemOpinions = tuple[tuple[Hashable, Hashable], ...]
"""The opinions on one item: (reviewer, opinion), one pair for each reviewer."""
OpinionCounts = Mapping[ItemOpinions, int]
"""Opinions on an item -> number of items with exactly these opinions."""
Floats = npt.NDArray[np.float64]
Kinds = Counter[tuple[Hashable, ...]]
"""Number of items of each kind, where items with the same opinions are of one kind."""
Measure = Callable[[Floats], tuple[Floats, Floats]]
"""Maps weights, (resamples, kinds), to observed and expected agreement, each (resamples,)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient over `n` items with two opinions or more: 1 is full agreement, 0 is as much as
    by chance. `observed` is the share of pairs of opinions that agree.

    `value` is None where it is undefined: with no such item, or if all opinions are the same, so
    that chance agreement is 1. `interval` is None with it, else the 95% bootstrap interval over
    items, never narrower than the one from Wilson's interval of the observed agreement, since a
    few items that all agree give the same value in every resample.
    """

    n: int
    observed: float | None
    value: float | None
    interval: tuple[float, float] | None

    @property
    def low_n(self) -> bool:
        return self.n < LOW_N_BELOW


def cohen_kappa(
    opinions: OpinionCounts,
    first: Hashable,
    second: Hashable,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Agreement:
    """Return the kappa of two reviewers over the items that both decided (Cohen, 1960)."""
    both: Kinds = Counter()
    for opinion_pairs, items in opinions.items():
        by_reviewer = dict(opinion_pairs)
        if first in by_reviewer and second in by_reviewer:
            both[by_reviewer[first], by_reviewer[second]] += items
    both = _ordered(both)
    kinds = {
        kind: index
        for index, kind in enumerate(dict.fromkeys(opinion for pair in both for opinion in pair))
    }
    cells = np.zeros((len(both), len(kinds) ** 2))
    for row, (first_opinion, second_opinion) in enumerate(both):
        cells[row, kinds[first_opinion] * len(kinds) + kinds[second_opinion]] = 1

    def kappa(weights: Floats) -> tuple[Floats, Floats]:
        table = (weights @ cells).reshape(-1, len(kinds), len(kinds))
        n = table.sum(axis=(1, 2))
        agreed = np.trace(table, axis1=1, axis2=2) / n
        chance = (table.sum(axis=2) * table.sum(axis=1)).sum(axis=1) / n**2
        return agreed, chance

    agreed = sum(
        items
        for (first_opinion, second_opinion), items in both.items()
        if first_opinion == second_opinion
    )
    return _agreement(both, agreed, both.total(), kappa, seed, resamples)


def krippendorff_alpha(
    opinions: OpinionCounts, *, seed: int = 0, resamples: int = RESAMPLES
) -> Agreement:
    """Return the alpha of any number of reviewers for nominal values; opinions may be missing
    (Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011).
    """
    units: Kinds = Counter()
    for opinion_pairs, items in opinions.items():
        if len(opinion_pairs) > 1:
            units[tuple(sorted((kind for _reviewer, kind in opinion_pairs), key=str))] += items
    units = _ordered(units)
    kinds = {
        kind: index
        for index, kind in enumerate(dict.fromkeys(value for unit in units for value in unit))
    }
    values = np.zeros((len(units), len(kinds)))
    for row, unit in enumerate(units):
        for kind, times in Counter(unit).items():
            values[row, kinds[kind]] = times
    sizes = values.sum(axis=1)
    disagreements = (sizes**2 - (values**2).sum(axis=1)) / np.maximum(sizes - 1, 1)

    def alpha(weights: Floats) -> tuple[Floats, Floats]:
        totals = weights @ values
        n = totals.sum(axis=1)
        chance = 1 - (n**2 - (totals**2).sum(axis=1)) / (n * (n - 1))
        return 1 - weights @ disagreements / n, chance

    agreed = pairs = 0
    for unit, items in units.items():
        compared = [left == right for left, right in combinations(unit, 2)]
        agreed += items * sum(compared)
        pairs += items * len(compared)
    return _agreement(units, agreed, pairs, alpha, seed, resamples)


def reviewer_pairs(opinions: OpinionCounts) -> Iterable[tuple[Hashable, Hashable, int]]:
    """Return (reviewer, reviewer, number of items that both decided), the largest number first."""
    shared: Counter[tuple[Hashable, Hashable]] = Counter()
    for opinion_pairs, items in opinions.items():
        for pair in combinations(
            sorted((reviewer for reviewer, _kind in opinion_pairs), key=str), 2
        ):
            shared[pair] += items
    return [(*pair, n) for pair, n in shared.most_common()]


def _ordered(kinds: Kinds) -> Kinds:
    """Sort the kinds, so that a seed gives the same resamples in whatever order they were read."""
    return Counter(dict(sorted(kinds.items(), key=str)))


def _chance_corrected(agreed: Floats, chance: Floats) -> Floats:
    """Return (agreed - chance) / (1 - chance); NaN where the chance agreement is 1."""
    beyond_chance = 1 - chance
    defined = beyond_chance > 1e-12
    return np.where(defined, (agreed - chance) / np.where(defined, beyond_chance, 1.0), np.nan)


def _agreement(
    kinds: Kinds, agreed: int, pairs: int, measure: Measure, seed: int, resamples: int
) -> Agreement:
    """Measure the kinds, `agreed` of whose `pairs` of opinions agree, with a bootstrap interval.

    Resampling items is drawing multinomial counts of their kinds.
    """
    n = kinds.total()
    if not n:
        return Agreement(n, None, None, None)
    items = np.array(list(kinds.values()), dtype=float)
    share, chance = measure(items[np.newaxis])
    value = float(_chance_corrected(share, chance)[0])
    if np.isnan(value):
        return Agreement(n, agreed / pairs, None, None)
    drawn = np.random.default_rng(seed).multinomial(n, items / n, size=resamples)
    resampled = np.nanquantile(_chance_corrected(*measure(drawn.astype(float))), (0.025, 0.975))
    fixed = _chance_corrected(np.array(wilson(float(share[0]), n)), chance)
    low, high = min(resampled[0], fixed[0]), max(resampled[1], fixed[1])
    return Agreement(n, agreed / pairs, value, (max(-1.0, float(low)), min(1.0, float(high))))

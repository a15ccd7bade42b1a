"""Do people who decide on the same items independently agree more than chance would have them?"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from core.stats.rates import MUTED_BELOW, wilson

RESAMPLES = 2000
Said = tuple[tuple[Hashable, Hashable], ...]
"""What each reviewer of an item said: (reviewer, what they said), one for each of them."""
Opinions = Mapping[Said, int]
"""What was said of an item -> of how many items."""
Floats = npt.NDArray[np.float64]
Kinds = Counter[tuple[Hashable, ...]]
"""Items that are alike in all that counts, and how many there are of each kind."""
Measure = Callable[[Floats], tuple[Floats, Floats]]
"""From how often each kind of item is drawn, a row for each resample, to how often two opinions
agree in each, and how often chance would have them agree.
"""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient over `n` items with two opinions or more: 1 where all agree, 0 where they
    agree as often as chance would have it. `observed` is how often two opinions agree.

    `value` is None where it is undefined: with no such item, or when everybody always said the
    same, which chance would have too. `interval` at 95 %, None with it: from resampling items, and
    never narrower than Wilson's of `observed` at the same chance, since a few items that all agree
    are alike in every resample.
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
    both: Kinds = Counter()
    for said, items in opinions.items():
        one = dict(said)
        if first in one and second in one:
            both[one[first], one[second]] += items
    both = _ordered(both)
    kinds = {kind: at for at, kind in enumerate(dict.fromkeys(k for pair in both for k in pair))}
    cells = np.zeros((len(both), len(kinds) ** 2))
    for row, (ours, theirs) in enumerate(both):
        cells[row, kinds[ours] * len(kinds) + kinds[theirs]] = 1

    def kappa(weights: Floats) -> tuple[Floats, Floats]:
        table = (weights @ cells).reshape(-1, len(kinds), len(kinds))
        n = table.sum(axis=(1, 2))
        agreed = np.trace(table, axis1=1, axis2=2) / n
        chance = (table.sum(axis=2) * table.sum(axis=1)).sum(axis=1) / n**2
        return agreed, chance

    agreed = sum(items for (ours, theirs), items in both.items() if ours == theirs)
    return _agreement(both, agreed, both.total(), kappa, seed, resamples)


def krippendorff_alpha(
    opinions: Opinions, *, seed: int = 0, resamples: int = RESAMPLES
) -> Agreement:
    """Of any number of reviewers, for nominal values, whoever is missing where (Krippendorff,
    "Computing Krippendorff's Alpha-Reliability", 2011).
    """
    units: Kinds = Counter()
    for said, items in opinions.items():
        if len(said) > 1:
            units[tuple(sorted((kind for _who, kind in said), key=str))] += items
    units = _ordered(units)
    kinds = {kind: at for at, kind in enumerate(dict.fromkeys(k for unit in units for k in unit))}
    values = np.zeros((len(units), len(kinds)))
    for row, unit in enumerate(units):
        for kind, times in Counter(unit).items():
            values[row, kinds[kind]] = times
    sizes = values.sum(axis=1)
    apart = (sizes**2 - (values**2).sum(axis=1)) / np.maximum(sizes - 1, 1)

    def alpha(weights: Floats) -> tuple[Floats, Floats]:
        totals = weights @ values
        n = totals.sum(axis=1)
        chance = 1 - (n**2 - (totals**2).sum(axis=1)) / (n * (n - 1))
        return 1 - weights @ apart / n, chance

    agreed = pairs = 0
    for unit, items in units.items():
        compared = [one == other for one, other in combinations(unit, 2)]
        agreed += items * sum(compared)
        pairs += items * len(compared)
    return _agreement(units, agreed, pairs, alpha, seed, resamples)


def reviewer_pairs(opinions: Opinions) -> Iterable[tuple[Hashable, Hashable, int]]:
    """Reviewers who decided on the same items, and on how many; the most first."""
    shared: Counter[tuple[Hashable, Hashable]] = Counter()
    for said, items in opinions.items():
        for pair in combinations(sorted((who for who, _kind in said), key=str), 2):
            shared[pair] += items
    return [(*pair, n) for pair, n in shared.most_common()]


def _ordered(kinds: Kinds) -> Kinds:
    """In one order, so that the same items are resampled alike in whichever they were read."""
    return Counter(dict(sorted(kinds.items(), key=str)))


def _beyond(agreed: Floats, chance: Floats) -> Floats:
    """NaN where chance alone would agree always."""
    room = 1 - chance
    defined = room > 1e-12
    return np.where(defined, (agreed - chance) / np.where(defined, room, 1.0), np.nan)


def _agreement(
    kinds: Kinds, agreed: int, pairs: int, measure: Measure, seed: int, resamples: int
) -> Agreement:
    """`agreed` of `pairs` of opinions. Drawing items is drawing how many of each kind come."""
    n = kinds.total()
    if not n:
        return Agreement(n, None, None, None)
    items = np.array(list(kinds.values()), dtype=float)
    share, chance = measure(items[np.newaxis])
    value = float(_beyond(share, chance)[0])
    if np.isnan(value):
        return Agreement(n, agreed / pairs, None, None)
    drawn = np.random.default_rng(seed).multinomial(n, items / n, size=resamples)
    resampled = np.nanquantile(_beyond(*measure(drawn.astype(float))), (0.025, 0.975))
    fixed = _beyond(np.array(wilson(float(share[0]), n)), chance)
    low, high = min(resampled[0], fixed[0]), max(resampled[1], fixed[1])
    return Agreement(n, agreed / pairs, value, (max(-1.0, float(low)), min(1.0, float(high))))

"""Statistics of source 001, section 9.4: rates of verdicts and repairs, and scores, with n."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.access import as_operator
from core.services.verification.acts import RepairAction
from core.services.verification.audit import AuditFilter
from core.services.verification.checks import get_check
from core.services.verification.policies import published_policy
from core.services.verification.records import split_at_pipes
from core.services.verification.uploads import candidates_page
from core.stats import LOW_N_BELOW, ClusteredRate
from core.verification import Code, Dimension, Diversity, Verdict, diversity
from core.verification.quality.novelty import COMPARED
from core.verification.scores import WHOLE
from db.queries import copy_figures as queries

BINS = queries.BINS


class CopyGrouping(StrEnum):
    """How statistics are grouped; days are in UTC."""

    ALL = "all"
    POLICY = "policy"
    DAY = "day"
    POLICY_AND_DAY = "policy_and_day"


@dataclass(frozen=True, slots=True)
class CopyGroup:
    """The policy version and day of a group; None means all."""

    policy: str | None = None
    day: str | None = None


_NONE = ClusteredRate(0, 0, 0)


@dataclass(frozen=True)
class CopyStatistics:
    """Rates of one group; intervals treat repeated checks of a candidate as one cluster.

    `verdicts` are shares of judged results, `failed` of all. `rescued`: share of repaired results
    that are allowed with the repaired text. `taken`: shares of the decisions on repairs.
    `agreed`: share of reviewers' verdicts equal to the policy's. A rate with n = 0 has no value.
    """

    group: CopyGroup
    verdicts: Mapping[Verdict, ClusteredRate] = field(default_factory=dict)
    failed: ClusteredRate = _NONE
    rescued: ClusteredRate = _NONE
    taken: Mapping[RepairAction, ClusteredRate] = field(default_factory=dict)
    agreed: ClusteredRate = _NONE

    @property
    def rejected(self) -> ClusteredRate:
        return self.verdicts.get(Verdict.REJECT, _NONE)


@dataclass(frozen=True, slots=True)
class ScoreDistribution:
    """Scores of a dimension in `BINS` equal bins of [0, 1]; the last bin includes 1.

    `unscored` results were not checked after a hard violation and are in no bin.
    """

    group: CopyGroup
    dimension: Dimension
    n: int
    mean: float | None
    counts: tuple[int, ...]
    unscored: int

    @property
    def low_n(self) -> bool:
        return self.n < LOW_N_BELOW

    @property
    def middle_half(self) -> tuple[float, float] | None:
        """From the start of the first to the end of the last bin of the middle half of scores."""
        if not self.n:
            return None
        heaped = list(accumulate(self.counts))
        first = next(at for at, n in enumerate(heaped) if 4 * n > self.n)
        last = next(at for at, n in enumerate(heaped) if 4 * n >= 3 * self.n)
        return first / BINS, (last + 1) / BINS


def copy_statistics(
    engine: Engine, chosen: AuditFilter, by: CopyGrouping = CopyGrouping.ALL
) -> list[CopyStatistics]:
    """Statistics of each group with results, ordered by version and day."""
    groups, where = _GROUPS[by], chosen.conditions()
    with Session(engine) as session:
        outcomes = queries.outcomes(session, where, groups)
        decisions = queries.people(session, where, groups)
    return [
        _figures(group, rates) for group, rates in _by_group([*outcomes, *decisions], by).items()
    ]


def score_distributions(
    engine: Engine, chosen: AuditFilter, by: CopyGrouping = CopyGrouping.POLICY
) -> list[ScoreDistribution]:
    """Distribution for every dimension and group with results."""
    names = [dimension.value for dimension in Dimension]
    bins: dict[tuple[str, tuple[str, ...]], list[queries.Bin]] = {}
    with Session(engine) as session:
        histograms = queries.histograms(session, chosen.conditions(), _GROUPS[by], names)
    for each in histograms:
        bins.setdefault((each.dimension, each.group), []).append(each)
    return [
        _distribution(_group(key, by), dimension, group_bins)
        for dimension in Dimension
        for (name, key), group_bins in bins.items()
        if name == dimension.value
    ]


def code_counts(engine: Engine, chosen: AuditFilter) -> Mapping[Code, int]:
    """How many of the chosen results have each code, the most frequent first."""
    counted = Counter[Code]()
    with Session(engine) as session:
        for stored, n in queries.codes(session, chosen.conditions()):
            for name in split_at_pipes(stored):
                counted[Code(name)] += n
    return dict(counted.most_common())


def check_diversity(engine: Engine, check_id: int) -> Diversity:
    """How much the candidates of a check differ from each other (section 9.2), checked or not.

    Cached, since uploads and policies never change. Raises NotFoundError.
    """
    check = get_check(engine, check_id)
    novelty = published_policy(engine, check.policy_version).policy.novelty
    return _diversity(as_operator(engine), check.candidates.id, novelty.ngram, novelty.near_percent)


@lru_cache(maxsize=64)
def _diversity(engine: Engine, upload_id: int, ngram: int, near_percent: int) -> Diversity:
    candidates = candidates_page(engine, upload_id, limit=COMPARED)
    return diversity((each.text for each in candidates), ngram=ngram, near_percent=near_percent)


_GROUPS: Mapping[CopyGrouping, Sequence[Callable[[Session], Any]]] = {
    CopyGrouping.ALL: (),
    CopyGrouping.POLICY: (queries.version,),
    CopyGrouping.DAY: (queries.day,),
    CopyGrouping.POLICY_AND_DAY: (queries.version, queries.day),
}


def _group(key: Sequence[str], by: CopyGrouping) -> CopyGroup:
    match by:
        case CopyGrouping.ALL:
            return CopyGroup()
        case CopyGrouping.POLICY:
            return CopyGroup(policy=key[0])
        case CopyGrouping.DAY:
            return CopyGroup(day=key[0])
        case CopyGrouping.POLICY_AND_DAY:
            return CopyGroup(key[0], key[1])


def _by_group(
    sums: Sequence[queries.Sums], by: CopyGrouping
) -> Mapping[CopyGroup, Mapping[str, ClusteredRate]]:
    rates: dict[CopyGroup, dict[str, ClusteredRate]] = {}
    for each in sums:
        rate = ClusteredRate.from_sums(
            each.candidates, each.hits, each.n, each.hits_squared, each.hits_by_n, each.n_squared
        )
        rates.setdefault(_group(each.group, by), {})[each.of] = rate
    return rates


def _figures(group: CopyGroup, rates: Mapping[str, ClusteredRate]) -> CopyStatistics:
    return CopyStatistics(
        group,
        verdicts={each: rates[each.value] for each in Verdict if each.value in rates},
        failed=rates.get("failed", _NONE),
        rescued=rates.get("rescued", _NONE),
        taken={each: rates[each.value] for each in RepairAction if each.value in rates},
        agreed=rates.get("agreed", _NONE),
    )


def _distribution(
    group: CopyGroup, dimension: Dimension, bins: Sequence[queries.Bin]
) -> ScoreDistribution:
    counts, unscored = [0] * BINS, 0
    for each in bins:
        if each.bin is None:
            unscored += each.n
        else:
            counts[each.bin] += each.n
    n, units = sum(counts), sum(each.units for each in bins)
    mean = units / n / WHOLE if n else None
    return ScoreDistribution(group, dimension, n, mean, tuple(counts), unscored)

"""Sums over results of copy checks, for the figures of source 001, section 9.4."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, and_, case, cast, func, or_, true
from sqlalchemy import select as columns
from sqlmodel import Session, col

from db.queries.copy_audit import UNITS, Where, chosen_results, tried, under_policies
from db.tables import CopyResult, CopyStanding, PolicyVersion

BINS = 20
"""Number of equal bins of a score in [0, 1]; the last one includes 1."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums for a clustered rate over one group: candidates, hits, results `n`, and the sums of
    their squares and products. `group`: values that results are grouped by; `of`: the share's name.
    """

    group: tuple[str, ...]
    of: str
    candidates: int
    hits: int
    n: int
    hits_squared: int
    hits_by_n: int
    n_squared: int


@dataclass(frozen=True, slots=True)
class Bin:
    """The results of one group in one bin: their number and the sum of their scores in 1/10,000.

    Bin None: results without a score, because of a hard violation.
    """

    group: tuple[str, ...]
    dimension: str
    bin: int | None
    n: int
    units: int


def version(_session: Session) -> Any:
    return col(PolicyVersion.version)


def day(session: Session) -> Any:
    """The day the result was checked on, in UTC, as 2026-01-31."""
    checked_at: Any = CopyResult.checked_at
    if session.get_bind().dialect.name == "postgresql":
        return func.to_char(func.timezone("UTC", checked_at), "YYYY-MM-DD")
    return func.substr(cast(checked_at, String), 1, 10)


@dataclass(frozen=True, slots=True)
class _Share:
    """A share to count: results that fulfil `hit`, out of those that fulfil `among`."""

    of: str
    hit: Any
    among: Any


def outcomes(session: Session, where: Where, groups: Sequence[Any]) -> list[Sums]:
    """Sums for these shares: `failed` (system errors, of all results); each verdict (of judged
    results); `rescued` (allowed after repair, of those not allowed and repaired, without unfinished
    repairs).
    """
    verdict = col(CopyResult.verdict)
    return _sums(
        session,
        where,
        groups,
        [
            _Share("failed", verdict.is_(None), true()),
            *(_Share(name, verdict == name, _judged()) for name in ("ALLOW", "REVISE", "REJECT")),
            _Share("rescued", col(CopyResult.repaired_verdict) == "ALLOW", and_(*tried())),
        ],
    )


def people(session: Session, where: Where, groups: Sequence[Any]) -> list[Sums]:
    """Sums for these shares: repairs that reviewers accepted, edited or rejected (of repairs they
    decided on); `agreed`: their verdict equals the policy's (of results they gave a verdict on).
    """
    repair, human_verdict = col(CopyStanding.repair), col(CopyStanding.verdict)
    decided, judged = repair.is_not(None), and_(_judged(), human_verdict.is_not(None))
    return _sums(
        session,
        [*where, or_(decided, human_verdict.is_not(None))],
        groups,
        [
            *(_Share(name, repair == name, decided) for name in ("accept", "edit", "reject")),
            _Share("agreed", human_verdict == col(CopyResult.verdict), judged),
        ],
    )


def _grouped(groups: Sequence[Any], *selected: Any) -> Any:
    """A query of results, joined with policies only if they are grouped by version."""
    query = chosen_results(*selected)
    return under_policies(query) if version in groups else query


def _judged() -> Any:
    return col(CopyResult.verdict).is_not(None)


def _sums(
    session: Session, where: Where, groups: Sequence[Any], shares: Sequence[_Share]
) -> list[Sums]:
    """The sums of each share by group, in one pass over up to a million results; shares without
    results are left out.
    """
    keys = [group(session).label(f"g{index}") for index, group in enumerate(groups)]
    counts: list[Any] = []
    for index, share in enumerate(shares):
        hit = and_(share.among, share.hit)
        counts.append(func.count(case((share.among, 1))).label(f"n{index}"))
        counts.append(func.count(case((hit, 1))).label(f"hits{index}"))
    inner = (
        _grouped(groups, *keys, *counts)
        .where(*where)
        .group_by(*keys, col(CopyResult.candidate_id))
        .subquery()
    )
    outer = [inner.c[key.name] for key in keys]
    summed: list[Any] = []
    for index in range(len(shares)):
        n, hits = inner.c[f"n{index}"], inner.c[f"hits{index}"]
        summed += [func.count(case((n > 0, 1))), func.sum(hits), func.sum(n)]
        summed += [func.sum(hits * hits), func.sum(hits * n), func.sum(n * n)]
    query = columns(*outer, *summed).select_from(inner).group_by(*outer).order_by(*outer)
    sums: list[Sums] = []
    for row in session.execute(query):
        group, counted = tuple(row[: len(keys)]), [int(value or 0) for value in row[len(keys) :]]
        for index, share in enumerate(shares):
            sums.append(Sums(group, share.of, *counted[6 * index : 6 * index + 6]))
    return [total for total in sums if total.n]


def histograms(
    session: Session, where: Where, groups: Sequence[Any], dimensions: Sequence[str]
) -> list[Bin]:
    """Judged results by group, dimension and bin of their score, in one pass over the results."""
    keys = [group(session).label(f"g{index}") for index, group in enumerate(groups)]
    scores: list[Any] = [getattr(CopyResult, dimension) for dimension in dimensions]
    width = UNITS // BINS
    parts = [
        case((score >= UNITS, BINS - 1), else_=score // width).label(f"part{index}")
        for index, score in enumerate(scores)
    ]
    query = (
        _grouped(groups, *keys, *parts, func.count(), *map(func.sum, scores))
        .where(*where, _judged())
        .group_by(*keys, *parts)
        .order_by(*keys)
    )
    histogram_bins: list[Bin] = []
    for row in session.execute(query):
        group, values = tuple(row[: len(keys)]), row[len(keys) :]
        bins, n, units = values[: len(parts)], int(values[len(parts)]), values[len(parts) + 1 :]
        for dimension, index, unit_sum in zip(dimensions, bins, units, strict=True):
            histogram_bins.append(
                Bin(group, dimension, index if index is None else int(index), n, int(unit_sum or 0))
            )
    return histogram_bins


def codes(session: Session, where: Where) -> list[tuple[str, int]]:
    """(list of codes as stored, number of judged results) for each distinct list."""
    query = chosen_results(col(CopyResult.codes), func.count()).where(*where, _judged())
    return [tuple(row) for row in session.execute(query.group_by(col(CopyResult.codes)))]

"""The audit of copy checks: filter, list and page results, and read their records."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Engine, and_, false, func, not_, or_
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.queries.projection import fold_for_search
from db.tables import (
    CopyAudit,
    CopyCandidate,
    CopyCheck,
    CopyResult,
    CopyStanding,
    PolicyVersion,
)

UNITS = 10_000
"""A score of 1.0 as `copy_result` stores it."""
Where = Sequence[ColumnElement[bool]]

SHOWN = 300
"""Number of characters of a text that a list shows."""

_AT_ONCE = 200
"""Number of records in memory at a time."""


@dataclass(frozen=True, slots=True)
class CopyAuditLine:
    """A result as lists show it."""

    id: int
    check_id: int
    key: str
    text: str
    channel: str
    locale: str
    version: str
    verdict: str | None
    decided_by: str | None
    masked_reject: bool
    fact: int | None
    compliance: int | None
    quality: int | None
    codes: str
    repairs: str
    repaired_verdict: str | None
    human: str | None
    decision: str | None
    error: str | None
    error_params: dict[str, Any]
    checked_at: datetime


@dataclass(frozen=True, slots=True)
class CopyAuditChoices:
    """The values that the audit's filters offer."""

    checks: Mapping[int, str]
    samples: frozenset[int]
    policies: tuple[str, ...]
    channels: tuple[str, ...]
    locales: tuple[str, ...]
    codes: tuple[str, ...]


def conditions(
    *,
    check_id: int | None,
    verdicts: tuple[str | None, ...],
    code: str | None,
    channel: str | None,
    locale: str | None,
    policy: str | None,
    repaired: bool | None,
    repair: str | None,
    decided: str | None,
    masked: bool | None,
    rescued: bool | None,
    scored: tuple[str, float, float] | None,
    sample: bool | None,
    since: date | None,
    until: date | None,
    text: str,
) -> Where:
    """Conditions on results. None or empty sets no condition, except that None among `verdicts`
    stands for no verdict. `since` and `until`: inclusive days in UTC.
    """
    chosen: list[ColumnElement[bool]] = []
    equal = {
        CopyResult.check_id: check_id,
        CopyResult.channel: channel,
        CopyResult.locale: locale,
        CopyResult.repaired: repaired,
        CopyResult.masked_reject: masked,
    }
    chosen += [col(column) == value for column, value in equal.items() if value is not None]
    if verdicts:
        given_verdicts = [verdict for verdict in verdicts if verdict is not None]
        with_verdict = col(CopyResult.verdict).in_(given_verdicts)
        without_verdict = col(CopyResult.verdict).is_(None)
        chosen.append(or_(with_verdict, without_verdict) if None in verdicts else with_verdict)
    for column, name in ((CopyResult.codes, code), (CopyResult.repairs, repair)):
        if name is not None:
            chosen.append(col(column).contains(f"|{name}|", autoescape=True))
    if policy is not None:
        chosen.append(col(CopyResult.check_id).in_(_checks_under(policy)))
    if decided is not None:
        chosen.append(_decided(decided))
    if rescued is not None:
        chosen += tried()
        allowed = col(CopyResult.repaired_verdict) == "ALLOW"
        chosen.append(allowed if rescued else not_(allowed))
    if scored is not None:
        chosen.append(_scored(*scored))
    if sample is not None:
        chosen.append(col(CopyResult.check_id).in_(_sample_checks(sample=sample)))
    if since is not None:
        chosen.append(col(CopyResult.checked_at) >= _midnight(since))
    if until is not None and until < date.max:
        chosen.append(col(CopyResult.checked_at) < _midnight(until + timedelta(days=1)))
    if words := fold_for_search(text).split():
        chosen.append(col(CopyResult.candidate_id).in_(_holding(words)))
    return chosen


def tried() -> Where:
    """Results that were not allowed and whose repair finished with a changed text."""
    return [
        col(CopyResult.verdict).in_(("REVISE", "REJECT")),
        col(CopyResult.repaired).is_(True),
        col(CopyResult.unfinished).is_(False),
    ]


def _scored(dimension: str, low: float, high: float) -> ColumnElement[bool]:
    """The dimension's score is in [low, high), or [low, 1] if `high` is 1."""
    score: Any = getattr(CopyResult, dimension)
    above = score >= round(low * UNITS)
    return and_(above, score <= UNITS if high >= 1 else score < round(high * UNITS))


def _sample_checks(*, sample: bool) -> Any:
    return columns(col(CopyCheck.id)).where(col(CopyCheck.is_sample).is_(sample))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _checks_under(version: str) -> Any:
    return (
        columns(col(CopyCheck.id))
        .join(PolicyVersion, col(PolicyVersion.id) == col(CopyCheck.policy_id))
        .where(col(PolicyVersion.version) == version)
    )


def _holding(words: Sequence[str]) -> Any:
    """Ids of the candidates whose text contains all words."""
    folded_text = col(CopyCandidate.folded)
    contains = (folded_text.contains(word, autoescape=True) for word in words)
    return columns(col(CopyCandidate.id)).where(*contains)


def _decided(kind: str) -> ColumnElement[bool]:
    verdict, repair = col(CopyStanding.verdict), col(CopyStanding.repair)
    return {
        "nothing": and_(verdict.is_(None), repair.is_(None)),
        "verdict": verdict.is_not(None),
        "repair": repair.is_not(None),
        "differs": verdict != col(CopyResult.verdict),
    }[kind]


def named(result_id: int) -> Where:
    return [col(CopyResult.id) == result_id]


def chosen_results(*selected: Any) -> Any:
    """A query of results with only the joins that conditions need, since each join costs time."""
    standing = col(CopyStanding.result_id) == col(CopyResult.id)
    return columns(*selected).select_from(CopyResult).outerjoin(CopyStanding, standing)


def under_policies(query: Any) -> Any:
    """The query joined with the policy that each result was checked under."""
    return query.join(CopyCheck, col(CopyCheck.id) == col(CopyResult.check_id)).join(
        PolicyVersion, col(PolicyVersion.id) == col(CopyCheck.policy_id)
    )


def _ordered(query: Any, *, forward: bool = True) -> Any:
    check, candidate = col(CopyResult.check_id), col(CopyResult.candidate_id)
    if forward:
        return query.order_by(check.desc(), candidate.asc())
    return query.order_by(check.asc(), candidate.desc())


def count(session: Session, where: Where) -> int:
    return int(session.execute(chosen_results(func.count()).where(*where)).scalar_one())


def verdict_counts(session: Session, where: Where) -> dict[str | None, int]:
    verdict = col(CopyResult.verdict)
    query = chosen_results(verdict, func.count()).where(*where).group_by(verdict)
    return {row[0]: int(row[1]) for row in session.execute(query)}


def page(session: Session, where: Where, limit: int | None, offset: int) -> list[CopyAuditLine]:
    # Sort and page the ids first: sorting full texts would take most of the time.
    query = _ordered(chosen_results(col(CopyResult.id)).where(*where)).offset(offset).limit(limit)
    return lines(session, list(session.execute(query).scalars()))


def lines(session: Session, ids: Sequence[int]) -> list[CopyAuditLine]:
    """The results with these ids, in this order; unknown ids are left out."""
    selected = (
        col(CopyResult.id),
        col(CopyResult.check_id),
        col(CopyCandidate.key),
        func.substr(col(CopyCandidate.text), 1, SHOWN),
        col(CopyResult.channel),
        col(CopyResult.locale),
        col(PolicyVersion.version),
        col(CopyResult.verdict),
        col(CopyResult.decided_by),
        col(CopyResult.masked_reject),
        col(CopyResult.fact),
        col(CopyResult.compliance),
        col(CopyResult.quality),
        col(CopyResult.codes),
        col(CopyResult.repairs),
        col(CopyResult.repaired_verdict),
        col(CopyStanding.verdict),
        col(CopyStanding.repair),
        col(CopyResult.error),
        col(CopyResult.error_params),
        col(CopyResult.checked_at),
    )
    query = under_policies(chosen_results(*selected)).join(
        CopyCandidate, col(CopyCandidate.id) == col(CopyResult.candidate_id)
    )
    rows = session.execute(query.where(col(CopyResult.id).in_(ids)))
    lines_by_id = {row[0]: CopyAuditLine(*row) for row in rows}
    return [lines_by_id[id_] for id_ in ids if id_ in lines_by_id]


def neighbour(session: Session, where: Where, result_id: int, *, forward: bool) -> int | None:
    """The result after (or before) this one in the list; this one need not be in the list."""
    position_query = columns(col(CopyResult.check_id), col(CopyResult.candidate_id)).where(
        *named(result_id)
    )
    position = session.execute(position_query).first()
    check, candidate = col(CopyResult.check_id), col(CopyResult.candidate_id)
    if position is None:
        beyond_position: ColumnElement[bool] = false()
    elif forward:
        beyond_position = or_(
            check < position[0], and_(check == position[0], candidate > position[1])
        )
    else:
        beyond_position = or_(
            check > position[0], and_(check == position[0], candidate < position[1])
        )
    query = _ordered(
        chosen_results(col(CopyResult.id)).where(*where, beyond_position), forward=forward
    )
    neighbour_id: int | None = session.execute(query.limit(1)).scalar()
    return neighbour_id


def record(session: Session, result_id: int) -> CopyAudit | None:
    return session.get(CopyAudit, result_id)


def check_title(session: Session, check_id: int) -> str:
    return session.get_one(CopyCheck, check_id).title


def records(engine: Engine, where: Where) -> Iterator[tuple[int, dict[str, Any], str | None]]:
    """(result id, verification, reviewer's verdict) of results with a verdict, in list order."""
    with Session(engine) as session:
        ids = result_ids(session, [*where, col(CopyResult.verdict).is_not(None)])
    for start in range(0, len(ids), _AT_ONCE):
        batch = ids[start : start + _AT_ONCE]
        with Session(engine) as session:
            query = (
                columns(
                    col(CopyAudit.result_id), col(CopyAudit.verification), col(CopyStanding.verdict)
                )
                .outerjoin(CopyStanding, col(CopyStanding.result_id) == col(CopyAudit.result_id))
                .where(col(CopyAudit.result_id).in_(batch))
            )
            rows = {row[0]: row for row in session.execute(query)}
        yield from (tuple(rows[id_]) for id_ in batch if id_ in rows)


def result_ids(session: Session, where: Where) -> list[int]:
    """Ids of the results, in list order."""
    return list(
        session.execute(_ordered(chosen_results(col(CopyResult.id)).where(*where))).scalars()
    )


def whole(
    session: Session, ids: Sequence[int]
) -> list[tuple[CopyResult, CopyCandidate, CopyAudit | None]]:
    """These results with their candidates and records, in this order; unknown ids are left out."""
    query = (
        select(CopyResult, CopyCandidate, CopyAudit)
        .join(CopyCandidate, col(CopyCandidate.id) == col(CopyResult.candidate_id))
        .outerjoin(CopyAudit, col(CopyAudit.result_id) == col(CopyResult.id))
        .where(col(CopyResult.id).in_(ids))
    )
    rows = {row[0].id: (row[0], row[1], row[2]) for row in session.exec(query)}
    return [rows[id_] for id_ in ids if id_ in rows]


def choices(session: Session) -> CopyAuditChoices:
    def distinct_values(column: Any) -> tuple[str, ...]:
        return tuple(session.execute(columns(column).distinct().order_by(column)).scalars())

    titles = columns(col(CopyCheck.id), col(CopyCheck.title)).order_by(col(CopyCheck.id).desc())
    used = (
        columns(col(PolicyVersion.version))
        .where(col(PolicyVersion.id).in_(columns(col(CopyCheck.policy_id))))
        .order_by(col(PolicyVersion.id))
    )
    return CopyAuditChoices(
        checks=dict(session.execute(titles).all()),
        samples=frozenset(session.execute(_sample_checks(sample=True)).scalars()),
        policies=tuple(session.execute(used).scalars()),
        channels=distinct_values(col(CopyCandidate.channel)),
        locales=distinct_values(col(CopyCandidate.locale)),
        codes=distinct_values(col(CopyResult.codes)),
    )

"""Checks of copy and their results: what is missing, what is written, what it amounts to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, insert, or_, true, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.tables import (
    CopyAudit,
    CopyCandidate,
    CopyCheck,
    CopyResult,
    CopyUpload,
    PolicyVersion,
)


@dataclass(frozen=True, slots=True)
class SourcesNeeded:
    """The first candidate that refers to items, and the first that names a user."""

    item_of: str | None
    user_of: str | None


@dataclass(frozen=True, slots=True)
class CheckCounts:
    check_id: int
    verdict: str | None
    n: int
    repaired: int
    rescued: int


def sources_needed(session: Session, upload_id: int) -> SourcesNeeded:
    mine = columns(col(CopyCandidate.key)).where(col(CopyCandidate.upload_id) == upload_id)
    first = mine.order_by(col(CopyCandidate.id)).limit(1)
    return SourcesNeeded(
        session.execute(first.where(col(CopyCandidate.item_count) > 0)).scalar(),
        session.execute(first.where(col(CopyCandidate.user_id).is_not(None))).scalar(),
    )


def check_ids(session: Session, limit: int, offset: int) -> list[int]:
    query = columns(col(CopyCheck.id)).order_by(col(CopyCheck.id).desc())
    return list(session.execute(query.offset(offset).limit(limit)).scalars())


def count_checks(session: Session) -> int:
    return int(session.execute(columns(func.count()).select_from(CopyCheck)).scalar_one())


def checks(session: Session, ids: Sequence[int]) -> list[tuple[CopyCheck, PolicyVersion]]:
    """These checks with their policies, in this order; unknown ones are left out."""
    query = (
        select(CopyCheck, PolicyVersion)
        .join(PolicyVersion, col(PolicyVersion.id) == col(CopyCheck.policy_id))
        .where(col(CopyCheck.id).in_(ids))
    )
    found = {check.id: (check, policy) for check, policy in session.exec(query)}
    return [found[id_] for id_ in ids if id_ in found]


def uploads_named(session: Session, ids: Sequence[int]) -> dict[int, CopyUpload]:
    found = session.exec(select(CopyUpload).where(col(CopyUpload.id).in_(ids)))
    return {upload.id or 0: upload for upload in found}


def counts(session: Session, ids: Sequence[int]) -> list[CheckCounts]:
    """Results by check and verdict, None for those the machinery failed; none that is to be
    checked again. `repaired` as `copy_figures.repairs` counts it.
    """
    repaired = and_(
        col(CopyResult.verdict) != "ALLOW",
        col(CopyResult.repaired),
        col(CopyResult.unfinished).is_(False),
    )
    rescued = and_(repaired, col(CopyResult.repaired_verdict) == "ALLOW")
    query = (
        columns(
            col(CopyResult.check_id),
            col(CopyResult.verdict),
            func.count(),
            func.count(case((repaired, 1))),
            func.count(case((rescued, 1))),
        )
        .where(col(CopyResult.check_id).in_(ids), col(CopyResult.retry).is_(False))
        .group_by(col(CopyResult.check_id), col(CopyResult.verdict))
    )
    return [CheckCounts(*row) for row in session.execute(query)]


def retry_failures(session: Session, check_id: int) -> int:
    """Marks the results that the machinery failed; returns how many."""
    marked = (
        update(CopyResult)
        .where(
            col(CopyResult.check_id) == check_id,
            col(CopyResult.outcome) == "failed",
            col(CopyResult.retry).is_(False),
        )
        .values(retry=True)
        .returning(col(CopyResult.id))
    )
    return len(session.execute(marked).all())


def to_be_checked_again(check_id: int) -> ColumnElement[bool]:
    """Whether some candidates of the check are: then it is not done."""
    again = (col(CopyResult.check_id) == check_id, col(CopyResult.retry).is_(True))
    return exists().where(*again)


def missing(
    session: Session, check_id: int, upload_id: int, after: int, limit: int
) -> Sequence[CopyCandidate]:
    """Candidates past the id `after` that have no result yet, or are to be checked again."""
    query = (
        select(CopyCandidate)
        .outerjoin(
            CopyResult,
            and_(
                col(CopyResult.check_id) == check_id,
                col(CopyResult.candidate_id) == col(CopyCandidate.id),
            ),
        )
        .where(
            CopyCandidate.upload_id == upload_id,
            col(CopyCandidate.id) > after,
            or_(col(CopyResult.id).is_(None), col(CopyResult.retry) == true()),
        )
    )
    return session.exec(query.order_by(col(CopyCandidate.id)).limit(limit)).all()


def write(
    session: Session,
    results: Sequence[Mapping[str, Any]],
    audits: Mapping[int, Mapping[str, Any]],
) -> None:
    """Adds results of one check with their records, by candidate id. One that is there stays as it
    is, unless it is to be checked again. Callers hold the check: nobody else writes to it.
    """
    there = _there(session, results)
    written: dict[int, int] = {}
    for result in results:
        known = there.get(result["candidate_id"])
        if known is not None and known.retry:
            changed = update(CopyResult).where(col(CopyResult.id) == known.id).values(**result)
            session.execute(changed)
            written[result["candidate_id"]] = known.id
    new = [result for result in results if result["candidate_id"] not in there]
    if new:
        adding = insert(CopyResult).returning(col(CopyResult.candidate_id), col(CopyResult.id))
        written |= dict(session.execute(adding, new).all())
    records = [
        {"result_id": result_id, **audits[candidate_id]}
        for candidate_id, result_id in written.items()
        if candidate_id in audits
    ]
    if records:
        session.execute(insert(CopyAudit), records)


@dataclass(frozen=True, slots=True)
class _There:
    id: int
    retry: bool


def _there(session: Session, results: Sequence[Mapping[str, Any]]) -> dict[int, _There]:
    """By candidate, results that the check has already."""
    query = columns(col(CopyResult.candidate_id), col(CopyResult.id), col(CopyResult.retry)).where(
        col(CopyResult.check_id) == results[0]["check_id"],
        col(CopyResult.candidate_id).in_([result["candidate_id"] for result in results]),
    )
    return {row[0]: _There(row[1], row[2]) for row in session.execute(query)}

"""Copy checks and their results: list and count them, find what is missing, write results."""

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
    """Keys of the first candidate that refers to items, and of the first that names a user."""

    item_of: str | None
    user_of: str | None


@dataclass(frozen=True, slots=True)
class CheckCounts:
    """Number `n` of a check's results with one verdict; see `counts`."""

    check_id: int
    verdict: str | None
    n: int
    repaired: int
    rescued: int


def sources_needed(session: Session, upload_id: int) -> SourcesNeeded:
    """Whether the upload's candidates need a catalogue and user events, and which ones."""
    keys = columns(col(CopyCandidate.key)).where(col(CopyCandidate.upload_id) == upload_id)
    first_key = keys.order_by(col(CopyCandidate.id)).limit(1)
    return SourcesNeeded(
        session.execute(first_key.where(col(CopyCandidate.item_count) > 0)).scalar(),
        session.execute(first_key.where(col(CopyCandidate.user_id).is_not(None))).scalar(),
    )


def check_ids(session: Session, limit: int, offset: int) -> list[int]:
    query = columns(col(CopyCheck.id)).order_by(col(CopyCheck.id).desc())
    return list(session.execute(query.offset(offset).limit(limit)).scalars())


def count_checks(session: Session) -> int:
    return int(session.execute(columns(func.count()).select_from(CopyCheck)).scalar_one())


def checks(session: Session, ids: Sequence[int]) -> list[tuple[CopyCheck, PolicyVersion]]:
    """These checks with their policies, in this order; unknown ids are left out."""
    query = (
        select(CopyCheck, PolicyVersion)
        .join(PolicyVersion, col(PolicyVersion.id) == col(CopyCheck.policy_id))
        .where(col(CopyCheck.id).in_(ids))
    )
    rows = {check.id: (check, policy) for check, policy in session.exec(query)}
    return [rows[id_] for id_ in ids if id_ in rows]


def uploads_named(session: Session, ids: Sequence[int]) -> dict[int, CopyUpload]:
    uploads = session.exec(select(CopyUpload).where(col(CopyUpload.id).in_(ids)))
    return {upload.id or 0: upload for upload in uploads}


def counts(session: Session, ids: Sequence[int]) -> list[CheckCounts]:
    """Results by check and verdict (None: system errors), except those to be retried. `repaired`
    and `rescued` as in `copy_figures.outcomes`.
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
    """Mark the results that failed for a system error for a retry; return how many."""
    update_query = (
        update(CopyResult)
        .where(
            col(CopyResult.check_id) == check_id,
            col(CopyResult.outcome) == "failed",
            col(CopyResult.retry).is_(False),
        )
        .values(retry=True)
        .returning(col(CopyResult.id))
    )
    return len(session.execute(update_query).all())


def to_be_checked_again(check_id: int) -> ColumnElement[bool]:
    """Whether any candidates of the check are to be checked again, so that it is not done."""
    conditions = (col(CopyResult.check_id) == check_id, col(CopyResult.retry).is_(True))
    return exists().where(*conditions)


def missing(
    session: Session, check_id: int, upload_id: int, after: int, limit: int
) -> Sequence[CopyCandidate]:
    """Candidates with ids above `after` that have no result yet, or are to be checked again."""
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
    """Add results of one check, with their records (`audits`, by candidate id). An existing result
    is replaced only if it is to be checked again. Callers must hold the check's lease.
    """
    existing = _existing_results(session, results)
    result_ids: dict[int, int] = {}
    for result in results:
        previous = existing.get(result["candidate_id"])
        if previous is not None and previous.retry:
            changed = update(CopyResult).where(col(CopyResult.id) == previous.id).values(**result)
            session.execute(changed)
            result_ids[result["candidate_id"]] = previous.id
    new = [result for result in results if result["candidate_id"] not in existing]
    if new:
        adding = insert(CopyResult).returning(col(CopyResult.candidate_id), col(CopyResult.id))
        result_ids |= dict(session.execute(adding, new).all())
    records = [
        {"result_id": result_id, **audits[candidate_id]}
        for candidate_id, result_id in result_ids.items()
        if candidate_id in audits
    ]
    if records:
        session.execute(insert(CopyAudit), records)


@dataclass(frozen=True, slots=True)
class _ExistingResult:
    id: int
    retry: bool


def _existing_results(
    session: Session, results: Sequence[Mapping[str, Any]]
) -> dict[int, _ExistingResult]:
    """The check's existing results of these candidates, by candidate id."""
    query = columns(col(CopyResult.candidate_id), col(CopyResult.id), col(CopyResult.retry)).where(
        col(CopyResult.check_id) == results[0]["check_id"],
        col(CopyResult.candidate_id).in_([result["candidate_id"] for result in results]),
    )
    return {row[0]: _ExistingResult(row[1], row[2]) for row in session.execute(query)}

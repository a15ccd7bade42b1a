"""Reviewers' acts on results of copy checks, and the current state of a result. None commits."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from db.tables import CopyEvent, CopyResult, CopyStanding, Reviewer


def events(session: Session, result_ids: Sequence[int]) -> list[tuple[CopyEvent, str]]:
    """Events of these results with their reviewers' names, oldest first."""
    query = (
        select(CopyEvent, Reviewer.name)
        .join(Reviewer, col(Reviewer.id) == col(CopyEvent.reviewer_id))
        .where(col(CopyEvent.result_id).in_(result_ids))
        .order_by(col(CopyEvent.id))
    )
    return list(session.exec(query))


def lock(session: Session, result_id: int) -> CopyResult | None:
    """The result, locked until the transaction ends."""
    query = select(CopyResult).where(CopyResult.id == result_id)
    return session.exec(query.with_for_update()).first()


def with_key(session: Session, key: str) -> int | None:
    """The id of the event with this idempotency key."""
    return session.exec(select(CopyEvent.id).where(CopyEvent.idempotency_key == key)).first()


def put_state(session: Session, standing: CopyStanding) -> None:
    session.merge(standing)

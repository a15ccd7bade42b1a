"""Bulk acts and their events. Callers own the session."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, insert
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from db.tables import ReviewBatch, Reviewer, ReviewEvent

_EVENT = ReviewEvent.__table__.c  # type: ignore[attr-defined]
NamedBatch = tuple[ReviewBatch, str, str | None]
"""A bulk act, the name of its reviewer, and the name of the assignee if it assigned the items."""


def with_key(session: Session, key: str) -> NamedBatch | None:
    """The bulk act with this idempotency key."""
    return _batch_where(session, ReviewBatch.idempotency_key == key)


def batch(session: Session, batch_id: int) -> NamedBatch | None:
    return _batch_where(session, ReviewBatch.id == batch_id)


def _batch_where(session: Session, condition: Any) -> NamedBatch | None:
    row: NamedBatch | None = session.exec(_batches().where(condition)).first()
    return row


def _batches() -> Any:
    assignee: Any = aliased(Reviewer)
    return (
        select(ReviewBatch, Reviewer.name, assignee.name)
        .join(Reviewer, col(Reviewer.id) == col(ReviewBatch.reviewer_id))
        .join(assignee, assignee.id == col(ReviewBatch.assignee_id), isouter=True)
    )


def latest(session: Session, reviewer_id: int, limit: int) -> Sequence[NamedBatch]:
    """The reviewer's latest bulk acts that changed any item, newest first; without undo acts."""
    rows: Sequence[NamedBatch] = session.exec(
        _batches()
        .where(
            ReviewBatch.reviewer_id == reviewer_id,
            ReviewBatch.n > 0,
            col(ReviewBatch.undoes_id).is_(None),
        )
        .order_by(col(ReviewBatch.id).desc())
        .limit(limit)
    ).all()
    return rows


def undone_counts(session: Session, batch_ids: Sequence[int]) -> dict[int, int]:
    """batch id -> for how many of its items it was undone by later bulk acts."""
    undoes = col(ReviewBatch.undoes_id)
    query = columns(undoes, func.sum(ReviewBatch.n)).where(undoes.in_(batch_ids)).group_by(undoes)
    return {batch_id: int(n) for batch_id, n in session.execute(query)}


def add_events(session: Session, batch_id: int, rows: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Add the events of a bulk act; return item id -> event id.

    `rows`: events without batch id, of different items, at most one of `question_locks.portions`.
    """
    adding = insert(ReviewEvent).returning(_EVENT.item_id, _EVENT.id)
    events = [{**row, "batch_id": batch_id} for row in rows]
    return dict(session.connection().execute(adding, events).all())


def event_ids(session: Session, batch_id: int) -> dict[int, int]:
    """item id -> id of the event that the bulk act made for it."""
    query = columns(_EVENT.item_id, _EVENT.id).where(_EVENT.batch_id == batch_id)
    return dict(session.execute(query.order_by(_EVENT.id)).all())

"""Acts on many items, and the events they are made of. Callers own the session."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, insert
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from db.tables import ReviewBatch, Reviewer, ReviewEvent

_EVENT = ReviewEvent.__table__.c  # type: ignore[attr-defined]
Told = tuple[ReviewBatch, str, str | None]
"""The act, who did it, and to whom it gave the items."""


def with_key(session: Session, key: str) -> Told | None:
    return _told(session, ReviewBatch.idempotency_key == key)


def batch(session: Session, batch_id: int) -> Told | None:
    return _told(session, ReviewBatch.id == batch_id)


def _told(session: Session, which: Any) -> Told | None:
    found: Told | None = session.exec(_batches().where(which)).first()
    return found


def _batches() -> Any:
    to: Any = aliased(Reviewer)
    return (
        select(ReviewBatch, Reviewer.name, to.name)
        .join(Reviewer, col(Reviewer.id) == col(ReviewBatch.reviewer_id))
        .join(to, to.id == col(ReviewBatch.assignee_id), isouter=True)
    )


def latest(session: Session, reviewer_id: int, limit: int) -> Sequence[Told]:
    """What the reviewer did to many items, the latest first; what took back another is left out."""
    found: Sequence[Told] = session.exec(
        _batches()
        .where(
            ReviewBatch.reviewer_id == reviewer_id,
            ReviewBatch.n > 0,
            col(ReviewBatch.undoes_id).is_(None),
        )
        .order_by(col(ReviewBatch.id).desc())
        .limit(limit)
    ).all()
    return found


def taken_back(session: Session, batch_ids: Sequence[int]) -> dict[int, int]:
    """batch id -> of how many items it was taken back as a whole."""
    undoes = col(ReviewBatch.undoes_id)
    query = columns(undoes, func.sum(ReviewBatch.n)).where(undoes.in_(batch_ids)).group_by(undoes)
    return {of: int(n) for of, n in session.execute(query)}


def add_events(session: Session, batch_id: int, rows: Sequence[dict[str, Any]]) -> dict[int, int]:
    """item id -> the id of its new event; rows of one portion, each of another item."""
    adding = insert(ReviewEvent).returning(_EVENT.item_id, _EVENT.id)
    given = [{**row, "batch_id": batch_id} for row in rows]
    return dict(session.connection().execute(adding, given).all())


def event_ids(session: Session, batch_id: int) -> dict[int, int]:
    """item id -> the event that the act made of it."""
    query = columns(_EVENT.item_id, _EVENT.id).where(_EVENT.batch_id == batch_id)
    return dict(session.execute(query.order_by(_EVENT.id)).all())

"""Reservations (claims) of items by reviewers. A single statement takes one, so that two people
never hold the same item.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, literal, or_, true
from sqlalchemy import select as columns
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from db.tables import Instant, ReviewClaim, Reviewer, ReviewState

_CLAIM = ReviewClaim.__table__.c  # type: ignore[attr-defined]
_STATE = ReviewState.__table__.c  # type: ignore[attr-defined]
_CLAIMED = ReviewState.__table__.alias("claimed")  # type: ignore[attr-defined]
"""Built once: building an alias takes longer than reading its rows."""


def free_for(reviewer_id: int, at: datetime) -> ColumnElement[bool]:
    """Items whose question nobody else holds at that time, in any run."""
    return col(ReviewState.question_id).not_in(
        columns(_CLAIMED.c.question_id)
        .join(ReviewClaim, _CLAIM.item_id == _CLAIMED.c.item_id)
        .where(_CLAIM.reviewer_id != reviewer_id, _CLAIM.expires_at > at)
    )


def take_first(
    session: Session,
    reviewer_id: int,
    where: Sequence[ColumnElement[bool]],
    order: Sequence[Any],
    at: datetime,
    until: datetime,
) -> int | None:
    """Claim the first free one of these items and return its id; None if none is free.

    On PostgreSQL, items that others are claiming or deciding right now are skipped. If the chosen
    item was claimed meanwhile anyway, nothing is claimed.
    """
    candidate = (
        columns(
            col(ReviewState.item_id),
            literal(reviewer_id),
            literal(at, Instant()),
            literal(until, Instant()),
        )
        .where(*where, free_for(reviewer_id, at))
        .order_by(*order)
        .limit(1)
    )
    if session.get_bind().dialect.name == "postgresql":
        candidate = candidate.with_for_update(skip_locked=True, of=ReviewState)
    return _take(session, candidate, reviewer_id, at)


def take(session: Session, reviewer_id: int, item_id: int, at: datetime, until: datetime) -> bool:
    """Claim the item if it is free, expired or the reviewer's already; return whether."""
    candidate = columns(
        literal(item_id), literal(reviewer_id), literal(at, Instant()), literal(until, Instant())
    ).where(true())
    return _take(session, candidate, reviewer_id, at) is not None


def _take(session: Session, chosen: Any, reviewer_id: int, at: datetime) -> int | None:
    """Insert the claim that the query `chosen` selects; return its item id, None if it is taken."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    adding = dialect.insert(ReviewClaim).from_select(
        ["item_id", "reviewer_id", "claimed_at", "expires_at"], chosen
    )
    upsert = adding.on_conflict_do_update(
        index_elements=["item_id"],
        set_={name: adding.excluded[name] for name in ("reviewer_id", "claimed_at", "expires_at")},
        where=or_(_CLAIM.expires_at <= at, _CLAIM.reviewer_id == reviewer_id),
    )
    return session.connection().execute(upsert.returning(_CLAIM.item_id)).scalar()


def is_left(
    session: Session, reviewer_id: int, where: Sequence[ColumnElement[bool]], at: datetime
) -> bool:
    """Whether any of these items is free, including one that someone is claiming right now."""
    free = exists(columns(col(ReviewState.item_id)).where(*where, free_for(reviewer_id, at)))
    return bool(session.execute(columns(free)).scalar())


def holder(session: Session, item_id: int, at: datetime) -> tuple[ReviewClaim, str] | None:
    """The latest claim on any item of this item's question at that time, with the holder's name."""
    row: tuple[ReviewClaim, str] | None = session.exec(
        select(ReviewClaim, Reviewer.name)
        .join(Reviewer, col(Reviewer.id) == col(ReviewClaim.reviewer_id))
        .where(
            col(ReviewClaim.item_id).in_(_items_of_question(item_id)), ReviewClaim.expires_at > at
        )
        .order_by(col(ReviewClaim.claimed_at).desc())
    ).first()
    return row


def _items_of_question(item_id: int) -> Any:
    """All items of the item's question, including itself."""
    question_id = columns(_STATE.question_id).where(_STATE.item_id == item_id).correlate(None)
    return columns(_STATE.item_id).where(_STATE.question_id == question_id.scalar_subquery())


def held_by(session: Session, reviewer: str, at: datetime) -> Sequence[ReviewClaim]:
    """The reviewer's claims at that time, the latest first."""
    query = (
        select(ReviewClaim)
        .join(Reviewer, col(Reviewer.id) == col(ReviewClaim.reviewer_id))
        .where(Reviewer.name == reviewer, ReviewClaim.expires_at > at)
        .order_by(col(ReviewClaim.claimed_at).desc(), col(ReviewClaim.item_id))
    )
    return session.exec(query).all()


def held_by_others(session: Session, reviewer_id: int, at: datetime) -> set[int]:
    """Items whose question another reviewer holds at that time."""
    claimed = columns(col(ReviewState.item_id)).where(~free_for(reviewer_id, at))
    return set(session.execute(claimed).scalars())


def release(session: Session, reviewer_id: int, item_ids: Sequence[int] | None = None) -> int:
    """Delete the reviewer's claims on these items, or all; return how many."""
    deletion = delete(ReviewClaim).where(_CLAIM.reviewer_id == reviewer_id)
    if item_ids is not None:
        deletion = deletion.where(_CLAIM.item_id.in_(item_ids))
    deleted = session.execute(
        deletion.returning(_CLAIM.item_id), execution_options={"synchronize_session": False}
    )
    return len(deleted.all())

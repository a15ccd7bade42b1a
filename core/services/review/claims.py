"""Claims: time-limited leases on items, so that two reviewers do not decide on the same one."""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.locale import N_
from core.services.access import Right, demand
from core.services.review.queue import Queue
from core.services.review.reviewers import reviewer_id, usable
from db import writing
from db.queries import claims, question_locks
from db.queries import queue as queries
from db.queries import review as people
from db.tables import ReviewClaim, now

LEASE = timedelta(minutes=15)
_RETRY_S = 0.005


@dataclass(frozen=True, slots=True)
class ItemClaim:
    """A reviewer's lease on an item; `expires_at` in UTC."""

    item_id: int
    claimed_at: datetime
    expires_at: datetime


class ClaimedError(InputError):
    """Another reviewer, `reviewer`, has claimed the item until `until` (UTC)."""

    def __init__(self, reviewer: str, until: datetime) -> None:
        super().__init__(
            N_("{reviewer} is looking at this question until {until} UTC. Take the next one."),
            reviewer=reviewer,
            until=f"{until:%H:%M}",
        )
        self.reviewer = reviewer
        self.until = until


def claim_next(
    engine: Engine,
    queue: Queue,
    reviewer: str,
    after: int | None = None,
    *,
    lease: timedelta = LEASE,
) -> ItemClaim | None:
    """Claim the next free item of the reviewer's queue; None if there is none.

    The first in the queue's order, or the first after the item `after`, wrapping around at the end;
    a claim on `after` stays. An item that the reviewer has claimed already is returned again, so
    that a second call, as by a redrawn page, claims nothing more. If `after` is
    the item on screen, the claimed one is the item to prefetch.
    """
    demand(engine, Right.REVIEW)
    name = usable(reviewer)
    order = queries.ordering(queue.order)
    conditions = queue.of(name).conditions()
    if after is not None:
        conditions.append(queries.item != after)
    while True:
        at = now()
        until = at + lease
        with writing(engine) as session:
            actor_id = people.reviewer(session, name)
            beyond = queries.beyond(session, queue.order, after) if after is not None else []
            item_id = claims.take_first(session, actor_id, [*conditions, *beyond], order, at, until)
            if item_id is None and beyond:
                item_id = claims.take_first(session, actor_id, conditions, order, at, until)
        if item_id is not None:
            return ItemClaim(item_id, at, until)
        with Session(engine) as session:
            if not claims.is_left(session, actor_id, conditions, now()):
                return None
        time.sleep(_RETRY_S)  # others have locked the remaining rows, until their commit


def claim(engine: Engine, item_id: int, reviewer: str, *, lease: timedelta = LEASE) -> ItemClaim:
    """Claim one item, as when it is opened from a link, or extend the claim on it.

    To be called repeatedly while the item is on screen. Raises ClaimedError if another reviewer has
    claimed it, even if only after the reviewer's own claim expired; NotFoundError for an unknown
    item.
    """
    demand(engine, Right.REVIEW)
    actor_id = reviewer_id(engine, reviewer)
    at = now()
    with writing(engine) as session:
        if question_locks.lock(session, item_id) is None:
            raise NotFoundError(
                "Item {item_id} does not exist. Open one from a run.", item_id=item_id
            )
        refuse_claimed(session, item_id, actor_id)
        while not claims.take(session, actor_id, item_id, at, at + lease):
            refuse_claimed(session, item_id, actor_id)
    return ItemClaim(item_id, at, at + lease)


def release(engine: Engine, item_id: int, reviewer: str) -> bool:
    """Release the reviewer's claim on an item; return whether they had one."""
    demand(engine, Right.REVIEW)
    actor_id = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        return claims.release(session, actor_id, [item_id]) > 0


def release_all(engine: Engine, reviewer: str) -> int:
    """Release all claims of the reviewer; return how many."""
    demand(engine, Right.REVIEW)
    actor_id = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        return claims.release(session, actor_id)


def my_claims(engine: Engine, reviewer: str) -> list[ItemClaim]:
    """List the reviewer's current claims, the latest first."""
    with Session(engine) as session:
        return [_claim(row) for row in claims.held_by(session, reviewer, now())]


def claimed_by(engine: Engine, item_id: int) -> str | None:
    """Return the name of the reviewer who has claimed the item; None without a claim."""
    with Session(engine) as session:
        holder = claims.holder(session, item_id, now())
        return holder[1] if holder else None


def refuse_claimed(session: Session, item_id: int, reviewer_id: int) -> None:
    """Raises ClaimedError if another reviewer has claimed the item's question."""
    holder = claims.holder(session, item_id, now())
    if holder is not None and holder[0].reviewer_id != reviewer_id:
        raise ClaimedError(holder[1], holder[0].expires_at)


def _claim(row: ReviewClaim) -> ItemClaim:
    return ItemClaim(row.item_id, row.claimed_at, row.expires_at)

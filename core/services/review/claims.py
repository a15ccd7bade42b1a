"""Who has an item before them: leases, so that two people never decide on the same one."""

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
from db.engine import writing
from db.queries import claims, question_locks
from db.queries import queue as queries
from db.queries import review as people
from db.tables import ReviewClaim, now

LEASE = timedelta(minutes=15)
_AGAIN_S = 0.005


@dataclass(frozen=True, slots=True)
class ItemClaim:
    """An item that is the reviewer's own until `expires_at` (UTC)."""

    item_id: int
    claimed_at: datetime
    expires_at: datetime


class ClaimedError(InputError):
    """Somebody else, `reviewer`, has the item before them until `until` (UTC)."""

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
    """The next item of the reviewer's queue that nobody else holds, claimed for them.

    The first in the queue's order, or the first after the item `after` (which goes on to be theirs
    if it was); past the end it begins anew. None when nothing is left for them. An item they hold
    already is given again, so that asking twice, as a page drawn anew does, claims nothing more:
    `claim_next(engine, queue, me, after=shown)` gets the one to prepare meanwhile.
    """
    demand(engine, Right.REVIEW)
    name = usable(reviewer)
    order = queries.ordering(queue.order)
    others = queue.of(name).conditions()
    if after is not None:
        others.append(queries.item != after)
    while True:
        at = now()
        until = at + lease
        with writing(engine) as session:
            by = people.reviewer(session, name)
            beyond = queries.beyond(session, queue.order, after) if after is not None else []
            found = claims.take_first(session, by, [*others, *beyond], order, at, until)
            if found is None and beyond:
                found = claims.take_first(session, by, others, order, at, until)
        if found is not None:
            return ItemClaim(found, at, until)
        with Session(engine) as session:
            if not claims.is_left(session, by, others, now()):
                return None
        time.sleep(_AGAIN_S)  # others hold the rows that are left, for as long as a commit takes


def claim(engine: Engine, item_id: int, reviewer: str, *, lease: timedelta = LEASE) -> ItemClaim:
    """Claims one item, as when it is opened from a link, or goes on holding it.

    To be called again while it is looked at. Raises ClaimedError when somebody else has it, also
    when they took it after the reviewer's own claim had run out; NotFoundError for an unknown item.
    """
    demand(engine, Right.REVIEW)
    by = reviewer_id(engine, reviewer)
    at = now()
    with writing(engine) as session:
        if question_locks.lock(session, item_id) is None:
            raise NotFoundError(
                "Item {item_id} does not exist. Open one from a run.", item_id=item_id
            )
        refuse_claimed(session, item_id, by)
        while not claims.take(session, by, item_id, at, at + lease):
            refuse_claimed(session, item_id, by)
    return ItemClaim(item_id, at, at + lease)


def release(engine: Engine, item_id: int, reviewer: str) -> bool:
    """Gives an item back undecided, as on leaving it; whether it was the reviewer's."""
    demand(engine, Right.REVIEW)
    by = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        return claims.release(session, by, [item_id]) > 0


def release_all(engine: Engine, reviewer: str) -> int:
    """Gives back everything the reviewer holds; how many items."""
    demand(engine, Right.REVIEW)
    by = reviewer_id(engine, reviewer)
    with writing(engine) as session:
        return claims.release(session, by)


def my_claims(engine: Engine, reviewer: str) -> list[ItemClaim]:
    """The items the reviewer holds now, the latest claim first."""
    with Session(engine) as session:
        return [_claim(row) for row in claims.held_by(session, reviewer, now())]


def claimed_by(engine: Engine, item_id: int) -> str | None:
    """Who has the item before them now."""
    with Session(engine) as session:
        found = claims.holder(session, item_id, now())
        return found[1] if found else None


def refuse_claimed(session: Session, item_id: int, reviewer_id: int) -> None:
    """Raises ClaimedError when somebody else has the item's question before them."""
    found = claims.holder(session, item_id, now())
    if found is not None and found[0].reviewer_id != reviewer_id:
        raise ClaimedError(found[1], found[0].expires_at)


def _claim(row: ReviewClaim) -> ItemClaim:
    return ItemClaim(row.item_id, row.claimed_at, row.expires_at)

"""Giving slices of a queue to people: to decide on, or to give second opinions."""

import random
from collections.abc import Callable, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.review_state import ASSIGN, DECIDED, SECOND, WANTS_SECOND
from core.review.review_table import ActKind, ReviewActor, permission, stage_of
from core.services.access import Right, demand
from core.services.review.batches import append_to_all, items_of
from core.services.review.bulk_eligibility import BusyItems, Ineligibility
from core.services.review.event_store import ItemTransaction, NewEvent
from core.services.review.queue import Queue
from core.services.review.reviewers import reviewer_id
from db.queries import queue as queries


def assign(
    engine: Engine,
    queue: Queue,
    to: str | None,
    by: str,
    *,
    n: int | None = None,
    seed: int = 0,
    idempotency_key: str,
    comment: str = "",
) -> list[int]:
    """Assigns the filter's items to the reviewer `to`, or to nobody again; the ids of those it was.

    `n` items are drawn by `seed`: the same items and seed draw the same. Left out are those that
    wait for a second opinion when `to` cannot give it, and those that wait for nobody. The
    same key again changes nothing and gives the same ids. An item that was skipped by `to` comes
    back to them.
    """
    demand(engine, Right.ADJUDICATE)
    target = reviewer_id(engine, to) if to is not None else None
    head = NewEvent(ASSIGN, comment, assignee_id=target)

    def act(scene: ItemTransaction, _busy: BusyItems) -> NewEvent | Ineligibility:
        standing = scene.standing
        if standing.state == WANTS_SECOND and target in standing.opinion_givers:
            return Ineligibility.GIVEN
        found = permission(stage_of(standing), ReviewActor.ADJUDICATOR, ActKind.ASSIGN)
        return head if target is None or found.denied is None else Ineligibility(found.denied)

    items = _drawn(queue, n, seed)
    made = append_to_all(engine, by, head, key=idempotency_key, items=items, act=act)
    return items_of(engine, made.id)


def ask_seconds(
    engine: Engine,
    queue: Queue,
    by: str,
    *,
    n: int | None = None,
    seed: int = 0,
    idempotency_key: str,
    comment: str = "",
) -> list[int]:
    """Asks for blind second opinions on the decided items of a filter, or on `n` of them drawn by
    `seed`, so that agreement can be measured; the ids of those it asked for.

    Whoever asks may give one too where they have not decided themselves: nothing is shown to them
    by asking. The first decisions stand meanwhile.
    """
    demand(engine, Right.ADJUDICATE)
    head = NewEvent(SECOND, comment, blind=True)

    def act(scene: ItemTransaction, _busy: BusyItems) -> NewEvent | Ineligibility:
        if scene.standing.state != DECIDED:
            return Ineligibility.UNDECIDED
        return Ineligibility.TWO if len(scene.standing.opinions) > 1 else head

    items = _drawn(queue, n, seed)
    made = append_to_all(engine, by, head, key=idempotency_key, items=items, act=act)
    return items_of(engine, made.id)


def _drawn(queue: Queue, n: int | None, seed: int) -> Callable[[Session], Sequence[int]]:
    def items(session: Session) -> Sequence[int]:
        ids = queries.item_ids(session, queue.conditions(), queue.order)
        if n is None or n >= len(ids):
            return ids
        return random.Random(seed).sample(sorted(ids), n)  # noqa: S311 - a sample, no secret

    return items

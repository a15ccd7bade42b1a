"""Assign items of a queue to reviewers, and request second opinions on many items."""

import random
from collections.abc import Callable, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.review import (
    ASSIGN,
    DECIDED,
    SECOND,
    WANTS_SECOND,
    ActKind,
    ReviewActor,
    permission,
    stage_of,
)
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
    """Assign the queue's items to the reviewer `to`, None for nobody; return the assigned ids.

    `n`: draw so many items, reproducibly by `seed`. Items are left out if they wait for a second
    opinion that `to` cannot give, or for no reviewer at all. An item that `to` skipped returns to
    their queue. The same `idempotency_key` again changes nothing and returns the same ids.
    """
    demand(engine, Right.ADJUDICATE)
    target = reviewer_id(engine, to) if to is not None else None
    head = NewEvent(ASSIGN, comment, assignee_id=target)

    def act(transaction: ItemTransaction, _busy: BusyItems) -> NewEvent | Ineligibility:
        item_state = transaction.item_state
        if item_state.state == WANTS_SECOND and target in item_state.opinion_givers:
            return Ineligibility.GIVEN
        rule = permission(stage_of(item_state), ReviewActor.ADJUDICATOR, ActKind.ASSIGN)
        return head if target is None or rule.denied is None else Ineligibility(rule.denied)

    items = _sampled(queue, n, seed)
    batch = append_to_all(engine, by, head, key=idempotency_key, items=items, act=act)
    return items_of(engine, batch.id)


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
    """Request blind second opinions on decided items, to measure agreement; return their ids.

    `n`: draw so many items, by `seed`. The requester may give the second opinion where they have
    not decided themselves, since a request shows them nothing. First decisions stay in force.
    """
    demand(engine, Right.ADJUDICATE)
    head = NewEvent(SECOND, comment, blind=True)

    def act(transaction: ItemTransaction, _busy: BusyItems) -> NewEvent | Ineligibility:
        if transaction.item_state.state != DECIDED:
            return Ineligibility.UNDECIDED
        return Ineligibility.TWO if len(transaction.item_state.opinions) > 1 else head

    items = _sampled(queue, n, seed)
    batch = append_to_all(engine, by, head, key=idempotency_key, items=items, act=act)
    return items_of(engine, batch.id)


def _sampled(queue: Queue, n: int | None, seed: int) -> Callable[[Session], Sequence[int]]:
    """Return a function that reads the queue's item ids, or a random sample of `n` of them."""

    def items(session: Session) -> Sequence[int]:
        ids = queries.item_ids(session, queue.conditions(), queue.order)
        if n is None or n >= len(ids):
            return ids
        return random.Random(seed).sample(sorted(ids), n)  # noqa: S311 - a sample, no secret

    return items

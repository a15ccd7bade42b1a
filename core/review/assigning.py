"""Giving slices of a queue to people: to decide on, or to give second opinions."""

import random
from collections.abc import Callable, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.appending import Draft
from core.review.queue import Queue
from core.review.reviewers import reviewer_id
from db.engine import writing
from db.queries import projection
from db.queries import queue as queries
from db.queries import review as events
from db.standing import ASSIGN, DECIDED, SECOND, WANTS_SECOND, Standing


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
    wait for a second opinion when `to` cannot give it. The same key again changes nothing and
    gives the same ids. An item that was skipped by `to` comes back to them.
    """
    target = reviewer_id(engine, to) if to is not None else None

    def act(standing: Standing) -> Draft | None:
        if standing.state == WANTS_SECOND and target in standing.given:
            return None
        return Draft(ASSIGN, comment, assignee_id=target)

    return _append_to_all(engine, queue, by, act, n, seed, idempotency_key)


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

    def act(standing: Standing) -> Draft | None:
        if standing.state != DECIDED or len(standing.opinions) > 1:
            return None
        return Draft(SECOND, comment, blind=True)

    return _append_to_all(engine, queue, by, act, n, seed, idempotency_key)


def _append_to_all(
    engine: Engine,
    queue: Queue,
    by: str,
    act: Callable[[Standing], Draft | None],
    n: int | None,
    seed: int,
    key: str,
) -> list[int]:
    """One event each, in one transaction: all of them or none."""
    who = reviewer_id(engine, by)
    with writing(engine) as session:
        stands = projection.standings(session, _drawn(session, queue, n, seed))
        done = events.items_with_key(session, who, key)  # once the rows are ours: no press between
        if done:
            return done
        made = {item_id: (one[0], act(one[1])) for item_id, one in stands.items()}
        for item_id, (question_id, draft) in made.items():
            if draft is not None:
                session.add(draft.event(item_id, question_id, who, f"{key}:{item_id}"))
        session.flush()
        projection.project(session, [id_ for id_, (_, draft) in made.items() if draft])
        return events.items_with_key(session, who, key)


def _drawn(session: Session, queue: Queue, n: int | None, seed: int) -> Sequence[int]:
    ids = queries.item_ids(session, queue.conditions(), queue.order)
    if n is None or n >= len(ids):
        return ids
    drawn = set(random.Random(seed).sample(sorted(ids), n))  # noqa: S311 - a sample, no secret
    return [item_id for item_id in ids if item_id in drawn]

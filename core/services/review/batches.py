"""Bulk actions: store all events of an action in one transaction, and undo them as a whole."""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.review import ASSIGN, OPINIONS, UNDO, active_acts, fold_acts
from core.services.access import Right, demand
from core.services.review.bulk_eligibility import BusyItems, Ineligibility
from core.services.review.enums import ReviewReason
from core.services.review.event_store import ItemTransaction, NewEvent
from core.services.review.reviewers import reviewer_id
from db import writing
from db.queries import batches as queries
from db.queries import claims, projection, question_locks
from db.queries import corrections as drafts
from db.tables import ReviewBatch, now


@dataclass(frozen=True, slots=True)
class Batch:
    """A bulk action done to `n` items. `left_out`: number of items left out, by reason.

    `undoes_id`: the bulk action that it undoes. `undone_counts`: how many of its `n` events were
    undone by undoing the action as a whole.
    """

    id: int
    reviewer: str
    action: str
    n: int
    at: datetime
    comment: str = ""
    reasons: tuple[ReviewReason, ...] = ()
    assignee: str | None = None
    left_out: Counter[Ineligibility] = field(default_factory=Counter)
    undoes_id: int | None = None
    undone_counts: int = 0


def read_busy_items(session: Session, actor_id: int) -> BusyItems:
    """Read which items others have claimed, and which the reviewer is editing."""
    claimed = claims.held_by_others(session, actor_id, now())
    return BusyItems(frozenset(claimed), frozenset(drafts.drafted_items(session, actor_id)))


Act = Callable[[ItemTransaction, BusyItems], NewEvent | Ineligibility]
"""Makes the event for an item, or gives the reason to leave it out."""


def append_to_all(
    engine: Engine,
    by: str,
    head: NewEvent,
    *,
    key: str,
    items: Callable[[Session], Iterable[int]],
    act: Act,
    undoes_id: int | None = None,
) -> Batch:
    """Store an event for each item that `act` makes one for, in one transaction.

    `head`: the action as a whole, stored with the batch. The same `key` again changes nothing and
    returns the batch of the first time.
    """
    actor_id = reviewer_id(engine, by)
    try:
        with writing(engine) as session:
            batch = _with_key(session, key)
            if batch is None:
                _act(
                    session,
                    _store_head(session, actor_id, head, key, undoes_id),
                    items(session),
                    act,
                )
                batch = _with_key(session, key)
    except IntegrityError:  # the same request was stored concurrently
        with Session(engine) as session:
            batch = _with_key(session, key)
        if batch is None:
            raise
    assert batch is not None, "it was stored just now"
    return batch


def _with_key(session: Session, key: str) -> Batch | None:
    row = queries.with_key(session, key)
    return row and batch_of(*row)


def _store_head(
    session: Session, actor_id: int, head: NewEvent, key: str, undoes_id: int | None
) -> ReviewBatch:
    """Store the batch before its events, so that a concurrent request with the same key waits."""
    columns = head.row(0, 0, actor_id, key)
    names = ("action", "comment", "reasons", "assignee_id", "reviewer_id", "idempotency_key")
    batch = ReviewBatch(**{name: columns[name] for name in names}, undoes_id=undoes_id)
    session.add(batch)
    session.flush()
    return batch


def _act(session: Session, batch: ReviewBatch, items: Iterable[int], act: Act) -> None:
    """Lock the items' questions, append the events and store the left-out items by reason."""
    left_out = Counter[Ineligibility]()
    chosen = set(items)
    question_locks.lock_questions_of(session, chosen)
    with _gc_paused():
        for ids in question_locks.portions(chosen):
            left_out += _append(session, batch, ids, act)
    batch.left_out = {reason.value: n for reason, n in left_out.items()}
    session.add(batch)
    session.flush()


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause the garbage collector: with thousands of acts in memory, which form no cycles, it takes
    nearly as long as the work itself.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _append(
    session: Session, batch: ReviewBatch, ids: list[int], act: Act
) -> Counter[Ineligibility]:
    """Append the events of one portion of the items; return the left-out items by reason."""
    actor_id, batch_id = batch.reviewer_id, batch.id or 0
    questions = question_locks.lock_all(session, ids)
    acts = question_locks.acts_on(session, {question.id for question in questions.values()})
    busy_items = read_busy_items(
        session, actor_id
    )  # read after locking, since claiming locks the same rows
    left_out = Counter({Ineligibility.GONE: len(ids) - len(questions)})
    new_events = dict[int, tuple[ItemTransaction, NewEvent]]()
    handled_questions = set[int]()
    for item_id, question in questions.items():
        item_state = fold_acts(acts[question.id], question.finding)
        transaction = ItemTransaction(
            session, item_id, question, actor_id, acts[question.id], item_state
        )
        result = (
            act(transaction, busy_items)
            if question.id not in handled_questions
            else Ineligibility.SAME
        )
        handled_questions.add(question.id)
        if isinstance(result, Ineligibility):
            left_out[result] += 1
        else:
            new_events[item_id] = transaction, result
    if new_events:
        rows = [
            draft.row(
                item_id,
                transaction.question_id,
                actor_id,
                f"batch {batch_id}:{item_id}",
                transaction.shown(draft),
            )
            for item_id, (transaction, draft) in new_events.items()
        ]
        events = queries.add_events(session, batch_id, rows)
        projection.keep_all(
            session,
            {
                transaction.question_id: (
                    transaction.item_state,
                    transaction.after(draft, events[item_id]),
                )
                for item_id, (transaction, draft) in new_events.items()
            },
        )
        _clear_drafts_and_claims(
            session,
            batch,
            [id_ for transaction, _ in new_events.values() for id_ in transaction.question.items],
        )
    batch.n += len(new_events)
    return +left_out


def _clear_drafts_and_claims(session: Session, batch: ReviewBatch, ids: list[int]) -> None:
    """Release claims, drop drafts and note the comment, as after an act on a single item."""
    if batch.action != UNDO:
        claims.release(session, batch.reviewer_id, ids)
    if batch.action in OPINIONS:
        drafts.delete_drafts(session, batch.reviewer_id, ids)
    if batch.comment:
        projection.add_comment(session, ids, batch.comment)


def undo_batch(engine: Engine, batch_id: int, by: str, *, idempotency_key: str) -> Batch:
    """Undo the events of a batch that are still in force; events already undone and items with a
    later decision or assignment are left out.

    Raises NotFoundError for an unknown batch, InputError for another reviewer's or an undo.
    """
    demand(engine, Right.ADJUDICATE)
    with Session(engine) as session:
        stored = queries.batch(session, batch_id)
        events = queries.event_ids(session, batch_id)
    if stored is None:
        raise NotFoundError("Bulk action {batch_id} does not exist.", batch_id=batch_id)
    batch = batch_of(*stored)
    if batch.reviewer != " ".join(by.split()):
        raise InputError(
            "This was done by {reviewer}. Ask them to undo it.", reviewer=batch.reviewer
        )
    if batch.action == UNDO:
        raise InputError("An undo cannot be undone. Repeat the original action.")

    def act(transaction: ItemTransaction, _busy: BusyItems) -> NewEvent | Ineligibility:
        event = events[transaction.item_id]
        active = active_acts(transaction.acts)
        if event not in {review_act.id for review_act in active}:
            return Ineligibility.UNDONE
        later = [review_act for review_act in active if review_act.id > event]
        if any(
            review_act.action in OPINIONS or review_act.action == batch.action == ASSIGN
            for review_act in later
        ):
            return Ineligibility.SINCE
        return NewEvent(UNDO, undoes_id=event)

    return append_to_all(
        engine,
        by,
        NewEvent(UNDO),
        key=idempotency_key,
        items=lambda _session: events,
        act=act,
        undoes_id=batch_id,
    )


def my_batches(engine: Engine, by: str, limit: int = 10) -> list[Batch]:
    """List the reviewer's latest bulk actions, latest first, without undos."""
    actor_id = reviewer_id(engine, by)
    with Session(engine) as session:
        rows = queries.latest(session, actor_id, limit)
        undone = queries.undone_counts(session, [row.id or 0 for row, *_ in rows])
        return [batch_of(*row, undone_counts=undone.get(row[0].id or 0, 0)) for row in rows]


def items_of(engine: Engine, batch_id: int) -> list[int]:
    """Return the ids of the items that a bulk action was done to."""
    with Session(engine) as session:
        return list(queries.event_ids(session, batch_id))


def batch_of(row: ReviewBatch, name: str, assignee: str | None, *, undone_counts: int = 0) -> Batch:
    """Build a Batch from its row and the names of its reviewer and assignee."""
    return Batch(
        id=row.id or 0,
        reviewer=name,
        action=row.action,
        n=row.n,
        at=row.created_at,
        comment=row.comment,
        reasons=tuple(ReviewReason(reason) for reason in row.reasons),
        assignee=assignee,
        left_out=Counter({Ineligibility(reason): n for reason, n in row.left_out.items()}),
        undoes_id=row.undoes_id,
        undone_counts=undone_counts,
    )

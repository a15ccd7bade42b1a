"""One act on many items: one transaction with all of its events or none, taken back as a whole."""

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
from core.review.review_state import ASSIGN, OPINIONS, UNDO, active_acts, fold_acts
from core.services.access import Right, demand
from core.services.review.bulk_eligibility import BusyItems, Ineligibility
from core.services.review.enums import ReviewReason
from core.services.review.event_store import ItemTransaction, NewEvent
from core.services.review.reviewers import reviewer_id
from db.engine import writing
from db.queries import batches as queries
from db.queries import claims, projection, question_locks
from db.queries import corrections as drafts
from db.tables import ReviewBatch, now


@dataclass(frozen=True, slots=True)
class Batch:
    """An act on `n` items at once. `left_out`: those it was meant for and not done to, by reason.

    `undoes_id`: the act that it takes back. `taken_back`: how many of its `n` were taken back with
    the act as a whole.
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
    taken_back: int = 0


def busy(session: Session, by: int) -> BusyItems:
    held = claims.held_by_others(session, by, now())
    return BusyItems(frozenset(held), frozenset(drafts.begun(session, by)))


Act = Callable[[ItemTransaction, BusyItems], NewEvent | Ineligibility]
"""What is done to an item, or why nothing is."""


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
    """One event for each of the items that `act` makes one of, in one transaction.

    `head` says what the act is as a whole. The same key again changes nothing and gives the batch
    that it made the first time.
    """
    who = reviewer_id(engine, by)
    try:
        with writing(engine) as session:
            made = _with_key(session, key)
            if made is None:
                _act(session, _begun(session, who, head, key, undoes_id), items(session), act)
                made = _with_key(session, key)
    except IntegrityError:  # the same press, stored in the meantime
        with Session(engine) as session:
            made = _with_key(session, key)
        if made is None:
            raise
    assert made is not None, "it was stored just now"
    return made


def _with_key(session: Session, key: str) -> Batch | None:
    found = queries.with_key(session, key)
    return found and batch_of(*found)


def _begun(
    session: Session, who: int, head: NewEvent, key: str, undoes_id: int | None
) -> ReviewBatch:
    """Stored before its events, so that the same press elsewhere waits until they are there."""
    said = head.row(0, 0, who, key)
    names = ("action", "comment", "reasons", "assignee_id", "reviewer_id", "idempotency_key")
    batch = ReviewBatch(**{name: said[name] for name in names}, undoes_id=undoes_id)
    session.add(batch)
    session.flush()
    return batch


def _act(session: Session, batch: ReviewBatch, items: Iterable[int], act: Act) -> None:
    left_out = Counter[Ineligibility]()
    chosen = set(items)
    question_locks.lock_questions_of(session, chosen)
    with _uncollected():
        for ids in question_locks.portions(chosen):
            left_out += _append(session, batch, ids, act)
    batch.left_out = {reason.value: n for reason, n in left_out.items()}
    session.add(batch)
    session.flush()


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile: nothing here is cyclic, and with thousands of acts in hand
    the collector takes nearly as long as the work itself.
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
    """Does it to one portion of the items, and counts those it was not done to."""
    who, batch_id = batch.reviewer_id, batch.id or 0
    questions = question_locks.lock_all(session, ids)
    acts = question_locks.acts_on(session, {one.id for one in questions.values()})
    around = busy(session, who)  # once the rows are ours, since a claim needs them too
    left_out = Counter({Ineligibility.GONE: len(ids) - len(questions)})
    drawn = dict[int, tuple[ItemTransaction, NewEvent]]()
    met = set[int]()
    for item_id, question in questions.items():
        stands = fold_acts(acts[question.id], question.finding)
        scene = ItemTransaction(session, item_id, question, who, acts[question.id], stands)
        made = act(scene, around) if question.id not in met else Ineligibility.SAME
        met.add(question.id)
        if isinstance(made, Ineligibility):
            left_out[made] += 1
        else:
            drawn[item_id] = scene, made
    if drawn:
        rows = [
            draft.row(
                item_id, scene.question_id, who, f"batch {batch_id}:{item_id}", scene.shown(draft)
            )
            for item_id, (scene, draft) in drawn.items()
        ]
        events = queries.add_events(session, batch_id, rows)
        projection.keep_all(
            session,
            {
                scene.question_id: (scene.standing, scene.after(draft, events[item_id]))
                for item_id, (scene, draft) in drawn.items()
            },
        )
        _forget(
            session, batch, [id_ for scene, _ in drawn.values() for id_ in scene.question.items]
        )
    batch.n += len(drawn)
    return +left_out


def _forget(session: Session, batch: ReviewBatch, ids: list[int]) -> None:
    """As after an act on a single item."""
    if batch.action != UNDO:
        claims.release(session, batch.reviewer_id, ids)
    if batch.action in OPINIONS:
        drafts.forget(session, batch.reviewer_id, ids)
    if batch.comment:
        projection.note(session, ids, batch.comment)


def undo_batch(engine: Engine, batch_id: int, by: str, *, idempotency_key: str) -> Batch:
    """Takes back those of its events that still stand; left out are those taken back before, and
    items that anybody has decided on again, or assigned again, since.

    Raises NotFoundError for an unknown act, InputError for somebody else's or an undo.
    """
    demand(engine, Right.ADJUDICATE)
    with Session(engine) as session:
        known = queries.batch(session, batch_id)
        events = queries.event_ids(session, batch_id)
    if known is None:
        raise NotFoundError("Bulk action {batch_id} does not exist.", batch_id=batch_id)
    batch = batch_of(*known)
    if batch.reviewer != " ".join(by.split()):
        raise InputError(
            "This was done by {reviewer}. Ask them to undo it.", reviewer=batch.reviewer
        )
    if batch.action == UNDO:
        raise InputError("An undo cannot be undone. Repeat the original action.")

    def act(scene: ItemTransaction, _busy: BusyItems) -> NewEvent | Ineligibility:
        event = events[scene.item_id]
        kept = active_acts(scene.acts)
        if event not in {one.id for one in kept}:
            return Ineligibility.UNDONE
        later = [one for one in kept if one.id > event]
        if any(one.action in OPINIONS or one.action == batch.action == ASSIGN for one in later):
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
    """What the reviewer did to many items at once, the latest first; undos are left out."""
    who = reviewer_id(engine, by)
    with Session(engine) as session:
        found = queries.latest(session, who, limit)
        undone = queries.taken_back(session, [one.id or 0 for one, *_ in found])
        return [batch_of(*one, taken_back=undone.get(one[0].id or 0, 0)) for one in found]


def items_of(engine: Engine, batch_id: int) -> list[int]:
    """The items an act on many was done to."""
    with Session(engine) as session:
        return list(queries.event_ids(session, batch_id))


def batch_of(row: ReviewBatch, name: str, assignee: str | None, *, taken_back: int = 0) -> Batch:
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
        taken_back=taken_back,
    )

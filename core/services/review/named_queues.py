"""Queues with a name: a saved filter over the flagged questions that a lead gives to somebody."""

from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Engine, func
from sqlmodel import Session, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from core.errors import InputError, NotFoundError
from core.services.access import Right, demand
from core.services.review.enums import State
from core.services.review.queue import Queue, count_states
from core.services.review.reviewers import reviewer_id
from db.engine import writing
from db.tables import NamedQueue, Reviewer

MAX_QUEUE_NAME = 80


@dataclass(frozen=True, slots=True)
class SavedQueue:
    """A filter with a name. `reviewer`: whose it is; None for everybody's."""

    id: int
    name: str
    queue: Queue
    reviewer: str | None


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """How far the flagged questions of a queue have come, as their reviewer sees it."""

    total: int
    left: int

    @property
    def decided(self) -> int:
        return self.total - self.left


def create_queue(engine: Engine, name: str, queue: Queue, *, to: str | None, by: str) -> int:
    """Save the filter's set, language and reason under a new name, for the reviewer `to` or, where
    that is None, for everybody. Raises ForbiddenError for anybody but a lead, and InputError for
    a name that is empty, too long or taken.
    """
    demand(engine, Right.ADJUDICATE)
    clean = " ".join(name.split())
    if not clean:
        raise InputError("The queue name is empty. Enter one.")
    if len(clean) > MAX_QUEUE_NAME:
        raise InputError(
            "The name is longer than {limit} characters. Shorten it.", limit=MAX_QUEUE_NAME
        )
    owner = reviewer_id(engine, to) if to is not None else None
    with writing(engine) as session:
        taken = select(func.count()).where(col(NamedQueue.name) == clean)
        if session.exec(taken).one():
            raise InputError(
                "A queue named “{name}” already exists. Choose another name.", name=clean
            )
        row = NamedQueue(
            name=clean,
            set_id=queue.set_id,
            language=queue.language or "",
            reason=queue.reason or "",
            reviewer_id=owner,
            created_by=by,
        )
        session.add(row)
        session.flush()
        return row.id or 0


def delete_queue(engine: Engine, queue_id: int) -> None:
    """Forget the name and the filter; questions and decisions stay. A queue that is gone already is
    no error.
    """
    demand(engine, Right.ADJUDICATE)
    with writing(engine) as session:
        if row := session.get(NamedQueue, queue_id):
            session.delete(row)


def saved_queue(engine: Engine, queue_id: int) -> SavedQueue:
    """Raises NotFoundError."""
    wanted = _rows().where(col(NamedQueue.id) == queue_id)
    with Session(engine) as session:
        found = session.exec(wanted).first()
    if found is None:
        raise NotFoundError("Queue {id} does not exist.", id=queue_id)
    return _saved(*found)


def saved_queues(engine: Engine, reviewer: str | None = None) -> list[SavedQueue]:
    """All of them by name; of a reviewer, their own before everybody's."""
    wanted = _rows().order_by(col(NamedQueue.reviewer_id).is_(None), col(NamedQueue.name))
    if reviewer is not None:
        theirs = or_(col(Reviewer.name) == reviewer, col(NamedQueue.reviewer_id).is_(None))
        wanted = wanted.where(theirs)
    with Session(engine) as session:
        return [_saved(*row) for row in session.exec(wanted)]


def queue_progress(engine: Engine, queue: Queue, reviewer: str | None = None) -> QueueProgress:
    """Of a filter over what waits; what is in dispute waits for others, and counts as decided."""
    theirs = queue if reviewer is None else queue.of(reviewer)
    counts = count_states(engine, theirs)
    return QueueProgress(counts.total(), counts[State.OPEN] + counts[State.SECOND])


def _rows() -> SelectOfScalar[Any]:
    """Queues with their reviewers' names."""
    owner = col(NamedQueue.reviewer_id) == col(Reviewer.id)
    wanted: Any = select(NamedQueue, Reviewer.name).join(Reviewer, owner, isouter=True)
    return cast("SelectOfScalar[Any]", wanted)


def _saved(row: NamedQueue, reviewer: str | None) -> SavedQueue:
    queue = Queue(set_id=row.set_id, language=row.language or None, reason=row.reason or None)
    return SavedQueue(row.id or 0, row.name, queue, reviewer)

"""Named queues: saved filters over flagged questions that a lead gives to reviewers."""

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
from db import writing
from db.tables import NamedQueue, Reviewer

MAX_QUEUE_NAME = 80


@dataclass(frozen=True, slots=True)
class SavedQueue:
    """A named filter. `reviewer`: whose queue it is, None for everybody's."""

    id: int
    name: str
    queue: Queue
    reviewer: str | None


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """Progress of a queue, as its reviewer sees it; `left`: questions still to be decided."""

    total: int
    left: int

    @property
    def decided(self) -> int:
        return self.total - self.left


def create_queue(engine: Engine, name: str, queue: Queue, *, to: str | None, by: str) -> int:
    """Save the filter's set, language and reason under a new name; return the queue's id.

    `to`: the reviewer it is for, None for everybody. Raises ForbiddenError for roles below lead,
    InputError for a name that is empty, too long or taken.
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
        name_count = select(func.count()).where(col(NamedQueue.name) == clean)
        if session.exec(name_count).one():
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
    """Delete a named queue; questions and decisions stay. Deleting a missing queue is no error."""
    demand(engine, Right.ADJUDICATE)
    with writing(engine) as session:
        if row := session.get(NamedQueue, queue_id):
            session.delete(row)


def saved_queue(engine: Engine, queue_id: int) -> SavedQueue:
    """Return a named queue. Raises NotFoundError."""
    query = _rows().where(col(NamedQueue.id) == queue_id)
    with Session(engine) as session:
        row = session.exec(query).first()
    if row is None:
        raise NotFoundError("Queue {id} does not exist.", id=queue_id)
    return _saved(*row)


def saved_queues(engine: Engine, reviewer: str | None = None) -> list[SavedQueue]:
    """List all named queues by name; for a reviewer, their own and then everybody's."""
    query = _rows().order_by(col(NamedQueue.reviewer_id).is_(None), col(NamedQueue.name))
    if reviewer is not None:
        visible = or_(col(Reviewer.name) == reviewer, col(NamedQueue.reviewer_id).is_(None))
        query = query.where(visible)
    with Session(engine) as session:
        return [_saved(*row) for row in session.exec(query)]


def queue_progress(engine: Engine, queue: Queue, reviewer: str | None = None) -> QueueProgress:
    """Count a queue's questions. Disputed ones wait for others, so they count as decided."""
    own_queue = queue if reviewer is None else queue.of(reviewer)
    counts = count_states(engine, own_queue)
    return QueueProgress(counts.total(), counts[State.OPEN] + counts[State.SECOND])


def _rows() -> SelectOfScalar[Any]:
    """Select named queues with their reviewers' names."""
    owner = col(NamedQueue.reviewer_id) == col(Reviewer.id)
    query: Any = select(NamedQueue, Reviewer.name).join(Reviewer, owner, isouter=True)
    return cast("SelectOfScalar[Any]", query)


def _saved(row: NamedQueue, reviewer: str | None) -> SavedQueue:
    queue = Queue(set_id=row.set_id, language=row.language or None, reason=row.reason or None)
    return SavedQueue(row.id or 0, row.name, queue, reviewer)

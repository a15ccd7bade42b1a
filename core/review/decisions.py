"""Decisions of people on items of a run: appended events, never overwritten (DESIGN decision 6).

An item's decision is its latest event that nobody has undone. Undoing is an event of its own, so
the item falls back to the decision before.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from db.engine import writing
from db.queries import review as queries
from db.tables import Reviewer, ReviewEvent, RunItem

MAX_NAME = 60
MAX_COMMENT = 4000


class Action(StrEnum):
    """What becomes of the question: kept as it is, to be corrected, or left out."""

    KEEP = "keep"
    FIX = "fix"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Event:
    """One act on an item. `action` is an Action's value or "undo"; `undone` marks what it undid."""

    id: int
    item_id: int
    reviewer: str
    action: str
    comment: str
    at: datetime
    undoes_id: int | None = None
    undone: bool = False


def reviewer_id(engine: Engine, name: str) -> int:
    """The reviewer's id; a new name is added. Raises InputError for an unusable one."""
    clean = " ".join(name.split())
    if not clean:
        raise InputError("The name is empty. Enter the name your decisions should carry.")
    if len(clean) > MAX_NAME:
        raise InputError("The name is longer than {limit} characters. Shorten it.", limit=MAX_NAME)
    with suppress(IntegrityError), writing(engine) as session:  # another tab may be first
        if queries.reviewer_named(session, clean) is None:
            session.add(Reviewer(name=clean))
    with Session(engine) as session:
        return queries.reviewer_id(session, clean)


def decide(
    engine: Engine,
    item_id: int,
    reviewer: str,
    action: Action,
    comment: str = "",
    *,
    idempotency_key: str,
) -> Event:
    """Append a decision. The same key again, as after a double press, changes nothing and returns
    the event it made the first time. Raises NotFoundError for an unknown item.
    """
    said = comment[:MAX_COMMENT]
    return _append(engine, item_id, reviewer, action.value, said, key=idempotency_key)


def undo(engine: Engine, item_id: int, reviewer: str, *, idempotency_key: str) -> Event | None:
    """Undo the item's standing decision, whoever made it; None when there is none."""
    with Session(engine) as session:
        again = queries.event_with_key(session, idempotency_key)
        standing = queries.standing_event(session, item_id)
        undone = again.undoes_id if again else standing.id if standing else None
    if undone is None:
        return None
    return _append(
        engine, item_id, reviewer, queries.UNDO, "", key=idempotency_key, undoes_id=undone
    )


def current_decision(engine: Engine, item_id: int) -> Event | None:
    """The decision that stands, if any."""
    events = history(engine, item_id)
    return next((e for e in reversed(events) if e.action != queries.UNDO and not e.undone), None)


def current_decisions(engine: Engine, run_id: int) -> dict[int, Action]:
    """item id -> standing decision, for the decided items of a run."""
    with Session(engine) as session:
        found = queries.standing_actions(session, run_id)
    return {item_id: Action(action) for item_id, action in found.items()}


def last_decided_item(engine: Engine, reviewer: str) -> int | None:
    """The item of the reviewer's latest decision that still stands: what undo goes back to."""
    with Session(engine) as session:
        event = queries.last_standing_event(session, reviewer)
        return event.item_id if event else None


def history(engine: Engine, item_id: int) -> list[Event]:
    """Every event of the item, oldest first."""
    with Session(engine) as session:
        rows = queries.events_of(session, item_id)
        undone = {event.undoes_id for event, _name in rows if event.undoes_id is not None}
        return [_event(event, name, undone=event.id in undone) for event, name in rows]


def _append(
    engine: Engine,
    item_id: int,
    reviewer: str,
    action: str,
    comment: str,
    *,
    key: str,
    undoes_id: int | None = None,
) -> Event:
    by = reviewer_id(engine, reviewer)
    with suppress(IntegrityError), writing(engine) as session:  # the same press, stored before
        item = session.get(RunItem, item_id)
        if item is None:
            raise NotFoundError("There is no item {item_id}. Open one from a run.", item_id=item_id)
        if queries.event_with_key(session, key) is None:
            session.add(
                ReviewEvent(
                    item_id=item_id,
                    question_id=item.question_id,
                    reviewer_id=by,
                    action=action,
                    comment=comment.strip(),
                    undoes_id=undoes_id,
                    idempotency_key=key,
                )
            )
    with Session(engine) as session:
        return next(_event(*row) for row in queries.events_of(session, item_id, key=key))


def _event(row: ReviewEvent, name: str, *, undone: bool = False) -> Event:
    return Event(
        id=row.id or 0,
        item_id=row.item_id,
        reviewer=name,
        action=row.action,
        comment=row.comment,
        at=row.created_at,
        undoes_id=row.undoes_id,
        undone=undone,
    )

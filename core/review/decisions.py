"""Decisions of people on items of a run: appended events, never overwritten.

An item's decision is its latest event that nobody has undone. Undoing is an event of its own, so
the item falls back to the decision before.
"""

from collections.abc import Sequence
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


class AlreadyDecidedError(InputError):
    """The item has a decision, `standing`, that was not there when the reviewer was shown it."""

    def __init__(self, standing: Event) -> None:
        super().__init__(
            "Already decided: {decision}, by {reviewer}. Undo it or decide again.",
            decision=standing.action,
            reviewer=standing.reviewer,
        )
        self.standing = standing


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
    seen_event_id: int | None = None,
) -> Event:
    """Append a decision. The same key again, as after a double press, changes nothing and returns
    the event it made the first time. Raises NotFoundError for an unknown item.

    `seen_event_id` is the item's last event the reviewer was shown, 0 for none. A standing decision
    made after it raises AlreadyDecidedError, so that nobody overrides what they have not seen; a
    press whose own decision was taken back since raises InputError. None does not look.
    """
    event = _append(
        engine,
        item_id,
        reviewer,
        action.value,
        comment[:MAX_COMMENT],
        key=idempotency_key,
        seen=seen_event_id,
    )
    if seen_event_id is not None and any(
        e.id == event.id for e in history(engine, item_id) if e.undone
    ):
        raise InputError("Your decision was taken back in the meantime. Decide again.")
    return event


def undo(engine: Engine, item_id: int, reviewer: str, *, idempotency_key: str) -> Event | None:
    """Undo the item's standing decision, whoever made it; None when there is none."""
    with Session(engine) as session:
        again = queries.event_with_key(session, idempotency_key)
        latest = queries.standing_event(session, item_id)
        undone = again.undoes_id if again else latest.id if latest else None
    if undone is None:
        return None
    return _append(
        engine, item_id, reviewer, queries.UNDO, "", key=idempotency_key, undoes_id=undone
    )


def current_decision(engine: Engine, item_id: int) -> Event | None:
    """The decision that stands, if any."""
    return standing(history(engine, item_id))


def standing(events: Sequence[Event]) -> Event | None:
    """The decision that stands after these events of an item, oldest first."""
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
    seen: int | None = None,
) -> Event:
    by = reviewer_id(engine, reviewer)
    with suppress(IntegrityError), writing(engine) as session:  # the same press, stored before
        # Locked, so that of two decisions at once the second one sees the first.
        item = session.get(RunItem, item_id, with_for_update=True)
        if item is None:
            raise NotFoundError("There is no item {item_id}. Open one from a run.", item_id=item_id)
        if queries.event_with_key(session, key) is None:
            if seen is not None:
                _refuse_unseen(session, item_id, seen)
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


def _refuse_unseen(session: Session, item_id: int, seen: int) -> None:
    latest = queries.standing_event(session, item_id)
    if latest and (latest.id or 0) > seen:
        rows = queries.events_of(session, item_id, key=latest.idempotency_key)
        raise AlreadyDecidedError(next(_event(*row) for row in rows))


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

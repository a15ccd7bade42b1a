"""Find earlier decisions on a question: in another run, or in an earlier version of its set."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.review.events import Event, events_on
from db.queries import versions


@dataclass(frozen=True, slots=True)
class EarlierDecision:
    """An earlier decision. `before_edit`: made on the question with the same key in another version
    of its set.
    """

    event: Event
    before_edit: bool = False


def decision_in_another_run(events: Sequence[Event], run_id: int) -> EarlierDecision | None:
    """Return the latest decision among `events` that was made in another run; None without one."""
    decisions = [
        event
        for event in events
        if (event.is_opinion or event.is_final) and not event.undone and event.run_id != run_id
    ]
    return EarlierDecision(decisions[-1]) if decisions else None


def decision_on_another_version(engine: Engine, item_id: int) -> EarlierDecision | None:
    """Return the latest decision in force on another version of the question; None without one.

    An edited file is imported as a new set, in which a question keeps its key.
    """
    with Session(engine) as session:
        match = versions.decided_elsewhere(session, item_id)
        if match is None:
            return None
        other_item, event_id = match
        events = {event.id: event for event in events_on(session, other_item)}
    return EarlierDecision(events[event_id], before_edit=True)

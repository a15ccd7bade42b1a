"""What was decided on a question before it came here: in another run, or before it was edited."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.review.events import Event, events_on
from db.queries import versions


@dataclass(frozen=True, slots=True)
class EarlierDecision:
    """`before_edit`: made on the question of the same key in another version of its set."""

    event: Event
    before_edit: bool = False


def decision_in_another_run(events: Sequence[Event], run_id: int) -> EarlierDecision | None:
    """The latest of these decisions that was made in another run than this one."""
    made = [
        event
        for event in events
        if (event.is_opinion or event.is_final) and not event.undone and event.run_id != run_id
    ]
    return EarlierDecision(made[-1]) if made else None


def decision_on_another_version(engine: Engine, item_id: int) -> EarlierDecision | None:
    """The latest decision that stands on another version of the item's question: an edited file is
    a set of its own, in which a question keeps its key.
    """
    with Session(engine) as session:
        there = versions.decided_elsewhere(session, item_id)
        if there is None:
            return None
        other_item, event_id = there
        events = {event.id: event for event in events_on(session, other_item)}
    return EarlierDecision(events[event_id], before_edit=True)

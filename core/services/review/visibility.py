"""What a reader may see of the acts on an item: a second opinion is blind to the first."""

from dataclasses import dataclass

from sqlalchemy import Engine

from core.review.review_state import fold_acts
from core.services.review.enums import State
from core.services.review.events import Event, acts_of, history, standing
from core.services.review.reviewers import reviewer_id


@dataclass(frozen=True, slots=True)
class VisibleEvents:
    """`events` are those the reader may see, oldest first. `blind`: they may yet give the second
    opinion, so that the acts of others are not among them. `assignee`: in whose queue alone it is.
    """

    state: State
    events: tuple[Event, ...]
    blind: bool
    assignee: str | None = None

    @property
    def decision(self) -> Event | None:
        """The decision that stands, as far as the reader may see it."""
        return None if self.blind else standing(self.events)

    @property
    def last_event_id(self) -> int:
        return self.events[-1].id if self.events else 0


def visible_events(engine: Engine, item_id: int, reviewer: str | None) -> VisibleEvents:
    """Without a name nothing is shown either while a second opinion is wanted: it may yet become
    anybody's.
    """
    events = history(engine, item_id)
    stands = fold_acts(acts_of(events))
    state = State(stands.state)
    by = reviewer_id(engine, reviewer) if reviewer else None
    blind = state == State.SECOND if by is None else stands.hides_from(by)
    shown = tuple(event for event in events if not blind or event.reviewer_id == by)
    to = (event.assignee for event in events if event.assignee_id == stands.assignee_id)
    assignee = next(to, None) if stands.assignee_id is not None else None
    return VisibleEvents(state, shown, blind, assignee)

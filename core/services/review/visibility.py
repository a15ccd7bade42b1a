"""What a reader may see of the acts on an item: a second opinion is blind to the first."""

from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.review_state import fold_acts, new_reasons
from core.services.review.enums import State
from core.services.review.events import Event, acts_of, events_on
from core.services.review.reviewers import reviewer_id
from db.queries import question_locks


@dataclass(frozen=True, slots=True)
class VisibleEvents:
    """`events` are those on the question that the reader may see, oldest first. `blind`: they may
    yet give the second opinion, so that the acts of others are not among them. `assignee`: in whose
    queue alone it is. `decision`: the one that stands, as far as they may see it. `earlier`: that
    of a question that is asked again, because its givers were not shown `new_reasons`.
    """

    state: State
    events: tuple[Event, ...]
    blind: bool
    assignee: str | None = None
    decision: Event | None = None
    earlier: Event | None = None
    new_reasons: tuple[str, ...] = ()

    @property
    def last_event_id(self) -> int:
        return self.events[-1].id if self.events else 0


def visible_events(engine: Engine, item_id: int, reviewer: str | None) -> VisibleEvents:
    """Without a name nothing is shown either while a second opinion is wanted: it may yet become
    anybody's.
    """
    with Session(engine) as session:
        events = events_on(session, item_id)
        finding = question_locks.finding(session, item_id)
    acts = acts_of(events)
    stands = fold_acts(acts, finding)
    state = State(stands.state)
    by = reviewer_id(engine, reviewer) if reviewer else None
    blind = state == State.SECOND if by is None else stands.hides_from(by)
    named = {event.id: event for event in events}
    to = (event.assignee for event in events if event.assignee_id == stands.assignee_id)
    return VisibleEvents(
        state,
        tuple(event for event in events if not blind or event.reviewer_id == by),
        blind,
        next(to, None) if stands.assignee_id is not None else None,
        decision=named[stands.decision.id] if stands.decision and not blind else None,
        earlier=named[stands.earlier.id] if stands.earlier else None,
        new_reasons=new_reasons(acts, stands.earlier, finding) if stands.earlier else (),
    )

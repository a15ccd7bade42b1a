"""What a reader may see of the acts on an item: a second opinion is blind to the first."""

from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.review_state import fold_acts, new_reasons
from core.review.review_table import (
    ActKind,
    Permission,
    ReviewActor,
    ReviewStage,
    actor_of,
    permission,
    stage_of,
)
from core.services.review.enums import State
from core.services.review.events import Event, acts_of, events_on, history, opinions
from core.services.review.reviewers import known_reviewer, reviewer_id
from db.queries import question_locks


@dataclass(frozen=True, slots=True)
class VisibleEvents:
    """`events` are those on the question that the reader may see, oldest first. `blind`: they may
    yet give the second opinion, so that the acts of others are not among them. `assignee`: in whose
    queue alone it is. `decision`: the one that stands, as far as they may see it. `earlier`: that
    of a question that is asked again, because its givers were not shown `new_reasons`. `stage` and
    `actor`: the row and the column of the table that says what the reader may do.
    """

    state: State
    events: tuple[Event, ...]
    blind: bool
    assignee: str | None = None
    decision: Event | None = None
    earlier: Event | None = None
    new_reasons: tuple[str, ...] = ()
    stage: ReviewStage = ReviewStage.OPEN
    actor: ReviewActor = ReviewActor.FIRST

    def permission(self, act: ActKind) -> Permission:
        """What the reader may do as a reviewer, whatever their role."""
        return permission(self.stage, self.actor, act)

    def final_permission(self, act: ActKind) -> Permission:
        """What somebody may do who makes final decisions."""
        return permission(self.stage, ReviewActor.ADJUDICATOR, act)

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
        by = known_reviewer(session, reviewer) if reviewer else None
    if reviewer and by is None:
        by = reviewer_id(engine, reviewer)
    acts = acts_of(events)
    stands = fold_acts(acts, finding)
    state = State(stands.state)
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
        stage=stage_of(stands),
        actor=actor_of(stands, by or 0),
    )


def opposed_opinion(engine: Engine, item_id: int, reviewer: str) -> Event | None:
    """The latest decision of somebody else that the reviewer's own contradicts, where the question
    waits for a final decision because of that.
    """
    events = history(engine, item_id)
    if fold_acts(acts_of(events)).state != State.DISPUTED:
        return None
    sides = opinions(events)
    own = next((event for event in sides if event.reviewer == reviewer), None)
    if own is None:
        return None
    said = own.action, own.revision_id
    differing = [event for event in sides if (event.action, event.revision_id) != said]
    return differing[-1] if differing else None

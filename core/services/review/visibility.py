"""What a reviewer may see of the acts on an item: a second opinion must be blind to the first."""

from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.review import (
    ActKind,
    Permission,
    ReviewActor,
    ReviewStage,
    actor_of,
    fold_acts,
    new_reasons,
    permission,
    stage_of,
)
from core.services.review.enums import State
from core.services.review.events import Event, acts_of, events_on, history, opinions
from core.services.review.reviewers import known_reviewer, reviewer_id
from db.queries import question_locks


@dataclass(frozen=True, slots=True)
class VisibleEvents:
    """The state of an item as far as a reader may see it.

    `events`: visible events on the question, oldest first. `blind`: the reader may still give the
    blind second opinion, so that acts of others are left out. `assignee`: the only reviewer in
    whose queue it is. `decision`: the one in force, if visible. `earlier`: the decision of a
    reopened question, whose reviewers were not shown `new_reasons`. `stage` and `actor`: row and
    column of the review table for the reader.
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
        """Return whether the reader may do the act as a reviewer, whatever their role."""
        return permission(self.stage, self.actor, act)

    def final_permission(self, act: ActKind) -> Permission:
        """Return whether an adjudicator may do the act."""
        return permission(self.stage, ReviewActor.ADJUDICATOR, act)

    @property
    def last_event_id(self) -> int:
        """Id of the latest visible event, 0 for none."""
        return self.events[-1].id if self.events else 0


def visible_events(engine: Engine, item_id: int, reviewer: str | None) -> VisibleEvents:
    """Read what the reviewer may see of the item. Without a name the acts are hidden while a second
    opinion is requested, since anybody might still give it.
    """
    with Session(engine) as session:
        events = events_on(session, item_id)
        finding = question_locks.finding(session, item_id)
        reader_id = known_reviewer(session, reviewer) if reviewer else None
    if reviewer and reader_id is None:
        reader_id = reviewer_id(engine, reviewer)
    acts = acts_of(events)
    item_state = fold_acts(acts, finding)
    state = State(item_state.state)
    blind = state == State.SECOND if reader_id is None else item_state.hides_from(reader_id)
    event_by_id = {event.id: event for event in events}
    assignees = (event.assignee for event in events if event.assignee_id == item_state.assignee_id)
    return VisibleEvents(
        state,
        tuple(event for event in events if not blind or event.reviewer_id == reader_id),
        blind,
        next(assignees, None) if item_state.assignee_id is not None else None,
        decision=event_by_id[item_state.decision.id] if item_state.decision and not blind else None,
        earlier=event_by_id[item_state.earlier.id] if item_state.earlier else None,
        new_reasons=new_reasons(acts, item_state.earlier, finding) if item_state.earlier else (),
        stage=stage_of(item_state),
        actor=actor_of(item_state, reader_id or 0),
    )


def opposed_opinion(engine: Engine, item_id: int, reviewer: str) -> Event | None:
    """Return the latest decision of another reviewer that this reviewer's contradicts, while the
    question waits for a final decision; None otherwise.
    """
    events = history(engine, item_id)
    if fold_acts(acts_of(events)).state != State.DISPUTED:
        return None
    sides = opinions(events)
    own_opinion = next((event for event in sides if event.reviewer == reviewer), None)
    if own_opinion is None:
        return None
    own_verdict = own_opinion.action, own_opinion.revision_id
    differing = [event for event in sides if (event.action, event.revision_id) != own_verdict]
    return differing[-1] if differing else None

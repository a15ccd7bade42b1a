"""A reviewer's progress for Home: decisions of today, what waits for them, where to resume."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta, tzinfo

from sqlalchemy import Engine
from sqlmodel import Session

from core.review import ANSWER, UNDO
from core.services.review.claims import ItemClaim, my_claims
from core.services.review.enums import State
from core.services.review.events import history
from core.services.review.queue import (
    Queue,
    QueueView,
    WaitingCounts,
    after_decision,
    count,
    waiting,
)
from db.queries import review as queries
from db.tables import now


@dataclass(frozen=True, slots=True)
class DailyDecisions:
    """Decisions of a day that were not undone, by reviewer (`decisions`) and by action."""

    decisions: Counter[str]
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def team(self) -> int:
        """Decisions of all reviewers."""
        return self.decisions.total()

    def of(self, reviewer: str) -> int:
        """Return the number of decisions of one reviewer."""
        return self.decisions[reviewer]


@dataclass(frozen=True, slots=True)
class ReviewPosition:
    """An item that a reviewer had on screen at the moment `at`, and its queue then."""

    item_id: int
    queue: Queue
    at: datetime


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where a reviewer resumes: an item with its run and its line in the set's file."""

    item_id: int
    run_id: int
    run_title: str
    line: int


@dataclass(frozen=True, slots=True)
class ReviewerDesk:
    """What Home shows to a reviewer.

    `waiting`: their queue by run and reason; `assigned`: the part assigned to them. `seconds`:
    number of questions that wait for their second opinion; `flagged_seconds` of these are in
    `waiting` too. `disputed`: number of items to be settled. `left`: where they resume,
    see `resume_point`.
    """

    today: DailyDecisions
    claims: tuple[ItemClaim, ...]
    waiting: tuple[WaitingCounts, ...]
    assigned: tuple[WaitingCounts, ...]
    seconds: int
    flagged_seconds: int
    disputed: int
    left: ResumePoint | None


def today(engine: Engine, zone: tzinfo = UTC, at: datetime | None = None) -> DailyDecisions:
    """Count the decisions of the calendar day in `zone` at the moment `at` (default now)."""
    moment = (at or now()).astimezone(zone)
    start = datetime.combine(moment.date(), time(), zone)
    end = datetime.combine(moment.date() + timedelta(days=1), time(), zone)
    with Session(engine) as session:
        rows = queries.decisions_between(session, start.astimezone(UTC), end.astimezone(UTC))
    decisions, actions = Counter[str](), Counter[str]()
    for reviewer, action, n in rows:
        decisions[reviewer] += n
        actions[action] += n
    return DailyDecisions(decisions, actions)


def resume_point(engine: Engine, reviewer: str, place: ReviewPosition | None = None) -> int | None:
    """Return the item to resume at; None if nothing waits.

    The item on screen last, by `place` or else by the reviewer's claims; if it was decided since,
    the next one of its queue. Without either, the next one of the run in which they acted last.
    """
    if place is not None:
        is_done = _is_done(engine, place, reviewer)
        return _next(engine, place.queue, place.item_id, reviewer) if is_done else place.item_id
    if held := my_claims(engine, reviewer):
        return held[-1].item_id  # the oldest: the next item is claimed after the one on screen
    with Session(engine) as session:
        event = queries.last_event_of(session, reviewer)
        if event is None:
            return None
        if event.action in (UNDO, ANSWER):
            return event.item_id
        run_id, *_ = queries.place_of(session, event.item_id)
    return _next(engine, Queue(run_id), event.item_id, reviewer)


def _is_done(engine: Engine, place: ReviewPosition, reviewer: str) -> bool:
    """Whether the item was decided since, or the reviewer has skipped it."""
    later_events = [event for event in history(engine, place.item_id) if event.at > place.at]
    return any(
        event.is_opinion or event.is_final or event.reviewer == reviewer
        for event in later_events
        if not event.undone and event.action not in (UNDO, ANSWER)
    )


def _next(engine: Engine, queue: Queue, item_id: int, reviewer: str) -> int | None:
    return after_decision(engine, queue.of(reviewer), item_id)


def _resume_details(
    engine: Engine, reviewer: str, place: ReviewPosition | None = None
) -> ResumePoint | None:
    """As `resume_point`, with the item's run and line."""
    item_id = resume_point(engine, reviewer, place)
    if item_id is None:
        return None
    return place_of(engine, item_id)


def place_of(engine: Engine, item_id: int) -> ResumePoint:
    """Return the run and line of an existing item."""
    with Session(engine) as session:
        return ResumePoint(item_id, *queries.place_of(session, item_id))


def my_desk(
    engine: Engine, reviewer: str, zone: tzinfo = UTC, place: ReviewPosition | None = None
) -> ReviewerDesk:
    """Read what Home shows to a reviewer. `place`: the item on screen last, if known."""
    seconds = Queue(shown=QueueView.ALL, states=(State.SECOND,), whose=reviewer)
    return ReviewerDesk(
        today=today(engine, zone),
        claims=tuple(my_claims(engine, reviewer)),
        waiting=tuple(waiting(engine, reviewer)),
        assigned=tuple(waiting(engine, reviewer, assigned=True)),
        seconds=count(engine, seconds),
        flagged_seconds=count(engine, replace(seconds, shown=QueueView.FLAGGED)),
        disputed=count(engine, Queue(shown=QueueView.ALL, states=(State.DISPUTED,))),
        left=_resume_details(engine, reviewer, place),
    )

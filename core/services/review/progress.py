"""What Home says: what I did today, what waits for me, and where I was."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta, tzinfo

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.review_state import ANSWER, UNDO
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
    """Decisions of a day that were not taken back, of each reviewer and by action."""

    decisions: Counter[str]
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def team(self) -> int:
        return self.decisions.total()

    def of(self, reviewer: str) -> int:
        return self.decisions[reviewer]


@dataclass(frozen=True, slots=True)
class ReviewPosition:
    """What stood before a reviewer at the moment `at`: an item that exists, in a queue."""

    item_id: int
    queue: Queue
    at: datetime


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where a reviewer goes on: an item, the run it is of, its line in the set's file."""

    item_id: int
    run_id: int
    run_title: str
    line: int


@dataclass(frozen=True, slots=True)
class ReviewerDesk:
    """What a reviewer comes back to: their queue, and what of it was assigned to them alone, by run
    and reason. `seconds`: how many questions wait for their second opinion, of these
    `flagged_seconds` stand in `waiting` too. `disputed`: on how many items opinions differ, which
    wait to be settled by anybody. `left`: where they go on, see `resume_point`.
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
    """The decisions of the day that it is in `zone` at the moment `at`, now by default."""
    moment = (at or now()).astimezone(zone)
    since = datetime.combine(moment.date(), time(), zone)
    until = datetime.combine(moment.date() + timedelta(days=1), time(), zone)
    with Session(engine) as session:
        found = queries.decisions_between(session, since.astimezone(UTC), until.astimezone(UTC))
    decisions, actions = Counter[str](), Counter[str]()
    for reviewer, action, n in found:
        decisions[reviewer] += n
        actions[action] += n
    return DailyDecisions(decisions, actions)


def resume_point(engine: Engine, reviewer: str, place: ReviewPosition | None = None) -> int | None:
    """The item to go on with: what stood before the reviewer, by `place` or else by their claims;
    where that is gone, the next one of its queue; where nothing is known of it, the next one of the
    run they acted in last. None where nothing of that waits for them.
    """
    if place is not None:
        gone = _is_gone(engine, place, reviewer)
        return _next(engine, place.queue, place.item_id, reviewer) if gone else place.item_id
    if held := my_claims(engine, reviewer):
        return held[-1].item_id  # the next one is claimed after the one that is shown
    with Session(engine) as session:
        event = queries.last_event_of(session, reviewer)
        if event is None:
            return None
        if event.action in (UNDO, ANSWER):
            return event.item_id
        run_id, *_ = queries.place_of(session, event.item_id)
    return _next(engine, Queue(run_id), event.item_id, reviewer)


def _is_gone(engine: Engine, place: ReviewPosition, reviewer: str) -> bool:
    """Whether anybody has decided on it since, or the reviewer has put it aside."""
    since = [event for event in history(engine, place.item_id) if event.at > place.at]
    return any(
        event.is_opinion or event.is_final or event.reviewer == reviewer
        for event in since
        if not event.undone and event.action not in (UNDO, ANSWER)
    )


def _next(engine: Engine, queue: Queue, item_id: int, reviewer: str) -> int | None:
    return after_decision(engine, queue.of(reviewer), item_id)


def remaining_items(
    engine: Engine, reviewer: str, place: ReviewPosition | None = None
) -> ResumePoint | None:
    item_id = resume_point(engine, reviewer, place)
    if item_id is None:
        return None
    return place_of(engine, item_id)


def place_of(engine: Engine, item_id: int) -> ResumePoint:
    """Where an item stands that exists."""
    with Session(engine) as session:
        return ResumePoint(item_id, *queries.place_of(session, item_id))


def my_desk(
    engine: Engine, reviewer: str, zone: tzinfo = UTC, place: ReviewPosition | None = None
) -> ReviewerDesk:
    """Everything Home says to a reviewer; `place`: what stood before them, where that is known."""
    seconds = Queue(shown=QueueView.ALL, states=(State.SECOND,), whose=reviewer)
    return ReviewerDesk(
        today=today(engine, zone),
        claims=tuple(my_claims(engine, reviewer)),
        waiting=tuple(waiting(engine, reviewer)),
        assigned=tuple(waiting(engine, reviewer, assigned=True)),
        seconds=count(engine, seconds),
        flagged_seconds=count(engine, replace(seconds, shown=QueueView.FLAGGED)),
        disputed=count(engine, Queue(shown=QueueView.ALL, states=(State.DISPUTED,))),
        left=remaining_items(engine, reviewer, place),
    )

"""Read the events of review on a question, oldest first; events are only ever appended.

An item stands for its question here: its events are those on all items of the question, of which
there is one in each run of the set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.review import DISPUTED, OPINIONS, ReviewAct, fold_acts
from core.services.review.enums import Cause, ReviewReason
from core.services.review.reviewers import reviewer_id
from db.queries import review as queries
from db.tables import ReviewEvent


@dataclass(frozen=True, slots=True)
class Event:
    """One act on a question, made on its item in a run.

    `action`: value of an Action, or skip, second (request a second opinion), assign (to `assignee`,
    None for nobody), answer (blind, the letters `answer`) or undo. `undone`: it was undone. With a
    `cause` the action is a final decision. `blind`: made without having been shown decisions of
    others. `revision_id`: the corrected question that a fix carries. `batch_id`: the bulk action it
    is part of. `shown`: the failure reasons that the reviewer was shown, as |one|other|.
    `of_question`: the reviewer was also shown the acts on the question in other runs.
    """

    id: int
    item_id: int
    reviewer: str
    action: str
    comment: str
    at: datetime
    undoes_id: int | None = None
    undone: bool = False
    reasons: tuple[ReviewReason, ...] = ()
    cause: Cause | None = None
    blind: bool = False
    assignee: str | None = None
    assignee_id: int | None = None
    reviewer_id: int = 0
    revision_id: int | None = None
    batch_id: int | None = None
    answer: tuple[str, ...] | None = None
    shown: str = ""
    of_question: bool = True
    run_id: int = 0
    question_id: int = 0

    @property
    def is_opinion(self) -> bool:
        """Whether it is a decision of a reviewer, and not a final one."""
        return self.action in OPINIONS and self.cause is None

    @property
    def is_final(self) -> bool:
        """Whether it is a final decision."""
        return self.action in OPINIONS and self.cause is not None


def history(engine: Engine, item_id: int) -> list[Event]:
    """Return every event on the item's question, oldest first.

    Not to be shown to a reviewer who may still give a blind second opinion: see `shown_history`.
    """
    with Session(engine) as session:
        return events_on(session, item_id)


def shown_history(engine: Engine, item_id: int, reviewer: str) -> list[Event]:
    """Return the events the reviewer may see: only their own while they may give a blind second
    opinion, else all.
    """
    events = history(engine, item_id)
    actor_id = reviewer_id(engine, reviewer)
    hides_others = fold_acts(acts_of(events)).hides_from(actor_id)
    return [event for event in events if not hides_others or event.reviewer_id == actor_id]


def standing(events: Sequence[Event], finding: str = "") -> Event | None:
    """Return the decision in force after these events on a question, oldest first.

    None without one, in a dispute, and if `finding`, the failure reasons of the validation that
    counts, reopens the question.
    """
    decision = fold_acts(acts_of(events), finding).decision
    return next((event for event in events if decision and event.id == decision.id), None)


def opinions(events: Sequence[Event]) -> list[Event]:
    """Return the opinions in force, one of each reviewer, oldest first; with the final decision if
    one of them contradicts it.
    """
    item_state = fold_acts(acts_of(events))
    ids = {act.id for act in item_state.opinions}
    if item_state.state == DISPUTED and item_state.final is not None:
        ids.add(item_state.final.id)
    return [event for event in events if event.id in ids]


def acts_of(events: Sequence[Event]) -> list[ReviewAct]:
    """Return the events as acts that `fold_acts` reads."""
    return [
        ReviewAct(
            event.id,
            event.reviewer_id,
            event.action,
            event.undoes_id,
            event.cause,
            event.blind,
            event.assignee_id,
            event.revision_id,
            event.item_id,
            event.shown,
            event.of_question,
        )
        for event in events
    ]


def events_on(session: Session, item_id: int, *, key: str | None = None) -> list[Event]:
    """Read the events on the item's question, oldest first; with `key` only that event."""
    rows = queries.events_of(session, item_id)
    undone = {event.undoes_id for event, *_ in rows if event.undoes_id is not None}
    return [
        event_of(row, name, assignee, undone=row.id in undone, run_id=run_id)
        for row, name, assignee, run_id in rows
        if key is None or row.idempotency_key == key
    ]


def event_of(
    row: ReviewEvent,
    name: str,
    assignee: str | None = None,
    *,
    undone: bool = False,
    run_id: int = 0,
) -> Event:
    """Build an Event from its row and the names of its reviewer and assignee."""
    return Event(
        id=row.id or 0,
        item_id=row.item_id,
        reviewer=name,
        action=row.action,
        comment=row.comment,
        at=row.created_at,
        undoes_id=row.undoes_id,
        undone=undone,
        reasons=tuple(ReviewReason(reason) for reason in row.reasons),
        cause=Cause(row.cause) if row.cause else None,
        blind=row.blind,
        assignee=assignee,
        assignee_id=row.assignee_id,
        reviewer_id=row.reviewer_id,
        revision_id=row.revision_id,
        batch_id=row.batch_id,
        answer=None if row.answer is None else tuple(row.answer),
        shown=row.shown,
        of_question=row.of_question,
        run_id=run_id,
        question_id=row.question_id,
    )

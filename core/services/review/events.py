"""What people did on a question, as it is read back: oldest first, nothing overwritten.

A question is meant wherever an item is given: its events are those on all of its items, one for
each run of the set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.review_state import DISPUTED, OPINIONS, ReviewAct, fold_acts
from core.services.review.enums import Cause, ReviewReason
from core.services.review.reviewers import reviewer_id
from db.queries import review as queries
from db.tables import ReviewEvent


@dataclass(frozen=True, slots=True)
class Event:
    """One act on a question, made on the item of a run. `action` is an Action's value, or skip,
    second (a second opinion is asked for), assign (to `assignee`, None: to nobody) or undo;
    `undone` marks what was taken back.

    With a `cause` the action is a final decision. `blind`: made without having been shown what
    anybody else decided. `revision_id`: the corrected question that a fix carries.
    `batch_id`: the act on many items that it is a part of. `answer`: the letters of a blind answer,
    whose action is answer. `shown`: the failure reasons that were before its giver, as |one|other|.
    `of_question`: so were the acts on the question in other runs.
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
        """A reviewer's own decision, neither a final one nor another act."""
        return self.action in OPINIONS and self.cause is None

    @property
    def is_final(self) -> bool:
        return self.action in OPINIONS and self.cause is not None


def history(engine: Engine, item_id: int) -> list[Event]:
    """Every event on the item's question, oldest first. For somebody who may yet give a second
    opinion: `shown_history`.
    """
    with Session(engine) as session:
        return events_on(session, item_id)


def shown_history(engine: Engine, item_id: int, reviewer: str) -> list[Event]:
    """The events the reviewer may see: their own alone while they may give a blind second opinion,
    every one otherwise.
    """
    events = history(engine, item_id)
    by = reviewer_id(engine, reviewer)
    hidden = fold_acts(acts_of(events)).hides_from(by)
    return [event for event in events if not hidden or event.reviewer_id == by]


def standing(events: Sequence[Event], finding: str = "") -> Event | None:
    """The decision that stands after these events on a question, oldest first; None while two
    people differ, and where `finding`, the failure reasons that count, asks the question again.
    """
    decision = fold_acts(acts_of(events), finding).decision
    return next((event for event in events if decision and event.id == decision.id), None)


def opinions(events: Sequence[Event]) -> list[Event]:
    """The opinions that stand beside each other, one of each reviewer, oldest first; with a final
    decision that one of them contradicts.
    """
    stands = fold_acts(acts_of(events))
    ids = {act.id for act in stands.opinions}
    if stands.state == DISPUTED and stands.final is not None:
        ids.add(stands.final.id)
    return [event for event in events if event.id in ids]


def acts_of(events: Sequence[Event]) -> list[ReviewAct]:
    return [
        ReviewAct(
            one.id,
            one.reviewer_id,
            one.action,
            one.undoes_id,
            one.cause,
            one.blind,
            one.assignee_id,
            one.revision_id,
            one.item_id,
            one.shown,
            one.of_question,
        )
        for one in events
    ]


def events_on(session: Session, item_id: int, *, key: str | None = None) -> list[Event]:
    rows = queries.events_of(session, item_id)
    undone = {event.undoes_id for event, *_ in rows if event.undoes_id is not None}
    return [
        event_of(row, name, to, undone=row.id in undone, run_id=run_id)
        for row, name, to, run_id in rows
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

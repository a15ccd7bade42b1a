"""Acts of people on items of a run: appended events, never overwritten.

Each is stored in one transaction with what it changes of the item's standing (`review_state`).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.review.kinds import Cause, ReviewReason
from db.engine import writing
from db.queries import claims, projection
from db.queries import corrections as drafts
from db.queries import review as queries
from db.standing import OPINIONS, UNDO, Act, Standing, live, stand
from db.tables import ReviewEvent

MAX_NAME = 60
MAX_COMMENT = 4000


@dataclass(frozen=True, slots=True)
class Event:
    """One act on an item. `action` is an Action's value, or skip, second (a second opinion is asked
    for), assign (to `assignee`, None: to nobody) or undo; `undone` marks what was taken back.

    With a `cause` the action is a final decision. `blind`: made without having been shown what
    anybody else decided. `revision_id`: the corrected question that a fix carries.
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
    reviewer_id: int = 0
    revision_id: int | None = None

    @property
    def is_opinion(self) -> bool:
        """A reviewer's own decision, neither a final one nor another act."""
        return self.action in OPINIONS and self.cause is None

    @property
    def is_final(self) -> bool:
        return self.action in OPINIONS and self.cause is not None


@dataclass(frozen=True, slots=True)
class Draft:
    """An act before it is stored; the fields of Event."""

    action: str
    comment: str = ""
    reasons: Sequence[ReviewReason] = ()
    cause: Cause | None = None
    undoes_id: int | None = None
    blind: bool = False
    assignee_id: int | None = None
    revision_id: int | None = None

    def act(self, id_: int, reviewer_id: int) -> Act:
        """What of it decides what stands."""
        cause = self.cause and self.cause.value
        return Act(
            id_,
            reviewer_id,
            str(self.action),
            self.undoes_id,
            cause,
            self.blind,
            self.assignee_id,
        )

    def event(self, item_id: int, question_id: int, reviewer_id: int, key: str) -> ReviewEvent:
        return ReviewEvent(
            item_id=item_id,
            question_id=question_id,
            reviewer_id=reviewer_id,
            idempotency_key=key,
            action=str(self.action),
            comment=self.comment.strip()[:MAX_COMMENT],
            reasons=[ReviewReason(reason).value for reason in dict.fromkeys(self.reasons)],
            cause=self.cause and self.cause.value,
            undoes_id=self.undoes_id,
            blind=self.blind,
            assignee_id=self.assignee_id,
            revision_id=self.revision_id,
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """What an act on an item finds, its row locked until the act is stored."""

    session: Session
    item_id: int
    question_id: int
    reviewer_id: int
    acts: Sequence[Act]
    standing: Standing

    @property
    def hidden(self) -> bool:
        """Whether the reviewer has not been shown the opinions of others."""
        return self.standing.hides_from(self.reviewer_id)

    @property
    def sees_nobody(self) -> bool:
        """Whether nobody else's opinion can have been seen, one taken back included."""
        others = any(
            act.action in OPINIONS and act.reviewer_id != self.reviewer_id for act in self.acts
        )
        return self.hidden or not others

    def event(self, id_: int) -> Event:
        return next(one for one in _events(self.session, self.item_id) if one.id == id_)


def append(
    engine: Engine,
    item_id: int,
    reviewer: str,
    *,
    key: str,
    act: Callable[[Scene], Draft | None],
) -> Event | None:
    """Stores what `act` makes of the item, once for each key; None when it makes nothing.

    `act` gives the action and what belongs to it, or raises to refuse. An opinion, a skip and a
    final decision give the reviewer's claim back. Raises NotFoundError for an unknown item.
    """
    name = usable(reviewer)
    with suppress(IntegrityError), writing(engine) as session:  # the same press, stored before
        by = queries.reviewer(session, name)
        question_id = projection.lock(session, item_id)
        if question_id is None:
            raise NotFoundError("There is no item {item_id}. Open one from a run.", item_id=item_id)
        if not queries.has_key(session, key):
            acts = projection.acts(session, item_id)
            before = stand(acts)
            draft = act(Scene(session, item_id, question_id, by, acts, before))
            if draft is None:
                return None
            row = draft.event(item_id, question_id, by, key)
            session.add(row)
            session.flush()
            projection.keep(session, item_id, before, stand([*acts, draft.act(row.id or 0, by)]))
            if draft.action != UNDO:
                claims.release(session, by, item_id)
            if draft.action in OPINIONS:
                drafts.forget(session, item_id, by)
            return _event(row, name)
    with Session(engine) as session:
        return next(one for one in _events(session, item_id, key=key))


def reviewer_id(engine: Engine, name: str) -> int:
    """The reviewer's id; a new name is added. Raises InputError for an unusable one."""
    clean = usable(name)
    with Session(engine) as session:
        known = queries.reviewer_named(session, clean)
    if known is not None:
        return known
    with writing(engine) as session:
        return queries.reviewer(session, clean)


def usable(name: str) -> str:
    """The name as it is stored, its spaces evened out. Raises InputError for an unusable one."""
    clean = " ".join(name.split())
    if not clean:
        raise InputError("The name is empty. Enter the name your decisions should carry.")
    if len(clean) > MAX_NAME:
        raise InputError("The name is longer than {limit} characters. Shorten it.", limit=MAX_NAME)
    return clean


def history(engine: Engine, item_id: int) -> list[Event]:
    """Every event of the item, oldest first. For somebody who may yet give a second opinion:
    `shown_history`.
    """
    with Session(engine) as session:
        return _events(session, item_id)


def shown_history(engine: Engine, item_id: int, reviewer: str) -> list[Event]:
    """The events the reviewer may see: their own alone while they may give a blind second opinion,
    every one otherwise.
    """
    events = history(engine, item_id)
    by = reviewer_id(engine, reviewer)
    hidden = stand(acts_of(events)).hides_from(by)
    return [event for event in events if not hidden or event.reviewer_id == by]


def standing(events: Sequence[Event]) -> Event | None:
    """The decision that stands after these events of an item, oldest first; None while two
    opinions are in dispute.
    """
    decision = stand(acts_of(events)).decision
    return next((event for event in events if decision and event.id == decision.id), None)


def opinions(events: Sequence[Event]) -> list[Event]:
    """The opinions that stand beside each other, one of each reviewer, oldest first."""
    kept = {act.id for act in live(acts_of(events)) if act.is_opinion}
    latest = {event.reviewer_id: event for event in events if event.id in kept}
    return sorted(latest.values(), key=lambda event: event.id)


def acts_of(events: Sequence[Event]) -> list[Act]:
    return [
        Act(one.id, one.reviewer_id, one.action, one.undoes_id, one.cause, one.blind)
        for one in events
    ]


def _events(session: Session, item_id: int, *, key: str | None = None) -> list[Event]:
    rows = queries.events_of(session, item_id)
    undone = {event.undoes_id for event, _name, _to in rows if event.undoes_id is not None}
    return [
        _event(row, name, to, undone=row.id in undone)
        for row, name, to in rows
        if key is None or row.idempotency_key == key
    ]


def _event(
    row: ReviewEvent, name: str, assignee: str | None = None, *, undone: bool = False
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
        reviewer_id=row.reviewer_id,
        revision_id=row.revision_id,
    )

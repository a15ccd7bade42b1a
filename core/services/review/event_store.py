"""Storing an act: one transaction with what it changes of the question's standing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import NotFoundError
from core.review.review_state import ANSWER, OPINIONS, UNDO, ItemState, ReviewAct, fold_acts
from core.services.review.enums import Cause, ReviewReason
from core.services.review.events import Event, event_of, events_on
from core.services.review.reviewers import usable
from db.engine import writing
from db.queries import claims, projection, question_locks
from db.queries import corrections as drafts
from db.queries import review as queries
from db.queries.question_locks import LockedQuestion
from db.tables import ReviewEvent, now

MAX_COMMENT = 4000


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An act before it is stored; the fields of Event."""

    action: str
    comment: str = ""
    reasons: Sequence[ReviewReason] = ()
    cause: Cause | None = None
    undoes_id: int | None = None
    blind: bool = False
    assignee_id: int | None = None
    revision_id: int | None = None
    answer: Sequence[str] | None = None

    def act(self, id_: int, reviewer_id: int, item_id: int, shown: str) -> ReviewAct:
        """What of it decides what stands."""
        cause = self.cause and self.cause.value
        return ReviewAct(
            id_,
            reviewer_id,
            str(self.action),
            self.undoes_id,
            cause,
            self.blind,
            self.assignee_id,
            self.revision_id,
            item_id,
            shown,
        )

    def row(
        self, item_id: int, question_id: int, reviewer_id: int, key: str, shown: str = ""
    ) -> dict[str, Any]:
        """As `review_event` stores it."""
        return {
            "item_id": item_id,
            "question_id": question_id,
            "reviewer_id": reviewer_id,
            "idempotency_key": key,
            "action": str(self.action),
            "comment": self.comment.strip()[:MAX_COMMENT],
            "reasons": [ReviewReason(reason).value for reason in dict.fromkeys(self.reasons)],
            "cause": self.cause and self.cause.value,
            "undoes_id": self.undoes_id,
            "blind": self.blind,
            "assignee_id": self.assignee_id,
            "revision_id": self.revision_id,
            "answer": None if self.answer is None else list(self.answer),
            "shown": shown,
            "of_question": True,
            "created_at": now(),
        }


@dataclass(frozen=True, slots=True)
class ItemTransaction:
    """What an act on an item finds, its question locked until the act is stored: every act on the
    question in any run, and what they amount to.
    """

    session: Session
    item_id: int
    question: LockedQuestion
    reviewer_id: int
    acts: Sequence[ReviewAct]
    standing: ItemState

    @property
    def question_id(self) -> int:
        return self.question.id

    @property
    def hidden(self) -> bool:
        """Whether the reviewer has not been shown the opinions of others."""
        return self.standing.hides_from(self.reviewer_id)

    @property
    def sees_nobody(self) -> bool:
        """Whether nobody else's opinion can have been seen, one taken back included.

        Who gave theirs after another was shown that one then, and cannot be blind to it again.
        """
        opined = [act for act in self.acts if act.is_opinion or act.is_final]
        others = [act.id for act in opined if act.reviewer_id != self.reviewer_id]
        own = [act.id for act in opined if act.reviewer_id == self.reviewer_id]
        return not others or (self.hidden and not any(id_ > others[0] for id_ in own))

    def event(self, id_: int) -> Event:
        return next(one for one in events_on(self.session, self.item_id) if one.id == id_)

    def after(self, draft: NewEvent, id_: int) -> ItemState:
        """What stands once the act is made, as the event `id_`."""
        made = draft.act(id_, self.reviewer_id, self.item_id, self.shown(draft))
        return fold_acts([*self.acts, made], self.question.finding)

    def shown(self, draft: NewEvent) -> str:
        """The failure reasons that a decision's giver has before them."""
        return self.question.shown_with(self.item_id) if draft.action in OPINIONS else ""


def append_event(
    engine: Engine,
    item_id: int,
    reviewer: str,
    *,
    key: str,
    act: Callable[[ItemTransaction], NewEvent | None],
) -> Event | None:
    """Stores what `act` makes of the item, once for each key; None when it makes nothing.

    `act` gives the action and what belongs to it, or raises to refuse. An opinion, a skip and a
    final decision give the reviewer's claim back. Raises NotFoundError for an unknown item.
    """
    name = usable(reviewer)
    try:
        with writing(engine) as session:
            made = _append(session, item_id, name, key, act)
    except IntegrityError:  # the same press, stored in the meantime
        with Session(engine) as session:
            made = _with_key(session, item_id, key)
        if made is None:
            raise
    return made


def _append(
    session: Session,
    item_id: int,
    name: str,
    key: str,
    act: Callable[[ItemTransaction], NewEvent | None],
) -> Event | None:
    by = queries.reviewer(session, name)
    question = question_locks.lock(session, item_id)
    if question is None:
        raise NotFoundError("Item {item_id} does not exist. Open one from a run.", item_id=item_id)
    if queries.has_key(session, key):
        return _with_key(session, item_id, key)
    acts = question_locks.acts_on(session, [question.id])[question.id]
    before = fold_acts(acts, question.finding)
    scene = ItemTransaction(session, item_id, question, by, acts, before)
    draft = act(scene)
    if draft is None:
        return None
    row = ReviewEvent(**draft.row(item_id, question.id, by, key, scene.shown(draft)))
    session.add(row)
    session.flush()
    projection.keep(session, question, before, scene.after(draft, row.id or 0))
    if draft.action not in (UNDO, ANSWER):
        claims.release(session, by, list(question.items))
    if draft.action in OPINIONS:
        drafts.forget(session, by, list(question.items))
    if row.comment:
        projection.note(session, question.items, row.comment)
    return event_of(row, name, run_id=question.run_of(item_id))


def _with_key(session: Session, item_id: int, key: str) -> Event | None:
    return next(iter(events_on(session, item_id, key=key)), None)

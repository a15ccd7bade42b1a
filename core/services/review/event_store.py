"""Store an act and the question's new state in one transaction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from core.errors import NotFoundError
from core.review import ANSWER, OPINIONS, UNDO, ItemState, ReviewAct, fold_acts
from core.services.review.enums import Cause, ReviewReason
from core.services.review.events import Event, event_of, events_on
from core.services.review.reviewers import usable
from db import writing
from db.queries import claims, projection, question_locks
from db.queries import corrections as drafts
from db.queries import review as queries
from db.queries.question_locks import LockedQuestion
from db.tables import ReviewEvent, now

MAX_COMMENT = 4000


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An act before it is stored; its fields are those of Event."""

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
        """Return the part of the act that determines the question's state."""
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
        """Return the columns of `review_event`."""
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
    """The context of an act on an item, whose question stays locked until the act is stored.

    `reviewer_id`: who acts. `acts`: all acts on the question, in any run, oldest first.
    `item_state`: the state they fold into.
    """

    session: Session
    item_id: int
    question: LockedQuestion
    reviewer_id: int
    acts: Sequence[ReviewAct]
    item_state: ItemState

    @property
    def question_id(self) -> int:
        return self.question.id

    @property
    def hidden(self) -> bool:
        """Whether the opinions of others are hidden from the reviewer."""
        return self.item_state.hides_from(self.reviewer_id)

    @property
    def sees_nobody(self) -> bool:
        """Whether the reviewer cannot have seen any opinion of others, undone ones included.

        Who gave an opinion after another's was shown that one, so their later ones are not blind.
        """
        decisions = [act for act in self.acts if act.is_opinion or act.is_final]
        ids_of_others = [act.id for act in decisions if act.reviewer_id != self.reviewer_id]
        own_ids = [act.id for act in decisions if act.reviewer_id == self.reviewer_id]
        return not ids_of_others or (
            self.hidden and not any(id_ > ids_of_others[0] for id_ in own_ids)
        )

    def event(self, id_: int) -> Event:
        """Return an event on the item's question."""
        return next(event for event in events_on(self.session, self.item_id) if event.id == id_)

    def after(self, draft: NewEvent, id_: int) -> ItemState:
        """Return the question's state after the act, as the event `id_`."""
        new_act = draft.act(id_, self.reviewer_id, self.item_id, self.shown(draft))
        return fold_acts([*self.acts, new_act], self.question.finding)

    def shown(self, draft: NewEvent) -> str:
        """Return the failure reasons shown for a decision, as |one|other|; "" for other acts."""
        return self.question.shown_with(self.item_id) if draft.action in OPINIONS else ""


def append_event(
    engine: Engine,
    item_id: int,
    reviewer: str,
    *,
    key: str,
    act: Callable[[ItemTransaction], NewEvent | None],
) -> Event | None:
    """Store the event that `act` returns, once for each `key`; None if it returns none.

    `act` runs with the question locked, and raises to refuse. All acts but undos and blind answers
    release the reviewer's claim. A repeated key returns the stored event, or None if that is on
    another question. Raises NotFoundError for an unknown item.
    """
    name = usable(reviewer)
    try:
        with writing(engine) as session:
            event = _append(session, item_id, name, key, act)
    except IntegrityError:  # the same request was stored concurrently
        with Session(engine) as session:
            event = _with_key(session, item_id, key)
        if event is None:
            raise
    return event


def _append(
    session: Session,
    item_id: int,
    name: str,
    key: str,
    act: Callable[[ItemTransaction], NewEvent | None],
) -> Event | None:
    actor_id = queries.reviewer(session, name)
    question = question_locks.lock(session, item_id)
    if question is None:
        raise NotFoundError("Item {item_id} does not exist. Open one from a run.", item_id=item_id)
    if queries.has_key(session, key):
        return _with_key(session, item_id, key)
    acts = question_locks.acts_on(session, [question.id])[question.id]
    before = fold_acts(acts, question.finding)
    transaction = ItemTransaction(session, item_id, question, actor_id, acts, before)
    draft = act(transaction)
    if draft is None:
        return None
    row = ReviewEvent(**draft.row(item_id, question.id, actor_id, key, transaction.shown(draft)))
    session.add(row)
    session.flush()
    projection.keep(session, question, before, transaction.after(draft, row.id or 0))
    if draft.action not in (UNDO, ANSWER):
        claims.release(session, actor_id, list(question.items))
    if draft.action in OPINIONS:
        drafts.delete_drafts(session, actor_id, list(question.items))
    if row.comment:
        projection.add_comment(session, question.items, row.comment)
    return event_of(row, name, run_id=question.run_of(item_id))


def _with_key(session: Session, item_id: int, key: str) -> Event | None:
    return next(iter(events_on(session, item_id, key=key)), None)

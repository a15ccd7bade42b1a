"""Lock questions for review acts, so that the later of two concurrent acts sees the earlier one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import select as columns
from sqlalchemy import true
from sqlmodel import Session, col

from core.review import ReviewAct, joined_reasons
from db.tables import QuestionRow, ReviewEvent, ReviewState

_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class LockedQuestion:
    """A question whose rows are locked until the transaction ends, with its items. `finding`: the
    failure reasons of its current item, as |one|other|, empty if that did not fail.
    """

    id: int
    items: Mapping[int, tuple[int, str]]
    """item id -> (its run, its failure reasons)"""
    finding: str = ""

    def run_of(self, item_id: int) -> int:
        return self.items[item_id][0]

    def shown_with(self, item_id: int) -> str:
        """The failure reasons shown with this item: its own and those of the current item."""
        return joined_reasons(self.items[item_id][1], self.finding)


def lock(session: Session, item_id: int) -> LockedQuestion | None:
    """Lock the item's question and return it; None for an unknown item."""
    return lock_all(session, [item_id]).get(item_id)


def lock_all(session: Session, item_ids: Sequence[int]) -> dict[int, LockedQuestion]:
    """Lock the questions of at most a thousand items (see `portions`); return item id -> question.
    Unknown items are left out.
    """
    question_by_item = dict(session.execute(_questions_of(item_ids)).all())
    questions = locked_questions(session, set(question_by_item.values()))
    return {item_id: questions[question_by_item[item_id]] for item_id in sorted(question_by_item)}


def lock_questions_of(session: Session, item_ids: Iterable[int]) -> None:
    """Lock the questions of any number of items, in a fixed order, so that two bulk acts never
    deadlock.
    """
    questions_by_item = [
        dict(session.execute(_questions_of(ids)).all()) for ids in portions(item_ids)
    ]
    lock_questions(session, {question for ids in questions_by_item for question in ids.values()})


def lock_questions(session: Session, question_ids: Collection[int]) -> None:
    """Lock the rows of questions whose review state will change. Rows that refer to them can still
    be inserted.
    """
    if session.get_bind().dialect.name == "sqlite":
        return  # only one transaction writes at a time
    for ids in portions(question_ids):
        rows = columns(col(QuestionRow.id)).where(col(QuestionRow.id).in_(ids))
        session.execute(rows.order_by(col(QuestionRow.id)).with_for_update(key_share=True)).all()


def _questions_of(item_ids: Sequence[int]) -> Any:
    state = ReviewState.__table__.c  # type: ignore[attr-defined]
    return columns(state.item_id, state.question_id).where(state.item_id.in_(item_ids))


def locked_questions(session: Session, question_ids: Collection[int]) -> dict[int, LockedQuestion]:
    """Lock these questions and the review states of their items, as claims lock only the latter;
    return the questions by id.
    """
    lock_questions(session, question_ids)
    state = ReviewState.__table__.c  # type: ignore[attr-defined]
    rows = session.execute(
        columns(state.question_id, state.item_id, state.run_id, state.reasons)
        .add_columns(state.outcome, state.is_current)
        .where(state.question_id.in_(question_ids))
        .order_by(state.item_id)
        .with_for_update()
    ).all()
    items = defaultdict[int, dict[int, tuple[int, str]]](dict)
    findings = dict[int, str]()
    for row in rows:
        items[row.question_id][row.item_id] = row.run_id, row.reasons
        if row.is_current and row.outcome == "failed":
            findings[row.question_id] = row.reasons
    return {
        id_: LockedQuestion(id_, own_items, findings.get(id_, ""))
        for id_, own_items in items.items()
    }


def finding(session: Session, item_id: int) -> str:
    """The failure reasons of the current item of this item's question, as |one|other|."""
    state = ReviewState.__table__.c  # type: ignore[attr-defined]
    question = columns(state.question_id).where(state.item_id == item_id).scalar_subquery()
    query = columns(state.reasons).where(
        state.question_id == question, state.is_current == true(), state.outcome == "failed"
    )
    return session.execute(query).scalar() or ""


def portions(ids: Iterable[int]) -> Iterator[list[int]]:
    """The sorted ids in lists of at most a thousand; locks taken in this order never deadlock."""
    remaining = iter(sorted(ids))
    while portion := list(islice(remaining, _AT_ONCE)):
        yield portion


def acts_on(session: Session, question_ids: Collection[int]) -> Mapping[int, list[ReviewAct]]:
    """question id -> all acts on it in any run, oldest first; for at most a thousand questions."""
    event = ReviewEvent.__table__.c  # type: ignore[attr-defined]
    acts_by_question = defaultdict[int, list[ReviewAct]](list)
    query = columns(
        event.question_id,
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
    ).where(event.question_id.in_(question_ids))
    rows = session.execute(query.order_by(event.question_id, event.id)).all()  # faster
    for question_id, *act in rows:
        acts_by_question[question_id].append(ReviewAct(*act))
    return acts_by_question

"""Agreement of reviewers, counted from `review_opinion`. A question in several runs counts once.
Callers own the session.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, ScalarSelect, and_, case, distinct, func, or_
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from core.review import SETTLED
from db.tables import QuestionRow, Reviewer, ReviewEvent, ReviewOpinion, ReviewState

Condition = ColumnElement[bool]
QuestionId = ColumnElement[int]


@dataclass(frozen=True, slots=True)
class ReviewerTally:
    """Numbers of questions with the reviewer's opinion (`items`), of those with a final decision
    (`settled`), and of those whose final decision differs from the opinion (`overridden`).
    """

    reviewer: str
    items: int
    settled: int
    overridden: int


class AdjudicatedRow(NamedTuple):
    """An item and the final decision on it; `cause` is why opinions differed."""

    item_id: int
    run_id: int
    line: int
    question: str
    action: str
    cause: str
    comment: str
    reviewer: str
    at: datetime


# Conditions on a question


def has_opinion(
    question: QuestionId, kind: str, reviewer: str | None, beside: str | None
) -> Condition:
    """The question has opinions of this kind, by `reviewer` and `beside` if they are named.

    `kind`: given (an active opinion), two (two independent opinions), agree or differ (two such
    opinions that agree or differ), settled (an opinion and a final decision) or overridden (the
    final decision differs from the opinion).
    """
    if kind in _SINGLE_KINDS:
        return _has_single_opinion(question, kind, reviewer)
    first: Any = aliased(ReviewOpinion)
    second: Any = aliased(ReviewOpinion)
    query = (
        columns(first.question_id)
        .join(second, _by_other_reviewer(first, second))
        .where(first.independent.is_not(None))
    )
    for opinion, name in ((first, reviewer), (second, beside)):
        if name is not None:
            query = query.where(opinion.reviewer_id == id_of_reviewer(name))
    if kind == "agree":
        query = query.where(first.independent == second.independent)
    elif kind == "differ":
        query = query.where(first.independent != second.independent)
    return question.in_(query)


_SINGLE_KINDS = ("given", "settled", "overridden")


def _has_single_opinion(question: QuestionId, kind: str, reviewer: str | None) -> Condition:
    query = columns(col(ReviewOpinion.question_id))
    if kind != "given":
        query = query.join(ReviewState, _state_of(ReviewOpinion)).join(ReviewEvent, _final())
    if kind == "overridden":
        query = query.where(_differs_from_final())
    if reviewer is not None:
        query = query.where(col(ReviewOpinion.reviewer_id) == id_of_reviewer(reviewer))
    return question.in_(query)


def settled_for(question: QuestionId, cause: str) -> Condition:
    """The question was settled by a final decision with this cause."""
    query = (
        columns(col(ReviewState.question_id))
        .join(ReviewEvent, _final())
        .where(col(ReviewEvent.cause) == cause)
    )
    return question.in_(query)


def id_of_reviewer(reviewer: str) -> ScalarSelect[int | None]:
    """The SQL expression of the id of the reviewer with that name."""
    return columns(col(Reviewer.id)).where(col(Reviewer.name) == reviewer).scalar_subquery()


def _by_other_reviewer(first: Any, second: Any) -> Condition:
    return and_(
        second.question_id == first.question_id,
        second.reviewer_id != first.reviewer_id,
        second.independent.is_not(None),
    )


def _state_of(opinion: Any) -> Condition:
    """Join condition: review states of the opinion's question, which are equal on all its items."""
    condition: Condition = col(ReviewState.question_id) == opinion.question_id
    return condition


def _final() -> Condition:
    """Join condition: the event is the final decision that settled the question."""
    return and_(
        col(ReviewEvent.id) == col(ReviewState.decision_id), col(ReviewState.state) == SETTLED
    )


def _differs_from_final() -> Condition:
    """The final decision has another action than the opinion, or another correction."""
    revision = col(ReviewOpinion.revision_id)
    return or_(
        col(ReviewOpinion.action) != col(ReviewEvent.action),
        and_(revision.is_not(None), revision.is_distinct_from(col(ReviewEvent.revision_id))),
    )


# Counting


def _questions() -> Any:
    """Number of distinct questions, since one may have items in several runs."""
    return func.count(distinct(col(ReviewState.question_id)))


OpinionPair = tuple[tuple[str, str], tuple[str, str], int]
"""((reviewer, action), (other reviewer, action), number of questions); two reviewers always come in
the same order.
"""


def pairs(session: Session, where: Sequence[Condition]) -> list[OpinionPair]:
    """Two independent opinions on the same question."""
    first: Any = aliased(ReviewOpinion)
    second: Any = aliased(ReviewOpinion)
    actions = (first.independent, second.independent)
    both_independent = and_(first.independent.is_not(None), second.independent.is_not(None))
    return _pairs(session, where, first, second, actions, both_independent)


def informed_pairs(session: Session, where: Sequence[Condition]) -> list[OpinionPair]:
    """Two opinions on the same question, at least one of them not independent."""
    first: Any = aliased(ReviewOpinion)
    second: Any = aliased(ReviewOpinion)
    not_independent = or_(first.independent.is_(None), second.independent.is_(None))
    return _pairs(session, where, first, second, (first.action, second.action), not_independent)


def _pairs(
    session: Session,
    where: Sequence[Condition],
    first: Any,
    second: Any,
    actions: tuple[Any, Any],
    independence: Condition,
) -> list[OpinionPair]:
    pair_columns = (first.reviewer_id, actions[0], second.reviewer_id, actions[1])
    same_question = and_(
        second.question_id == first.question_id, first.reviewer_id < second.reviewer_id
    )
    query = (
        columns(*pair_columns, _questions())
        .join(second, same_question)
        .join(ReviewState, _state_of(first))
        .where(independence, *where)
        .group_by(*pair_columns)
    )
    names = dict(session.execute(columns(col(Reviewer.id), col(Reviewer.name))).all())
    return [
        ((names[first_id], action), (names[second_id], second_action), n)
        for first_id, action, second_id, second_action, n in session.execute(query)
    ]


def tallies(session: Session, where: Sequence[Condition]) -> list[ReviewerTally]:
    """One tally for each reviewer, most opinions first."""
    reviewer, items = col(ReviewOpinion.reviewer_id), _questions()
    opinion_counts = (
        columns(reviewer, items)
        .join(ReviewState, _state_of(ReviewOpinion))
        .where(*where)
        .group_by(reviewer)
        .subquery()
        .c
    )
    question = col(ReviewState.question_id)
    overridden_count = func.count(distinct(case((_differs_from_final(), question), else_=None)))
    settled = (
        columns(reviewer, items, overridden_count)
        .select_from(ReviewState)
        .join(ReviewEvent, _final())
        .join(ReviewOpinion, _state_of(ReviewOpinion))
        .where(*where)
        .group_by(reviewer)
    )
    finals = {
        reviewer_id: (n, overridden) for reviewer_id, n, overridden in session.execute(settled)
    }
    query = columns(opinion_counts[0], col(Reviewer.name), opinion_counts[1]).join(
        Reviewer, col(Reviewer.id) == opinion_counts[0]
    )
    return [
        ReviewerTally(name, n, *map(int, finals.get(reviewer_id, (0, 0))))
        for reviewer_id, name, n in session.execute(
            query.order_by(opinion_counts[1].desc(), col(Reviewer.name))
        )
    ]


def causes(session: Session, where: Sequence[Condition]) -> dict[str, int]:
    """Cause -> number of questions settled for it."""
    query = (
        columns(col(ReviewEvent.cause), _questions())
        .select_from(ReviewState)
        .join(ReviewEvent, _final())
        .where(*where)
        .group_by(col(ReviewEvent.cause))
    )
    return dict(session.execute(query).all())


def settled(
    session: Session, where: Sequence[Condition], *, offset: int, limit: int
) -> list[AdjudicatedRow]:
    """The settled items, the latest decision first."""
    query = (
        columns(col(ReviewState.item_id), col(ReviewState.run_id), col(ReviewState.line))
        .add_columns(col(QuestionRow.question), col(ReviewEvent.action), col(ReviewEvent.cause))
        .add_columns(col(ReviewEvent.comment), col(Reviewer.name), col(ReviewEvent.created_at))
        .select_from(ReviewState)
        .join(ReviewEvent, _final())
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewState.question_id))
        .join(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .where(*where)
        .order_by(col(ReviewEvent.id).desc())
        .offset(offset)
        .limit(limit)
    )
    return [AdjudicatedRow(*row) for row in session.execute(query)]

"""What reviewers say of the same questions, counted from `review_opinion`; a question counts once,
however many runs have it. Callers own the session.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, ScalarSelect, and_, case, distinct, func, or_
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from core.review.review_state import SETTLED
from db.tables import QuestionRow, Reviewer, ReviewEvent, ReviewOpinion, ReviewState

Condition = ColumnElement[bool]
QuestionId = ColumnElement[int]


@dataclass(frozen=True, slots=True)
class ReviewerTally:
    """On how many items a reviewer's opinion stands, how many of these a final decision has
    settled, and how many of those it settled otherwise.
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


# What an item may be


def said(question: QuestionId, what: str, reviewer: str | None, beside: str | None) -> Condition:
    """What reviewers say of it, of these where they are named.

    given: an opinion stands. two: the opinions of two who had not seen the other's; agree, differ:
    and they do. settled: a final decision followed an opinion; overridden: and says otherwise.
    """
    if what in _OF_ONE:
        return _of_one(question, what, reviewer)
    one: Any = aliased(ReviewOpinion)
    other: Any = aliased(ReviewOpinion)
    found = (
        columns(one.question_id)
        .join(other, _beside(one, other))
        .where(one.independent.is_not(None))
    )
    for opinion, name in ((one, reviewer), (other, beside)):
        if name is not None:
            found = found.where(opinion.reviewer_id == _named(name))
    if what == "agree":
        found = found.where(one.independent == other.independent)
    elif what == "differ":
        found = found.where(one.independent != other.independent)
    return question.in_(found)


_OF_ONE = ("given", "settled", "overridden")


def _of_one(question: QuestionId, what: str, reviewer: str | None) -> Condition:
    found = columns(col(ReviewOpinion.question_id))
    if what != "given":
        found = found.join(ReviewState, _state_of(ReviewOpinion)).join(ReviewEvent, _final())
    if what == "overridden":
        found = found.where(_otherwise())
    if reviewer is not None:
        found = found.where(col(ReviewOpinion.reviewer_id) == _named(reviewer))
    return question.in_(found)


def settled_for(question: QuestionId, cause: str) -> Condition:
    """By a final decision with this cause."""
    found = (
        columns(col(ReviewState.question_id))
        .join(ReviewEvent, _final())
        .where(col(ReviewEvent.cause) == cause)
    )
    return question.in_(found)


def _named(reviewer: str) -> ScalarSelect[int | None]:
    return columns(col(Reviewer.id)).where(col(Reviewer.name) == reviewer).scalar_subquery()


def _beside(one: Any, other: Any) -> Condition:
    return and_(
        other.question_id == one.question_id,
        other.reviewer_id != one.reviewer_id,
        other.independent.is_not(None),
    )


def _state_of(opinion: Any) -> Condition:
    """A state of the opinion's question, of any of its items: what stands is the same on all."""
    found: Condition = col(ReviewState.question_id) == opinion.question_id
    return found


def _final() -> Condition:
    """The event is the final decision that has settled the question."""
    return and_(
        col(ReviewEvent.id) == col(ReviewState.decision_id), col(ReviewState.state) == SETTLED
    )


def _otherwise() -> Condition:
    """Than the opinion: another action, or not the correction it carries."""
    carried = col(ReviewOpinion.revision_id)
    return or_(
        col(ReviewOpinion.action) != col(ReviewEvent.action),
        and_(carried.is_not(None), carried.is_distinct_from(col(ReviewEvent.revision_id))),
    )


# Counting


def _questions() -> Any:
    """A question stands in several runs, and is counted once."""
    return func.count(distinct(col(ReviewState.question_id)))


OpinionPair = tuple[tuple[str, str], tuple[str, str], int]
"""(reviewer, action) of the one, of the other, and on how many questions; two reviewers always in
the same order.
"""


def pairs(session: Session, where: Sequence[Condition]) -> list[OpinionPair]:
    """Two independent opinions on the same question."""
    one: Any = aliased(ReviewOpinion)
    other: Any = aliased(ReviewOpinion)
    both = (one.independent, other.independent)
    blind = and_(one.independent.is_not(None), other.independent.is_not(None))
    return _pairs(session, where, one, other, both, blind)


def informed_pairs(session: Session, where: Sequence[Condition]) -> list[OpinionPair]:
    """Two opinions on the same question, not both of which were given unseen."""
    one: Any = aliased(ReviewOpinion)
    other: Any = aliased(ReviewOpinion)
    seen = or_(one.independent.is_(None), other.independent.is_(None))
    return _pairs(session, where, one, other, (one.action, other.action), seen)


def _pairs(
    session: Session,
    where: Sequence[Condition],
    one: Any,
    other: Any,
    actions: tuple[Any, Any],
    which: Condition,
) -> list[OpinionPair]:
    said = (one.reviewer_id, actions[0], other.reviewer_id, actions[1])
    same = and_(other.question_id == one.question_id, one.reviewer_id < other.reviewer_id)
    query = (
        columns(*said, _questions())
        .join(other, same)
        .join(ReviewState, _state_of(one))
        .where(which, *where)
        .group_by(*said)
    )
    names = dict(session.execute(columns(col(Reviewer.id), col(Reviewer.name))).all())
    return [
        ((names[by], action), (names[beside], their), n)
        for by, action, beside, their, n in session.execute(query)
    ]


def tallies(session: Session, where: Sequence[Condition]) -> list[ReviewerTally]:
    """Who decided on most items first."""
    who, items = col(ReviewOpinion.reviewer_id), _questions()
    said = (
        columns(who, items)
        .join(ReviewState, _state_of(ReviewOpinion))
        .where(*where)
        .group_by(who)
        .subquery()
        .c
    )
    of = col(ReviewState.question_id)
    otherwise = func.count(distinct(case((_otherwise(), of), else_=None)))
    settled = (
        columns(who, items, otherwise)
        .select_from(ReviewState)
        .join(ReviewEvent, _final())
        .join(ReviewOpinion, _state_of(ReviewOpinion))
        .where(*where)
        .group_by(who)
    )
    finals = {by: (n, overridden) for by, n, overridden in session.execute(settled)}
    query = columns(said[0], col(Reviewer.name), said[1]).join(
        Reviewer, col(Reviewer.id) == said[0]
    )
    return [
        ReviewerTally(name, n, *map(int, finals.get(by, (0, 0))))
        for by, name, n in session.execute(query.order_by(said[1].desc(), col(Reviewer.name)))
    ]


def causes(session: Session, where: Sequence[Condition]) -> dict[str, int]:
    """Cause -> how many items were settled for it."""
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
    """The items of these that a final decision has settled, the latest decision first."""
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

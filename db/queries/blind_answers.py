"""Reviewers' blind answers compared with the labels. Functions only read."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlalchemy import select as columns
from sqlmodel import Session, col

from core.review import ANSWER
from db.tables import QuestionRow, ReviewEvent, ReviewState


def answers_and_labels(
    session: Session, conditions: Sequence[ColumnElement[bool]]
) -> list[tuple[list[str], list[str]]]:
    """(letters of a blind answer, letters of the imported label) for each blind answer."""
    query = (
        columns(col(ReviewEvent.answer), col(QuestionRow.answer))
        .join(ReviewState, col(ReviewState.item_id) == col(ReviewEvent.item_id))
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewState.question_id))
        .where(col(ReviewEvent.action) == ANSWER, *conditions)
    )
    return [(list(answer), list(label)) for answer, label in session.execute(query)]

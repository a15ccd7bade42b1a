"""Find questions of a run that have something in common with one of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy import select as columns
from sqlmodel import Session, col

from db.tables import QuestionRow, ReviewState, Validation


def questions(session: Session, run_id: int) -> Sequence[tuple[int, int, str]]:
    """(item id, line, question) of every item of the run, in the file's order."""
    query = (
        columns(col(ReviewState.item_id), col(ReviewState.line), col(QuestionRow.question))
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewState.question_id))
        .where(col(ReviewState.run_id) == run_id)
        .order_by(col(ReviewState.line), col(ReviewState.item_id))
    )
    return [(item_id, line, question) for item_id, line, question in session.execute(query)]


def items_at(
    session: Session, run_id: int, places: Sequence[tuple[int, int]], but: int
) -> Sequence[int]:
    """Items of the run, except `but`, whose quote overlaps one of these character ranges
    [start, end).
    """
    if not places:
        return []
    start, end = col(Validation.span_start), col(Validation.span_end)
    overlaps = or_(*(and_(start < last, end > first) for first, last in places))
    query = columns(col(Validation.item_id)).where(col(Validation.run_id) == run_id, overlaps)
    return [item_id for item_id in session.execute(query).scalars() if item_id != but]


class AlteredRow(NamedTuple):
    """An item whose quote was altered, with the differences from the text."""

    item_id: int
    line: int
    question: str
    differences: Sequence[Mapping[str, str]]


class QuotingRow(NamedTuple):
    """An item with a failed quote; see `quoting`."""

    item_id: int
    line: int
    question: str


def altered(session: Session, waiting: Sequence[ColumnElement[bool]]) -> Sequence[AlteredRow]:
    """Items that meet the conditions and whose quote was altered, in the file's order."""
    query = (
        columns(
            col(ReviewState.item_id),
            col(ReviewState.line),
            col(QuestionRow.question),
            col(Validation.differences),
        )
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewState.question_id))
        .join(Validation, col(Validation.item_id) == col(ReviewState.item_id))
        .where(*waiting, col(ReviewState.reasons).contains("|evidence_altered|", autoescape=True))
        .order_by(col(ReviewState.line), col(ReviewState.item_id))
    )
    return [AlteredRow(*row) for row in session.execute(query)]


def quoting(
    session: Session, waiting: Sequence[ColumnElement[bool]], places: Sequence[tuple[int, int]]
) -> Sequence[QuotingRow]:
    """Items that meet the conditions and whose quote failed and overlaps one of these character
    ranges [start, end).
    """
    if not places:
        return []
    start, end = col(Validation.span_start), col(Validation.span_end)
    query = (
        columns(col(ReviewState.item_id), col(ReviewState.line), col(QuestionRow.question))
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewState.question_id))
        .join(Validation, col(Validation.item_id) == col(ReviewState.item_id))
        .where(
            *waiting,
            col(ReviewState.reasons).contains("|evidence_", autoescape=True),
            or_(*(and_(start < last, end > first) for first, last in places)),
        )
        .order_by(col(ReviewState.line), col(ReviewState.item_id))
    )
    return [QuotingRow(*row) for row in session.execute(query)]

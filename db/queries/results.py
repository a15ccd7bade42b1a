"""Read the results of runs, and the texts and import issues that belong to them."""

from collections.abc import Iterator, Sequence

from sqlalchemy import and_, func
from sqlmodel import Session, col, select

from db.tables import ImportIssue, QuestionRow, QuestionSet, Run, RunItem, SourceText, Validation

REPEATED = ("duplicate", "near_duplicate", "contradicting_label")
"""Codes of import issues about copies of another question."""


def item(
    session: Session, item_id: int
) -> tuple[RunItem, QuestionRow, Validation | None, Run] | None:
    row: tuple[RunItem, QuestionRow, Validation | None, Run] | None = session.exec(
        select(RunItem, QuestionRow, Validation, Run)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Run, col(Run.id) == col(RunItem.run_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
        .where(RunItem.id == item_id)
    ).first()
    return row


def source_of_set(session: Session, set_id: int) -> int | None:
    return session.exec(select(QuestionSet.source_id).where(QuestionSet.id == set_id)).first()


def newest_validation(session: Session, set_id: int) -> Run | None:
    """The newest validation run of the set."""
    query = select(Run).where(Run.set_id == set_id, Run.kind == "validation")
    run: Run | None = session.exec(query.order_by(col(Run.id).desc())).first()
    return run


def source_title_and_length(session: Session, source_id: int | None) -> tuple[str | None, int]:
    """Title and length in characters; (None, 0) without a novel."""
    query = select(SourceText.title, SourceText.chars).where(SourceText.id == source_id)
    return session.exec(query).first() or (None, 0)


def source_slice(session: Session, source_id: int, start: int, end: int) -> str:
    """Characters [start, end) of a novel; only these are read from the database."""
    part = func.substr(col(SourceText.text), start + 1, end - start)
    return session.exec(select(part).where(SourceText.id == source_id)).one() or ""


def source_text(session: Session, source_id: int) -> str:
    """The whole novel."""
    return session.exec(select(SourceText.text).where(SourceText.id == source_id)).one()


def judged_rows(session: Session, run_id: int) -> Iterator[tuple[RunItem, QuestionRow, Validation]]:
    """Items of the run with a validation result, in the set's order, fetched in batches."""
    query = (
        select(RunItem, QuestionRow, Validation)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id))
        .where(RunItem.run_id == run_id)
        .order_by(col(QuestionRow.line), col(RunItem.id))
    )
    yield from session.exec(query.execution_options(yield_per=1000))


def skipped_rows(session: Session, run_id: int) -> Sequence[tuple[RunItem, QuestionRow]]:
    """The run's questions that were never asked, in the set's order."""
    query = (
        select(RunItem, QuestionRow)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(RunItem.run_id == run_id, RunItem.outcome == "skipped", ~col(RunItem.retry))
        .order_by(col(QuestionRow.line), col(RunItem.id))
    )
    return session.exec(query).all()


def refused_rows(session: Session, set_id: int) -> int:
    """How many rows of the set's file were refused when it was imported."""
    return session.exec(select(QuestionSet.refused_count).where(QuestionSet.id == set_id)).one()


def repeated_items(session: Session, run_id: int) -> Sequence[str]:
    """Item keys of the run's set that the import reported as copies of other questions."""
    query = (
        select(QuestionRow.item_key)
        .join(Run, col(Run.set_id) == QuestionRow.set_id)
        .join(
            ImportIssue,
            and_(
                col(ImportIssue.set_id) == QuestionRow.set_id,
                col(ImportIssue.line) == QuestionRow.line,
            ),
        )
        .where(Run.id == run_id, col(ImportIssue.code).in_(REPEATED))
        .distinct()
    )
    return session.exec(query).all()


def outcomes_by_item(session: Session, run_id: int) -> Sequence[tuple[str, str]]:
    """(item key, outcome) of every finished item."""
    query = select(RunItem.item_key, RunItem.outcome).where(RunItem.run_id == run_id)
    return session.exec(query).all()

"""Texts, question sets and recordings: find them by content hash, list them without their texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, and_, case, func, insert, or_
from sqlalchemy import select as columns
from sqlalchemy.orm import defer
from sqlmodel import Session, SQLModel, col, select

from db.tables import (
    ColumnMappingRow,
    ImportIssue,
    QuestionRow,
    QuestionSet,
    RecordedReply,
    Recording,
    Run,
    SourceText,
    Validation,
)

RESULTS = "results"
"""The format of a set made for imported results, which the library does not list."""


def source_with(session: Session, content_hash: str) -> int | None:
    query = select(SourceText.id).where(SourceText.content_hash == content_hash)
    return session.exec(query).first()


def set_with(session: Session, source_id: int | None, content_hash: str) -> int | None:
    query = select(QuestionSet.id).where(
        QuestionSet.content_hash == content_hash,
        # `= NULL` is never true, so use IS NULL for a set without a novel.
        col(QuestionSet.source_id).is_(None)
        if source_id is None
        else QuestionSet.source_id == source_id,
    )
    return session.exec(query).first()


def recording_with(session: Session, set_id: int, content_hash: str) -> Recording | None:
    query = select(Recording).where(
        Recording.set_id == set_id, Recording.content_hash == content_hash
    )
    return session.exec(query).first()


def insert_all(session: Session, table: type[SQLModel], rows: Sequence[Mapping[str, Any]]) -> None:
    """One executemany; an empty sequence inserts nothing."""
    if rows:
        session.execute(insert(table), rows)


def item_keys(session: Session, set_id: int) -> Sequence[str]:
    query = select(QuestionRow.item_key).where(QuestionRow.set_id == set_id)
    return session.exec(query.order_by(col(QuestionRow.id))).all()


def placement(session: Session, set_id: int) -> tuple[int, int, int, int | None]:
    """Numbers of the set's questions with their own context, with a position in the novel, and with
    neither; and the smallest position.
    """
    bare = col(QuestionRow.context).is_(None)
    placed = and_(bare, col(QuestionRow.start_pos).is_not(None))
    unplaced = and_(bare, col(QuestionRow.start_pos).is_(None))
    own_context, positioned, unplaced_count, earliest = session.execute(
        columns(
            func.count(col(QuestionRow.context)),
            func.count(case((placed, 1))),
            func.count(case((unplaced, 1))),
            func.min(case((bare, QuestionRow.start_pos))),
        ).where(col(QuestionRow.set_id) == set_id)
    ).one()
    return int(own_context), int(positioned), int(unplaced_count), earliest


def sets_with_positions(session: Session) -> set[int]:
    """Ids of the sets in which some question has a position in the novel."""
    placed = select(QuestionRow.id).where(
        QuestionRow.set_id == QuestionSet.id,
        col(QuestionRow.context).is_(None),
        col(QuestionRow.start_pos).is_not(None),
    )
    rows = session.exec(select(QuestionSet.id).where(placed.exists()))
    return {set_id for set_id in rows if set_id is not None}


def mapping_with(session: Session, columns_hash: str) -> ColumnMappingRow | None:
    query = select(ColumnMappingRow).where(ColumnMappingRow.columns_hash == columns_hash)
    return session.exec(query).first()


def unplaced(session: Session, set_id: int) -> Sequence[QuestionRow]:
    """Questions with neither a position nor a context of their own, in file order."""
    query = select(QuestionRow).where(
        QuestionRow.set_id == set_id,
        col(QuestionRow.start_pos).is_(None),
        col(QuestionRow.context).is_(None),
    )
    return session.exec(query.order_by(col(QuestionRow.id))).all()


def open_runs(session: Session, set_id: int) -> int:
    """Number of runs of the set that are queued, running or paused."""
    is_open = col(Run.status).in_(("queued", "running", "paused"))
    query = select(func.count(col(Run.id))).where(Run.set_id == set_id, is_open)
    return session.exec(query).one()


def validated_quotes(session: Session, set_id: int) -> Sequence[Validation]:
    """Validations that passed with a quote found in the text, oldest first."""
    query = (
        select(Validation)
        .join(QuestionRow, col(QuestionRow.id) == col(Validation.question_id))
        .where(
            QuestionRow.set_id == set_id,
            col(Validation.is_valid),
            col(Validation.evidence_found),
            col(Validation.span_start).is_not(None),
        )
    )
    return session.exec(query.order_by(col(Validation.id))).all()


def replies(session: Session, recording_id: int) -> Sequence[tuple[str, str]]:
    """(item key, raw reply)"""
    query = select(RecordedReply.item_key, RecordedReply.reply)
    return session.exec(query.where(RecordedReply.recording_id == recording_id)).all()


def sources(session: Session) -> Sequence[tuple[SourceText, int]]:
    """Texts with their number of question sets, newest first; `text` itself is not loaded."""
    counted = (
        select(func.count(col(QuestionSet.id)))
        .where(QuestionSet.source_id == SourceText.id)
        .correlate(SourceText)
        .scalar_subquery()
    )
    query = select(SourceText, counted).options(defer(SourceText.text, raiseload=True))  # type: ignore[arg-type]
    return session.exec(query.order_by(col(SourceText.id).desc())).all()


def sets(
    session: Session, set_id: int | None = None
) -> Sequence[tuple[QuestionSet, str | None, int, int]]:
    """Newest first: (QuestionSet, title of its novel, number of warnings, of recordings)."""
    warnings = (
        select(func.count(col(ImportIssue.id)))
        .where(ImportIssue.set_id == QuestionSet.id, ImportIssue.severity == "warning")
        .correlate(QuestionSet)
        .scalar_subquery()
    )
    recordings = (
        select(func.count(col(Recording.id)))
        .where(Recording.set_id == QuestionSet.id, col(Recording.run_id).is_(None))
        .correlate(QuestionSet)
        .scalar_subquery()
    )
    query = select(QuestionSet, SourceText.title, warnings, recordings).join(
        SourceText, isouter=True
    )
    if set_id is None:
        query = query.where(QuestionSet.format != RESULTS)
    else:
        query = query.where(QuestionSet.id == set_id)
    return session.exec(query.order_by(col(QuestionSet.id).desc())).all()


def issues(
    session: Session, set_id: int, severity: str | None, limit: int, offset: int
) -> Sequence[ImportIssue]:
    query = _issues(select(ImportIssue), set_id, severity)
    ordered = query.order_by(func.coalesce(ImportIssue.line, 0), col(ImportIssue.id))
    return session.execute(ordered.limit(limit).offset(offset)).scalars().all()


def issue_count(session: Session, set_id: int, severity: str | None) -> int:
    query = _issues(select(func.count(col(ImportIssue.id))), set_id, severity)
    return int(session.execute(query).scalar_one())


def _issues(query: Select[Any], set_id: int, severity: str | None) -> Select[Any]:
    query = query.where(col(ImportIssue.set_id) == set_id)
    return query if severity is None else query.where(col(ImportIssue.severity) == severity)


def questions(
    session: Session, set_id: int, search: str | None, limit: int | None, offset: int
) -> Sequence[QuestionRow]:
    query = _questions(select(QuestionRow), set_id, search)
    ordered = query.order_by(col(QuestionRow.line), col(QuestionRow.id))
    return session.execute(ordered.limit(limit).offset(offset)).scalars().all()


def sets_asking(session: Session, question: str) -> Sequence[int]:
    """Ids of the sets that contain this question verbatim, newest first."""
    query = select(QuestionRow.set_id).where(QuestionRow.question == question).distinct()
    return session.exec(query.order_by(col(QuestionRow.set_id).desc())).all()


def question_count(session: Session, set_id: int, search: str | None) -> int:
    query = _questions(select(func.count(col(QuestionRow.id))), set_id, search)
    return int(session.execute(query).scalar_one())


def _questions(query: Select[Any], set_id: int, search: str | None) -> Select[Any]:
    query = query.where(col(QuestionRow.set_id) == set_id)
    if not search:
        return query
    return query.where(
        or_(
            col(QuestionRow.question).icontains(search, autoescape=True),
            col(QuestionRow.item_key).icontains(search, autoescape=True),
        )
    )


def recordings(session: Session, set_id: int) -> Sequence[Recording]:
    """The set's recordings that any run may replay, that is, not those of batch runs."""
    query = select(Recording).where(Recording.set_id == set_id, col(Recording.run_id).is_(None))
    return session.exec(query.order_by(col(Recording.id))).all()


def counts(session: Session) -> tuple[int, int, int]:
    """(texts, question sets, questions)"""
    listed = col(QuestionSet.format) != RESULTS
    listed_questions = select(func.count(col(QuestionRow.id))).join(QuestionSet).where(listed)
    return (
        session.exec(select(func.count(col(SourceText.id)))).one(),
        session.exec(select(func.count(col(QuestionSet.id))).where(listed)).one(),
        session.exec(listed_questions).one(),
    )

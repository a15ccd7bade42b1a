"""Read the library for pages. No result holds a session; only `get_source` loads a novel's text."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session

from core.questions import IssueSeverity, Question, RowIssue
from core.services.library.sets import no_set
from core.services.library.sources import no_source
from core.services.records import question_from_row
from core.validation import Placement
from db.queries import library as queries
from db.tables import ImportIssue, QuestionRow, QuestionSet, Recording, SourceText


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """A novel without its text. `chars`: its length; `sets`: how many question sets it has."""

    id: int
    title: str
    language: str
    file_name: str
    encoding: str
    chars: int
    sets: int
    is_sample: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SourceView:
    """A novel with its whole text."""

    id: int
    title: str
    language: str
    file_name: str
    encoding: str
    text: str
    is_sample: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A question set without its questions. `source_id` and `source_title` are None when every row
    brings its own context.
    """

    id: int
    source_id: int | None
    source_title: str | None
    title: str
    file_name: str
    format: str
    tokenizer: str
    row_count: int
    refused_count: int
    warning_count: int
    recordings: int
    is_sample: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question with its database id, line in the file and item key, which its results carry."""

    id: int
    line: int
    item_key: str
    question: Question


@dataclass(frozen=True, slots=True)
class RecordingSummary:
    """A recording without its replies."""

    id: int
    set_id: int
    title: str
    file_name: str
    reply_count: int
    is_sample: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LibraryCounts:
    sources: int
    sets: int
    questions: int


def list_sources(engine: Engine) -> tuple[SourceSummary, ...]:
    """List the novels, newest first."""
    with Session(engine) as session:
        return tuple(_source(source, sets) for source, sets in queries.sources(session))


def get_source(engine: Engine, source_id: int) -> SourceView:
    """Return a novel with its text. Raises NotFoundError."""
    with Session(engine) as session:
        source = session.get(SourceText, source_id)
        if source is None:
            raise no_source(source_id)
        return SourceView(
            id=source_id,
            title=source.title,
            language=source.language,
            file_name=source.file_name,
            encoding=source.encoding,
            text=source.text,
            is_sample=source.is_sample,
            created_at=source.created_at,
        )


def list_sets(engine: Engine) -> tuple[SetSummary, ...]:
    """List the question sets, newest first."""
    with Session(engine) as session:
        return tuple(_set(*row) for row in queries.sets(session))


def get_set(engine: Engine, set_id: int) -> SetSummary:
    """Return a question set. Raises NotFoundError."""
    with Session(engine) as session:
        rows = queries.sets(session, set_id)
    if not rows:
        raise no_set(set_id)
    return _set(*rows[0])


def set_issues(
    engine: Engine,
    set_id: int,
    *,
    severity: IssueSeverity | None = None,
    limit: int = 100,
    offset: int = 0,
) -> tuple[RowIssue, ...]:
    """List the issues of the set's import: those of the whole file first, then by line."""
    with Session(engine) as session:
        rows = queries.issues(session, set_id, severity, limit, offset)
        return tuple(map(_issue, rows))


def count_issues(engine: Engine, set_id: int, *, severity: IssueSeverity | None = None) -> int:
    with Session(engine) as session:
        return queries.issue_count(session, set_id, severity)


def set_questions(
    engine: Engine,
    set_id: int,
    *,
    limit: int | None = 100,
    offset: int = 0,
    search: str | None = None,
) -> tuple[StoredQuestion, ...]:
    """List questions in file order. `search` matches question texts and item keys; `limit` None is
    no limit.
    """
    with Session(engine) as session:
        rows = queries.questions(session, set_id, search, limit, offset)
        return tuple(map(_question, rows))


def count_questions(engine: Engine, set_id: int, *, search: str | None = None) -> int:
    with Session(engine) as session:
        return queries.question_count(session, set_id, search)


def set_placement(engine: Engine, set_id: int) -> Placement:
    """Return where the set's questions get their text from."""
    with Session(engine) as session:
        return Placement(*queries.placement(session, set_id))


def positioned_sets(engine: Engine) -> frozenset[int]:
    """Return the ids of the sets in which some question has a position in its novel."""
    with Session(engine) as session:
        return frozenset(queries.sets_with_positions(session))


def list_recordings(engine: Engine, set_id: int) -> tuple[RecordingSummary, ...]:
    with Session(engine) as session:
        return tuple(map(_recording, queries.recordings(session, set_id)))


def recorded_replies(engine: Engine, recording_id: int) -> Mapping[str, str]:
    """Return item -> raw reply, for `core.llm.RecordedClient` to replay."""
    with Session(engine) as session:
        return dict(queries.replies(session, recording_id))


def library_counts(engine: Engine) -> LibraryCounts:
    with Session(engine) as session:
        return LibraryCounts(*queries.counts(session))


def _source(source: SourceText, sets: int) -> SourceSummary:
    return SourceSummary(
        id=source.id or 0,
        title=source.title,
        language=source.language,
        file_name=source.file_name,
        encoding=source.encoding,
        chars=source.chars,
        sets=sets,
        is_sample=source.is_sample,
        created_at=source.created_at,
    )


def _set(
    question_set: QuestionSet, source_title: str | None, warnings: int, recordings: int
) -> SetSummary:
    return SetSummary(
        id=question_set.id or 0,
        source_id=question_set.source_id,
        source_title=source_title,
        title=question_set.title,
        file_name=question_set.file_name,
        format=question_set.format,
        tokenizer=question_set.tokenizer,
        row_count=question_set.row_count,
        refused_count=question_set.refused_count,
        warning_count=warnings,
        recordings=recordings,
        is_sample=question_set.is_sample,
        created_at=question_set.created_at,
    )


def _issue(row: ImportIssue) -> RowIssue:
    return RowIssue(
        row.message,
        severity=IssueSeverity(row.severity),
        code=row.code,
        line=row.line,
        field=row.field,
        params=row.params,
        raw=row.raw,
    )


def _question(row: QuestionRow) -> StoredQuestion:
    return StoredQuestion(row.id or 0, row.line, row.item_key, question_from_row(row))


def _recording(row: Recording) -> RecordingSummary:
    return RecordingSummary(
        id=row.id or 0,
        set_id=row.set_id,
        title=row.title,
        file_name=row.file_name,
        reply_count=row.reply_count,
        is_sample=row.is_sample,
        created_at=row.created_at,
    )

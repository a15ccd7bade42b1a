"""Import question sets into the library, and correct them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError, NotFoundError
from core.locale import N_n, plural_form
from core.questions import (
    NO_MAPPING,
    ColumnMapping,
    FileColumns,
    ReadQuestions,
    check_questions,
    file_columns,
    read_questions,
)
from core.services.access import Right, demand
from core.services.library.sources import no_source
from core.services.library.transactions import in_one_transaction
from core.text import require_size
from db import writing
from db.queries import library as queries
from db.tables import ImportIssue, QuestionRow, QuestionSet, SourceText


@dataclass(frozen=True, slots=True)
class SetAdded:
    set_id: int
    already_there: bool


def read_columns(
    data: bytes,
    *,
    file_name: str,
    max_bytes: int,
    encoding: str | None = None,
    sheet: str | None = None,
) -> FileColumns:
    """Read the columns of an uploaded file, even if no question is recognised in it.

    Raises InputError for a file over `max_bytes` and for one that cannot be read at all.
    """
    require_size(data, max_bytes, file_name)
    return file_columns(data, file_name=file_name, encoding=encoding, sheet=sheet)


def read_upload(
    data: bytes,
    *,
    file_name: str,
    max_bytes: int,
    encoding: str | None = None,
    mapping: ColumnMapping = NO_MAPPING,
    sheet: str | None = None,
) -> ReadQuestions:
    """Read the rows of an uploaded file, without the checks over the whole set; nothing is stored.

    Raises InputError for a file over `max_bytes` and for one that cannot be read at all.
    """
    require_size(data, max_bytes, file_name)
    return read_questions(
        data, file_name=file_name, encoding=encoding, mapping=mapping, sheet=sheet
    )


def preview_questions(
    data: bytes,
    *,
    file_name: str,
    max_bytes: int,
    encoding: str | None = None,
    n_tokens: int | None = None,
) -> ReadQuestions:
    """Return what an import would store, with the warnings of all checks; nothing is stored.

    `n_tokens` is the length of the novel in tokens, None without a novel. Raises InputError for a
    file over `max_bytes` and for one that cannot be read at all.
    """
    read = read_upload(data, file_name=file_name, max_bytes=max_bytes, encoding=encoding)
    return read.with_issues(check_questions(read.questions, n_tokens=n_tokens))


def add_question_set(
    engine: Engine,
    read: ReadQuestions,
    *,
    source_id: int | None,
    title: str | None,
    tokenizer: str,
    file_name: str,
) -> SetAdded:
    """Store the questions that were read, with all issues, in one transaction.

    The same file for the same novel is stored once. Raises InputError when no question could be
    read, and without a novel when a row has no context of its own; NotFoundError for an unknown
    novel.
    """
    demand(engine, Right.RUN)
    return in_one_transaction(
        engine,
        lambda session: store_set(
            session,
            read,
            source_id=source_id,
            title=title,
            tokenizer=tokenizer,
            file_name=file_name,
        ),
    )


def store_set(
    session: Session,
    read: ReadQuestions,
    *,
    source_id: int | None,
    title: str | None,
    tokenizer: str,
    file_name: str,
    is_sample: bool = False,
) -> SetAdded:
    """As `add_question_set`, within the caller's transaction."""
    _require_usable(read, source_id, file_name)
    if source_id is not None and session.get(SourceText, source_id) is None:
        raise no_source(source_id)
    existing_id = queries.set_with(session, source_id, read.content_hash)
    if existing_id is not None:
        return SetAdded(existing_id, already_there=True)
    added = QuestionSet(
        source_id=source_id,
        title=(title or "").strip() or PurePath(file_name).stem,
        file_name=file_name,
        format=read.format.value,
        tokenizer=tokenizer,
        content_hash=read.content_hash,
        row_count=len(read.questions),
        refused_count=len(read.refused),
        is_sample=is_sample,
    )
    session.add(added)
    session.flush()
    set_id = added.id or 0
    queries.insert_all(session, QuestionRow, list(_question_rows(set_id, read)))
    queries.insert_all(session, ImportIssue, list(_issue_rows(set_id, read)))
    return SetAdded(set_id, already_there=False)


def correct_set(
    engine: Engine, set_id: int, *, title: str | None = None, tokenizer: str | None = None
) -> None:
    """Change a set's title, or the tokeniser that its positions are counted in; None keeps it.

    Raises InputError for an empty title, NotFoundError for an unknown set.
    """
    demand(engine, Right.RUN)
    if title is not None and not title.strip():
        raise InputError("The title is empty. Enter one.", field="title")
    with writing(engine) as session:
        question_set = session.get(QuestionSet, set_id)
        if question_set is None:
            raise no_set(set_id)
        question_set.title = title.strip() if title else question_set.title
        question_set.tokenizer = tokenizer or question_set.tokenizer


def no_set(set_id: int) -> NotFoundError:
    """Build the error for an unknown question set."""
    return NotFoundError(
        "Question set {id} does not exist. Choose one from the library.", id=set_id
    )


def _require_usable(read: ReadQuestions, source_id: int | None, file_name: str) -> None:
    """Raises InputError without any question, or if a row has neither a novel nor a context."""
    if not read.questions:
        message = plural_form(
            N_n(
                "No question could be read: {count} row was rejected. Correct it and upload "
                "the file again.",
                "No question could be read: {count} rows were rejected. Correct them and "
                "upload the file again.",
            ),
            len(read.refused),
        )
        raise InputError(
            message,
            file=file_name,
            count=len(read.refused),
        )
    bare = next((row for row in read.questions if row.question.context is None), None)
    if source_id is None and bare is not None:
        raise InputError(
            "The row has no context of its own. Choose its novel, or give every row a context.",
            file=file_name,
            line=bare.line,
            field="context",
        )


def _question_rows(set_id: int, read: ReadQuestions) -> Iterator[dict[str, object]]:
    for row in read.questions:
        question, position = row.question, row.question.position
        yield {
            "set_id": set_id,
            "line": row.line,
            "item_key": question.item_key,
            "question": question.question,
            "question_type": question.question_type.value,
            "choice": dict(question.choice),
            "answer": list(question.answer),
            "start_pos": position.start_pos if position else None,
            "end_pos": position.end_pos if position else None,
            "context": question.context,
            "extra": dict(question.extra),
        }


def _issue_rows(set_id: int, read: ReadQuestions) -> Iterator[dict[str, object]]:
    for issue in read.issues:
        yield {
            "set_id": set_id,
            "severity": issue.severity.value,
            "code": issue.code,
            "line": issue.line,
            "field": issue.field,
            "message": issue.message,
            "params": dict(issue.params),
            "raw": issue.raw,
        }

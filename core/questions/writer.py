"""Write questions, refused rows and results as files that people can use."""

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from core.errors import InputError
from core.files import regular_place, system_reason
from core.questions.issues import IssueSeverity, RowIssue
from core.questions.question import Question
from core.questions.table_rows import guard_formula, is_own_column

_FIRST = ("question", "question_type")
_LAST = ("answer", "start_pos", "end_pos", "context")
_ISSUE_COLUMNS = ("severity", "line", "field", "code", "reason", "raw")


def jsonl_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield one UTF-8 line per row, keys in their order."""
    for row in rows:
        yield json.dumps(row, ensure_ascii=False).encode() + b"\n"


def write_questions(questions: Sequence[Question], file_format: Literal["jsonl", "csv"]) -> bytes:
    """Write a file that `read_questions` reads back as it was; see `_questions_csv` for CSV."""
    if file_format == "csv":
        return _questions_csv(questions)
    return b"".join(jsonl_lines(question.to_dict() for question in questions))


def _questions_csv(questions: Sequence[Question]) -> bytes:
    """Write UTF-8 with a BOM, for spreadsheets: one column per option, then every extra field.

    Options are in letter order. Cells a spreadsheet would execute are guarded with an
    apostrophe, which `read_questions` takes off again. An extra field that is no text is written
    as JSON; one whose name is a column of its own gets "extra." in front.
    """
    letters = sorted({letter for question in questions for letter in question.choice})
    extras = list(dict.fromkeys(name for question in questions for name in question.extra))
    header = [
        *_FIRST,
        *(f"choice_{letter}" for letter in letters),
        *_LAST,
        *(f"extra.{name}" if is_own_column(name) else name for name in extras),
    ]
    return _csv([header, *(_question_cells(question, letters, extras) for question in questions)])


def _question_cells(
    question: Question, letters: Sequence[str], extras: Sequence[str]
) -> Iterator[str]:
    position = question.position
    yield question.question
    yield question.question_type.value
    for letter in letters:
        yield question.choice.get(letter, "")
    yield ",".join(question.answer)
    yield str(position.start_pos) if position else ""
    yield str(position.end_pos) if position else ""
    yield question.context or ""
    for name in extras:
        yield _cell(question.extra.get(name))


def write_refused(issues: Iterable[RowIssue], file_format: Literal["jsonl", "csv"]) -> bytes:
    """Write the refused rows alone, each with line, field, reason in English and its raw text."""
    refused = [issue for issue in issues if issue.severity is IssueSeverity.REFUSED]
    return write_issues(refused, file_format)


def write_issues(issues: Iterable[RowIssue], file_format: Literal["jsonl", "csv"]) -> bytes:
    """Write refused rows and warnings alike, in the order given."""
    rows = [_issue(issue) for issue in issues]
    if file_format == "csv":
        return _csv([_ISSUE_COLUMNS, *([_cell(value) for value in row] for row in rows)])
    return b"".join(jsonl_lines(dict(zip(_ISSUE_COLUMNS, row, strict=True)) for row in rows))


def _issue(issue: RowIssue) -> tuple[str | int | None, ...]:
    texts = (issue.code, issue.translate(), issue.raw)
    return (issue.severity.value, issue.line, issue.field, *texts)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def rows_csv(rows: Sequence[Mapping[str, object]]) -> bytes:
    """Write rows of the same columns under a header; no rows make an empty file.

    UTF-8 with a BOM; a cell that a spreadsheet would run is guarded with an apostrophe. Numbers
    stay numbers, also negative ones; an empty cell is no value.
    """
    lines = (tuple(_plain(value) for value in row.values()) for row in rows)
    return _csv([tuple(rows[0]), *lines]) if rows else _csv([])


def _plain(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


def _csv(rows: Iterable[Iterable[object]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([guard_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().encode("utf-8-sig")


def write_atomically(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write the whole content or nothing: a former file stays until the new one is complete.

    A symbolic link stays, its target is replaced. Raises InputError if the place cannot be written
    to, or holds no regular file.
    """
    place = _place(path)
    beside = place.with_name(f".{place.name}.{uuid4().hex}")
    try:
        with beside.open("xb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        with suppress(OSError):  # where nothing could be written, nothing is left
            beside.unlink(missing_ok=True)


def _place(path: Path) -> Path:
    try:
        return regular_place(path)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(
        "Cannot write {path} ({reason}). Choose a file in an existing, writable folder.",
        path=str(path),
        reason=system_reason(error),
    )

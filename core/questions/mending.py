"""Mend, leave out or place rows of a file that was read, before it is imported."""

import csv
import hashlib
import io
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.errors import InputError
from core.questions.columns import NO_MAPPING, ColumnMapping
from core.questions.csv_rows import DELIMITERS
from core.questions.issues import IssueSeverity
from core.questions.mapped_rows import with_plain_names
from core.questions.question import Position
from core.questions.reader import ReadQuestions, ReadRow, uniquely_named
from core.questions.records import Record
from core.questions.row_parser import parse_row
from core.questions.table_rows import named_columns, table_fields


def mend_rows(read: ReadQuestions, rows: Mapping[int, Mapping[str, Any]]) -> ReadQuestions:
    """Replace refused rows by `rows`, keyed by line. Raises RowRefused with the first fault.

    The result is another set than the file, so `content_hash` changes.
    """
    if not rows:
        return read
    mended = [
        ReadRow(line, parse_row(fields).question, json.dumps(dict(fields), ensure_ascii=False))
        for line, fields in rows.items()
    ]
    questions = sorted((*read.questions, *mended), key=lambda row: row.line)
    issues = tuple(
        issue
        for issue in read.issues
        if issue.severity is not IssueSeverity.REFUSED or issue.line not in rows
    )
    digest = hashlib.sha256(read.content_hash.encode())
    digest.update(json.dumps([row.raw for row in mended]).encode())
    return replace(
        read,
        questions=tuple(uniquely_named(questions)),
        issues=issues,
        content_hash=digest.hexdigest(),
    )


def refused_fields(
    raw: str, columns: Sequence[str], mapping: ColumnMapping = NO_MAPPING
) -> dict[str, Any]:
    """Return the fields of a refused row under plain names; none if they cannot be read.

    `raw` is JSON, or a line of a table with these columns.
    """
    try:
        fields = _fields(raw, columns, mapping)
        return dict(with_plain_names(Record(1, raw, fields), mapping)[0].fields) if fields else {}
    except (InputError, ValueError, RecursionError, csv.Error):
        return {}


def _fields(raw: str, columns: Sequence[str], mapping: ColumnMapping) -> dict[str, Any]:
    if raw.lstrip().startswith("{"):
        value = json.loads(raw)
        return value if isinstance(value, dict) else {}
    for delimiter in DELIMITERS:
        cells = next(csv.reader(io.StringIO(raw, newline=""), delimiter=delimiter), [])
        if len(cells) == len(columns) > 1:
            return table_fields(named_columns(columns, "", mapped=mapping.names()), cells)
    return {}


def leave_out(read: ReadQuestions, lines: Collection[int], code: str) -> ReadQuestions:
    """Leave out the questions on these lines; their warnings of `code` become refusals."""
    raw = {row.line: row.raw for row in read.questions if row.line in lines}
    issues = tuple(
        replace(issue, severity=IssueSeverity.REFUSED, raw=raw[issue.line])
        if issue.code == code and issue.line in raw
        else issue
        for issue in read.issues
    )
    questions = tuple(row for row in read.questions if row.line not in raw)
    return replace(read, questions=questions, issues=issues)


def place_rows(read: ReadQuestions, positions: Mapping[int, Position]) -> ReadQuestions:
    """Set the positions of the questions on these lines."""
    questions = tuple(
        replace(row, question=replace(row.question, position=positions[row.line]))
        if row.line in positions
        else row
        for row in read.questions
    )
    return replace(read, questions=questions)

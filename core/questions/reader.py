"""Question files: bytes in, questions and a reason for every row that is none out."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath

from core.errors import InputError
from core.questions.csv_rows import csv_records, delimiter_of
from core.questions.issues import IssueSeverity, RowIssue, RowRefused, line_of, row_warning
from core.questions.item_keys import unique_item_keys
from core.questions.json_rows import CUT_OFF, LIST_KEYS, NOT_JSON, json_records, jsonl_records
from core.questions.question import Question
from core.questions.records import FileFormat, Record, Records
from core.questions.row_parser import RESULT_FIELD, parse_row
from core.text.decoding import decode_text
from core.text.size_limits import limit_rows


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A question and the line its row begins on, with the row's text word for word."""

    line: int
    question: Question
    raw: str


@dataclass(frozen=True, slots=True)
class ReadQuestions:
    """What a file held: every row is either in `questions` or a refused issue, never neither.

    `content_hash` is the sha256 of the decoded text: the same file is recognised when it comes
    again, and a file that is read again with a corrected encoding is a new one.
    """

    questions: tuple[ReadRow, ...]
    issues: tuple[RowIssue, ...]
    format: FileFormat
    encoding: str
    content_hash: str

    @property
    def refused(self) -> tuple[RowIssue, ...]:
        return tuple(issue for issue in self.issues if issue.severity is IssueSeverity.REFUSED)

    @property
    def warnings(self) -> tuple[RowIssue, ...]:
        return tuple(issue for issue in self.issues if issue.severity is IssueSeverity.WARNING)

    def with_issues(self, issues: Iterable[RowIssue]) -> "ReadQuestions":
        """The same with more to say, whole-file issues first, then by line."""
        return replace(self, issues=tuple(sorted((*self.issues, *issues), key=line_of)))


def read_questions(data: bytes, *, file_name: str, encoding: str | None = None) -> ReadQuestions:
    """Read JSONL, JSON or CSV, told apart by content first and by name second.

    Raises InputError when the file is empty or binary, has no known format, holds no questions, or
    was cut off before its first row ended. A file whose rows are all refused is read, so that they
    can be looked at.
    """
    decoded = decode_text(data, file_name=file_name, encoding=encoding)
    file_format = detect_format(decoded.text, file_name)
    questions, issues = _read_rows(
        limit_rows(_records(decoded.text, file_format, file_name), file_name)
    )
    _refuse_unreadable_file(questions, issues, file_name)
    issues += [
        RowIssue(notice.message, IssueSeverity.WARNING, "encoding", params=notice.params)
        for notice in decoded.warnings
    ]
    return ReadQuestions(
        questions=tuple(_uniquely_named(questions)),
        issues=tuple(sorted(issues, key=line_of)),
        format=file_format,
        encoding=decoded.encoding,
        content_hash=hashlib.sha256(decoded.text.encode()).hexdigest(),
    )


def _uniquely_named(rows: list[ReadRow]) -> Iterator[ReadRow]:
    keys = unique_item_keys(row.question for row in rows)
    for row, key in zip(rows, keys, strict=True):
        taken = key != row.question.item_key
        yield replace(row, question=replace(row.question, key=key)) if taken else row


def detect_format(text: str, file_name: str) -> FileFormat:
    """Raises InputError when neither content nor name tells the format."""
    first = text.lstrip()[:1]
    suffix = PurePath(file_name).suffix.lower()
    if first == "[":
        return FileFormat.JSON
    if first == "{":
        return FileFormat.JSONL if _is_jsonl(text, suffix) else FileFormat.JSON
    if delimiter_of(text):
        return FileFormat.CSV
    if suffix in (".jsonl", ".ndjson"):
        return FileFormat.JSONL
    if suffix in (".csv", ".tsv"):
        raise InputError(
            "No column is named question. Name the columns question, answer, and choice or a, b, "
            "c, d in the first line.",
            file=file_name,
            line=1,
        )
    raise InputError(
        "This is no question file. Upload JSONL, a JSON list, or CSV with a column named question.",
        file=file_name,
    )


def _is_jsonl(text: str, suffix: str) -> bool:
    """Whether text that begins with an object is one object per line."""
    lines = (line for line in text.split("\n") if line.strip())
    first, second = _object_on(next(lines)), next(lines, None)
    if first is not None:
        return second is not None or not any(isinstance(first.get(key), list) for key in LIST_KEYS)
    try:
        json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return _object_on(second or "") is not None or suffix in (".jsonl", ".ndjson")
    return False


def _object_on(line: str) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _records(text: str, file_format: FileFormat, file_name: str) -> Records:
    match file_format:
        case FileFormat.JSONL:
            return jsonl_records(text)
        case FileFormat.JSON:
            return json_records(text)
        case FileFormat.CSV:
            return csv_records(text, delimiter_of(text) or ",", file_name=file_name)


def _read_rows(records: Records) -> tuple[list[ReadRow], list[RowIssue]]:
    questions: list[ReadRow] = []
    issues: list[RowIssue] = []
    with_result: list[int] = []
    for record in records:
        if isinstance(record, Record):
            _read_row(record, questions, issues, with_result)
        else:
            issues.append(record)
    if with_result:
        issues.append(
            row_warning(
                "{count} rows carry the result of an earlier validation; it was left out.",
                code="result_left_out",
                line=with_result[0],
                field=RESULT_FIELD,
                count=len(with_result),
            )
        )
    return questions, issues


def _read_row(
    record: Record, questions: list[ReadRow], issues: list[RowIssue], with_result: list[int]
) -> None:
    try:
        row = parse_row(record.fields)
    except RowRefused as refused:
        issues.append(refused.at(record.line, record.raw))
        return
    questions.append(ReadRow(record.line, row.question, record.raw))
    issues += [replace(issue, line=record.line) for issue in row.warnings]
    if row.had_result:
        with_result.append(record.line)


def _refuse_unreadable_file(
    questions: list[ReadRow], issues: list[RowIssue], file_name: str
) -> None:
    """A file without a single row that ends says one thing, not a list of one or of none."""
    refused = [issue for issue in issues if issue.severity is IssueSeverity.REFUSED]
    if not questions and not refused:
        raise InputError(
            "The file holds no questions. Write one row per question, or choose another file.",
            file=file_name,
        )
    if not questions and len(refused) == 1 and refused[0].code in (CUT_OFF, NOT_JSON):
        only = refused[0]
        raise InputError(only.message, file=file_name, line=only.line, **only.params)

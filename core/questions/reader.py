"""Read question files: from bytes to questions, and a reason for every row refused."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.errors import InputError
from core.locale import N_n, plural_form
from core.questions.columns import NO_MAPPING, ColumnMapping, FirstOption
from core.questions.issues import IssueSeverity, RowIssue, RowRefused, line_of, row_warning
from core.questions.item_keys import unique_item_keys
from core.questions.json_scanning import CUT_OFF, NOT_JSON
from core.questions.mapped_rows import single_rows, with_plain_names
from core.questions.options import first_option_of
from core.questions.question import Question
from core.questions.question_files import no_question_column, open_questions
from core.questions.records import FileFormat, Record, Records
from core.questions.row_parser import RESULT_FIELD, parse_row
from core.text.size_limits import limit_rows


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A question and the line its row begins on, with the row's text word for word."""

    line: int
    question: Question
    raw: str


@dataclass(frozen=True, slots=True)
class ReadQuestions:
    """The content of a file: every row is in `questions` or else a refused issue.

    `content_hash` is the sha256 of the decoded text: the same file is recognised when it comes
    again, and a file that is read again with a corrected encoding or other columns is a new one.
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
        """Return it with more issues, those of the whole file first, then by line."""
        return replace(self, issues=tuple(sorted((*self.issues, *issues), key=line_of)))


def read_questions(
    data: bytes,
    *,
    file_name: str,
    encoding: str | None = None,
    mapping: ColumnMapping = NO_MAPPING,
    sheet: str | None = None,
) -> ReadQuestions:
    """Read JSONL, JSON, CSV, TSV, XLSX or Parquet, told apart by content first and by name second.

    `mapping` names columns that are not recognised, `sheet` the sheet of a workbook. Raises
    InputError when the file is empty, damaged or binary, has no known format or no such column,
    holds no questions, or was cut off before its first row ended. A file whose rows are all refused
    is read, so that they can be shown.
    """
    file = open_questions(
        data, file_name=file_name, encoding=encoding, mapping=mapping, sheet=sheet
    )
    names = set(file.columns)
    records = list(_single_rows(limit_rows(file.records(), file_name), names))
    mapping.require_columns(file.columns or sorted(names), file_name)
    questions, issues = _read_rows(records, mapping)
    if file.columns and not questions and _lacks_question(issues):
        raise no_question_column(file_name)
    _refuse_unreadable_file(questions, issues, file_name)
    issues += [
        RowIssue(notice.message, IssueSeverity.WARNING, "encoding", params=notice.params)
        for notice in file.notices
    ]
    return ReadQuestions(
        questions=tuple(uniquely_named(questions)),
        issues=tuple(sorted(issues, key=line_of)),
        format=file.format,
        encoding=file.encoding,
        content_hash=file.content_hash,
    )


def _single_rows(records: Records, names: set[str]) -> Records:
    """Yield rows of one question each, and add their field names to `names`.

    The line of a question from a row with several is its number among all questions.
    """
    grouped = 0
    for record in records:
        if isinstance(record, RowIssue):
            yield record
            continue
        rows = list(single_rows(record))
        for row in rows:
            grouped += 1
            names.update(row.fields)
            yield row if len(rows) == 1 else replace(row, line=grouped)


def _lacks_question(issues: Iterable[RowIssue]) -> bool:
    refused = [issue for issue in issues if issue.severity is IssueSeverity.REFUSED]
    return bool(refused) and all(
        issue.code == "missing_field" and issue.field == "question" for issue in refused
    )


def uniquely_named(rows: Sequence[ReadRow]) -> Iterator[ReadRow]:
    """Yield the rows, each with a key that is unique in the set."""
    keys = unique_item_keys(row.question for row in rows)
    for row, key in zip(rows, keys, strict=True):
        is_taken = key != row.question.item_key
        yield replace(row, question=replace(row.question, key=key)) if is_taken else row


@dataclass(frozen=True, slots=True)
class _NamedRow:
    """A row with plain names; `first_option` is the number its columns give the first one."""

    record: Record
    first_option: FirstOption | None
    is_mapped: bool


def _read_rows(
    records: Iterable[Record | RowIssue], mapping: ColumnMapping
) -> tuple[list[ReadRow], list[RowIssue]]:
    questions: list[ReadRow] = []
    issues: list[RowIssue] = []
    named: list[_NamedRow] = []
    for record in records:
        if isinstance(record, RowIssue):
            issues.append(record)
        else:
            plain, first = with_plain_names(record, mapping)
            named.append(_NamedRow(plain, first, plain is not record))
    first_option = None if mapping.first_option is not None else _infer_first_option(named)
    with_result: list[int] = []
    for row in named:
        try:
            parsed = parse_row(
                row.record.fields,
                first_option=first_option if row.first_option is None else row.first_option,
                derives_type=not row.is_mapped,
            )
        except RowRefused as refused:
            issues.append(refused.at(row.record.line, row.record.raw))
            continue
        questions.append(ReadRow(row.record.line, parsed.question, row.record.raw))
        issues += [replace(issue, line=row.record.line) for issue in parsed.warnings]
        with_result += [row.record.line] if parsed.had_result else []
    if first_option is not None:
        issues.append(_counting_notice(first_option))
    if with_result:
        message = plural_form(
            N_n(
                "{count} row includes the result of an earlier validation; it was ignored.",
                "{count} rows include the result of an earlier validation; it was ignored.",
            ),
            len(with_result),
        )
        issues.append(
            row_warning(
                message,
                code="result_left_out",
                line=with_result[0],
                field=RESULT_FIELD,
                count=len(with_result),
            )
        )
    return questions, issues


def _infer_first_option(rows: Iterable[_NamedRow]) -> FirstOption | None:
    fields = (row.record.fields for row in rows if row.first_option is None)
    return first_option_of((row.get("choice"), row.get("answer")) for row in fields)


def _counting_notice(first: FirstOption) -> RowIssue:
    return row_warning(
        "Numeric answers were read as counting from {first}, the only reading that fits all of "
        "them.",
        code="answers_counted",
        field="answer",
        first=first,
    )


def _refuse_unreadable_file(
    questions: list[ReadRow], issues: list[RowIssue], file_name: str
) -> None:
    """Raise InputError if a file has no rows, or only one that is cut off or broken."""
    refused = [issue for issue in issues if issue.severity is IssueSeverity.REFUSED]
    if not questions and not refused:
        raise InputError(
            "The file has no questions. Write one row per question, or choose another file.",
            file=file_name,
        )
    if not questions and len(refused) == 1 and refused[0].code in (CUT_OFF, NOT_JSON):
        only = refused[0]
        raise InputError(only.message, file=file_name, line=only.line, **only.params)

"""Uploaded rows of any kind: JSONL or CSV in, values and a reason for every refused row out."""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from core.errors import InputError, Sentence
from core.questions.csv_rows import DELIMITERS, csv_lines
from core.questions.issues import IssueSeverity, RowIssue, RowRefused, line_of
from core.questions.json_rows import jsonl_records
from core.questions.json_scanning import CUT_OFF, NOT_JSON
from core.questions.records import Record, Records
from core.questions.sanitizing import refuse_unstorable
from core.questions.table_rows import unguarded
from core.text.decoding import decode_text
from core.text.size_limits import limit_rows
from core.verification.unread import Unread, unread_of

T = TypeVar("T")

DUPLICATE = "duplicate_id"
"""The code of a second row for one id."""

Names = tuple[str, ...]
"""A column's names, the one that is asked for first."""

NO_ZONE = "no_zone"
"""The code of a row with a time of which nobody says the zone."""


@dataclass(frozen=True, slots=True)
class UploadRow(Generic[T]):
    """A value and the line it begins on."""

    line: int
    value: T


@dataclass(frozen=True, slots=True)
class UploadTable(Generic[T]):
    """Every row of the file is in `rows` or a refused issue, never neither.

    `content_hash` is the sha256 of the decoded text.
    """

    rows: tuple[UploadRow[T], ...]
    issues: tuple[RowIssue, ...]
    content_hash: str

    @property
    def values(self) -> tuple[T, ...]:
        return tuple(row.value for row in self.rows)

    @property
    def unread(self) -> Unread:
        """What the refused rows are about; of a second row for one id the first was read."""
        return unread_of({issue.key for issue in self.refused if issue.code != DUPLICATE})

    @property
    def refused(self) -> tuple[RowIssue, ...]:
        return tuple(issue for issue in self.issues if issue.severity is IssueSeverity.REFUSED)


def read_table(
    data: bytes,
    *,
    file_name: str,
    required: Sequence[Names],
    parse: Callable[[Record], T],
    key: Callable[[T], str] | None = None,
    about: Callable[[Record], str] = lambda _record: "",
    encoding: str | None = None,
) -> UploadTable[T]:
    """Reads JSONL, one object a line, or CSV with a header that has each `required` column under
    one of its names.

    `parse` makes a value of a row or raises RowRefused. A row whose `key` stood before is refused.
    `about` names what a refused row is about, empty where it does not say.
    Raises InputError when the file is empty, binary, of no known format or cut off in its first
    row.
    """
    decoded = decode_text(data, file_name=file_name, encoding=encoding)
    rows: list[UploadRow[T]] = []
    issues = [
        RowIssue(notice.message, IssueSeverity.WARNING, "encoding", params=notice.params)
        for notice in decoded.warnings
    ]
    seen: dict[str, int] = {}
    for record in limit_rows(_records(decoded.text, file_name, required), file_name):
        if isinstance(record, RowIssue):
            issues.append(record)
            continue
        try:
            refuse_unstorable(record.fields)
            value = parse(record)
            if key is not None:
                _require_new(key(value), record.line, seen)
        except RowRefused as refused:
            issues.append(refused.at(record.line, record.raw, about(record)))
        else:
            rows.append(UploadRow(record.line, value))
    _require_rows(rows, issues, file_name)
    content_hash = hashlib.sha256(decoded.text.encode("utf-8", "surrogatepass")).hexdigest()
    return UploadTable(tuple(rows), tuple(sorted(issues, key=line_of)), content_hash)


def _require_new(name: str, line: int, seen: dict[str, int]) -> None:
    if name in seen:
        raise RowRefused(
            "The ID {id} is also on line {first}. Keep one of them.",
            code=DUPLICATE,
            field="id",
            id=name,
            first=seen[name],
        )
    seen[name] = line


def _require_rows(rows: list[UploadRow[T]], issues: list[RowIssue], file_name: str) -> None:
    refused = [issue for issue in issues if issue.severity is IssueSeverity.REFUSED]
    if not rows and not refused:
        raise InputError(
            "The file has no rows. Write one candidate or record per row, or choose another file.",
            file=file_name,
        )
    if not rows and len(refused) == 1 and refused[0].code in (CUT_OFF, NOT_JSON):
        only = refused[0]
        raise InputError(only.message, file=file_name, line=only.line, **only.params)


def _records(text: str, file_name: str, required: Sequence[Names]) -> Records:
    if text.lstrip()[:1] == "{":
        return jsonl_records(text)
    delimiter = _delimiter(text, required)
    if delimiter is None:
        raise InputError(
            "The file is neither JSONL nor CSV with the columns {columns}. Put these names in "
            "its first line.",
            file=file_name,
            line=1,
            columns=", ".join(names[0] for names in required),
        )
    return _csv_records(text, delimiter, file_name)


def _delimiter(text: str, required: Sequence[Names]) -> str | None:
    first = text.lstrip("\r\n").split("\n", 1)[0]
    for delimiter in DELIMITERS:
        header = next(csv_lines(first, delimiter), None)
        if header is None or isinstance(header, RowIssue):
            continue
        columns = {_column(cell) for cell in header[2]}
        if all(columns & set(map(_column, names)) for names in required):
            return delimiter
    return None


def _csv_records(text: str, delimiter: str, file_name: str) -> Iterator[Record | RowIssue]:
    rows = csv_lines(text, delimiter)
    header = next(rows)
    assert not isinstance(header, RowIssue)  # the delimiter was found by reading it
    columns = [_column(cell) for cell in header[2]]
    for column, times in Counter(columns).items():
        if times > 1:
            raise InputError(
                "Two columns are named {name}. Rename or remove one.",
                file=file_name,
                line=1,
                name=column,
            )
    for row in rows:
        if isinstance(row, RowIssue):
            yield row
            continue
        line, raw, cells = row
        if len(cells) != len(columns):
            yield RowRefused(
                "The row has {count} cells, but the header has {expected}. Quote cells that "
                "contain the delimiter, and fill in missing cells.",
                code="cell_count",
                count=len(cells),
                expected=len(columns),
            ).at(line, raw)
            continue
        pairs = zip(columns, cells, strict=True)
        yield Record(line, raw, {name: unguarded(cell) for name, cell in pairs if cell.strip()})


def _column(cell: str) -> str:
    return unicodedata.normalize("NFKC", cell).strip().casefold()


_LISTED = re.compile("[|;；、]")


def listed(value: Any) -> Any:
    """A CSV cell that holds several values: view|cart, 1;2 or a、b. Other values are left alone."""
    if not isinstance(value, str) or value.lstrip().startswith("["):
        return value
    return [part.strip() for part in _LISTED.split(value) if part.strip()]


Shape = TypeVar("Shape", bound=BaseModel)


def parse_rows(shape: type[Shape], record: Record, zone: tzinfo | None = None) -> Shape:
    """Raises RowRefused with the first fault of the row. `zone`: of times that name none."""
    try:
        return shape.model_validate(record.fields, context=zone)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
    field = ".".join(map(str, fault["loc"]))
    said = _said(fault)
    raise RowRefused(said.message, code=str(fault["type"]), field=field, **said.params)


_OF_A_FAULT = {
    "missing": Sentence("The field is missing. Add it to every row."),
    "extra_forbidden": Sentence("Unknown field. Correct its name or remove it."),
    "string_type": Sentence("Put the text in quotation marks."),
    "string_too_short": Sentence("The value is empty. Enter text."),
    "string_too_long": Sentence("The text is too long. Shorten it."),
    "bool_type": Sentence("Write true or false, yes or no, 1 or 0."),
    "bool_parsing": Sentence("Write true or false, yes or no, 1 or 0."),
    "int_type": Sentence("Use a whole number."),
    "int_parsing": Sentence("Use a whole number."),
    "greater_than_equal": Sentence("Use a number of at least {ge}."),
    "less_than_equal": Sentence("Use a number of at most {le}."),
    "year_far": Sentence("Use a time from the year {first} to {last}."),
    "tuple_type": Sentence('Use a list, such as ["a", "b"].'),
    "model_type": Sentence("Use an object with fields."),
    "dict_type": Sentence("Use an object with fields."),
}
_UNFIT = Sentence("Invalid value.")
_NO_ZONE = Sentence(
    "The time names no zone. Say which zone the file's times are in, or write it, such as "
    "2025-11-14T20:30:00+08:00."
)
_NO_TIME = Sentence("Include the time zone, such as 2025-11-14T20:30:00Z.")
_NO_PRICE = Sentence("Use a price such as 1999.00.")


def _said(fault: ErrorDetails) -> Sentence:
    kind = str(fault["type"])
    if kind == NO_ZONE:
        return _NO_ZONE
    if kind.startswith(("datetime", "timezone")):
        return _NO_TIME
    if kind.startswith("decimal") or kind == "finite_number":
        return _NO_PRICE
    context = {name: str(value) for name, value in fault.get("ctx", {}).items()}
    return Sentence(_OF_A_FAULT.get(kind, _UNFIT).message, context)

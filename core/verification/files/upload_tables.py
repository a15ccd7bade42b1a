"""Read uploaded rows of any kind: values, and a reason for every refused row."""

import functools
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz.distance import OSA

from core.errors import InputError, Sentence
from core.questions import IssueSeverity, RowIssue, RowRefused
from core.questions.issues import line_of, row_warning
from core.questions.json_scanning import CUT_OFF, NOT_JSON
from core.questions.records import Record
from core.questions.sanitizing import escape_unstorable, refuse_unstorable
from core.text.size_limits import limit_rows
from core.verification.files.upload_records import Names, upload_records
from core.verification.unread import Unread, unread_of

T = TypeVar("T")

DUPLICATE = "duplicate_id"
"""Code of a second row with the same id."""

NO_ZONE = "no_zone"
"""Code of a row with a time whose zone is not known."""


@dataclass(frozen=True, slots=True)
class UploadRow(Generic[T]):
    """A value and the line it begins on."""

    line: int
    value: T


@dataclass(frozen=True, slots=True)
class UploadTable(Generic[T]):
    """Every row of the file is in `rows`, or has a refused issue in `issues`.

    `content_hash` is the sha256 of the decoded text, or of a workbook's bytes.
    """

    rows: tuple[UploadRow[T], ...]
    issues: tuple[RowIssue, ...]
    content_hash: str

    @property
    def values(self) -> tuple[T, ...]:
        return tuple(row.value for row in self.rows)

    @property
    def unread(self) -> Unread:
        """What the refused rows are about; of a second row for an id, the first was read."""
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
    known: "KnownColumns | None" = None,
    encoding: str | None = None,
) -> UploadTable[T]:
    """Read JSONL, JSON, or a table (CSV, XLSX) with a header that has each `required` column.

    A column may have any of its names. `parse` makes a value of a row or raises RowRefused. A row
    whose `key` an earlier row had is refused. `about` names what a refused row is about, empty
    where it does not say. Columns that are not `known` are reported once and left out.
    Raises InputError when the file is empty, binary, of no known format or cut off in its first
    row.
    """
    file = upload_records(data, file_name=file_name, required=required, encoding=encoding)
    rows: list[UploadRow[T]] = []
    issues = list(file.notices)
    seen: dict[str, int] = {}
    unused: dict[str, None] = {}
    for record in limit_rows(file.records, file_name):
        if isinstance(record, RowIssue):
            issues.append(record)
            continue
        try:
            refuse_unstorable(record.fields)
            used = known.of(record, unused) if known else record
            value = parse(used)
            if key is not None:
                _require_new(key(value), record.line, seen)
        except RowRefused as refused:
            issues.append(refused.at(record.line, record.raw, about(record)))
        else:
            rows.append(UploadRow(record.line, value))
    _require_rows(rows, issues, file_name)
    issues += _about_unused(unused)
    return UploadTable(tuple(rows), tuple(sorted(issues, key=line_of)), file.content_hash)


@dataclass(frozen=True, slots=True)
class KnownColumns:
    """Column names of a kind of row.

    A column whose name is nearly one of `guarded` is kept, so that its row is refused: a misspelt
    claim must not go unread.
    """

    names: frozenset[str]
    guarded: frozenset[str] = frozenset()

    def of(self, record: Record, unused: dict[str, None]) -> Record:
        """The record without unused columns, whose names are added to `unused`."""
        left_out = [name for name in record.fields if not self._is_used(name)]
        if not left_out:
            return record
        unused.update(dict.fromkeys(left_out))
        used = {name: value for name, value in record.fields.items() if name not in left_out}
        return replace(record, fields=used)

    def _is_used(self, name: str) -> bool:
        return name in self.names or _is_misspelt(name, self.guarded)


_LONG_ENOUGH, _SLIPS = 5, 2
"""Characters that a name needs, and characters of it that may differ, to count as misspelt."""


@functools.lru_cache(maxsize=1024)
def _is_misspelt(name: str, names: frozenset[str]) -> bool:
    plain = _bare(name)
    return len(plain) >= _LONG_ENOUGH and any(
        OSA.distance(plain, _bare(known_name), score_cutoff=_SLIPS) <= _SLIPS
        for known_name in names
    )


def _bare(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


_MOST_NAMED = 10


def _about_unused(names: Collection[str]) -> Iterable[RowIssue]:
    """Yield the warning that names the unused columns, if there are any."""
    if names:
        displayed = [escape_unstorable(name)[:100] for name in names][:_MOST_NAMED]
        more = ["..."] if len(names) > _MOST_NAMED else []
        yield row_warning(
            "Columns that are not used were ignored: {names}.",
            code="columns_ignored",
            names=", ".join((*displayed, *more)),
        )


def _require_new(name: str, line: int, seen: dict[str, int]) -> None:
    """Raises RowRefused for a name that an earlier row has; otherwise notes its line in `seen`."""
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
    """Raises InputError when the file has no rows, or only one that is cut off or no JSON."""
    refused = [issue for issue in issues if issue.severity is IssueSeverity.REFUSED]
    if not rows and not refused:
        raise InputError(
            "The file has no rows. Write one candidate or record per row, or choose another file.",
            file=file_name,
        )
    if not rows and len(refused) == 1 and refused[0].code in (CUT_OFF, NOT_JSON):
        only = refused[0]
        raise InputError(only.message, file=file_name, line=only.line, **only.params)


_LISTED = re.compile("[|;；、]")


def split_list_cell(value: Any) -> Any:
    """Split a CSV cell of several values: view|cart, 1;2 or a、b. Other values stay as they are."""
    if not isinstance(value, str) or value.lstrip().startswith("["):
        return value
    return [part.strip() for part in _LISTED.split(value) if part.strip()]


Shape = TypeVar("Shape", bound=BaseModel)


def parse_rows(shape: type[Shape], record: Record, zone: tzinfo | None = None) -> Shape:
    """Validate a row. Raises RowRefused with its first fault. `zone`: of times that name none."""
    try:
        return shape.model_validate(record.fields, context=zone)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
    field = ".".join(map(str, fault["loc"]))
    message = _fault_message(fault)
    raise RowRefused(message.message, code=str(fault["type"]), field=field, **message.params)


_FAULT_MESSAGES = {
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
    "locale_form": Sentence("Write the locale as language and country, such as zh-CN."),
    "tuple_type": Sentence('Use a list, such as ["a", "b"].'),
    "model_type": Sentence("Use an object with fields."),
    "dict_type": Sentence("Use an object with fields."),
}
_UNFIT = Sentence("Invalid value.")
_NO_ZONE = Sentence(
    "The time names no zone. Say which zone the file's times are in, or write it, such as "
    "2025-11-14T20:30:00+08:00."
)
_NO_TIME = Sentence("Write a date and time with its zone, such as 2025-11-14T20:30:00+08:00.")
_NO_PRICE = Sentence("Use a price such as 1999.00.")


def _fault_message(fault: ErrorDetails) -> Sentence:
    """What to tell the uploader about a fault that Pydantic found."""
    kind = str(fault["type"])
    if kind == NO_ZONE:
        return _NO_ZONE
    if kind.startswith(("datetime", "timezone")):
        return _NO_TIME
    if kind.startswith("decimal") or kind == "finite_number":
        return _NO_PRICE
    context = {name: str(value) for name, value in fault.get("ctx", {}).items()}
    return Sentence(_FAULT_MESSAGES.get(kind, _UNFIT).message, context)

"""Open a file of questions: its format, its columns, and its rows before they are parsed."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import PurePath

from core.errors import InputError
from core.questions.columns import (
    NO_MAPPING,
    STANDARD,
    ColumnField,
    ColumnMapping,
    complete,
    folded,
    option_letter,
)
from core.questions.csv_rows import (
    SUFFIXES,
    csv_header,
    csv_records,
    delimiter_of,
    without_separator_line,
)
from core.questions.json_rows import (
    LIST_KEYS,
    OUTERMOST_LIST_KEYS,
    holds_a_list,
    is_keyed,
    is_row,
    json_records,
    jsonl_records,
)
from core.questions.mapped_rows import is_group, single_rows
from core.questions.parquet_rows import SIGNATURE as PARQUET
from core.questions.parquet_rows import parquet_columns, parquet_records
from core.questions.records import FileFormat, Record, Records
from core.questions.sheet_rows import is_workbook, open_sheet, sheet_records
from core.text import DecodingNotice, decode_text
from core.text.decoding import binary_kind

QUESTION_SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".xlsx", ".parquet")

_SAMPLED = 1_000
_SHOWN = 200
"""Characters of a column's first value that are kept."""


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """An opened file. `columns` are as it names them, empty for JSON, whose rows name their own.

    `content_hash` is of the text, or of the bytes of a binary file, with the sheet and the mapping
    if they were chosen: the same file read in another way is another set. `records` may be called
    once.
    """

    format: FileFormat
    encoding: str
    content_hash: str
    columns: tuple[str, ...]
    records: Callable[[], Records]
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    notices: tuple[DecodingNotice, ...] = ()


def open_questions(
    data: bytes,
    *,
    file_name: str,
    encoding: str | None = None,
    mapping: ColumnMapping = NO_MAPPING,
    sheet: str | None = None,
) -> QuestionFile:
    """Open a file. Raises InputError if it is empty, damaged, or of no known format."""
    if data.startswith(PARQUET):
        return QuestionFile(
            FileFormat.PARQUET,
            "parquet",
            _hash(data, mapping),
            parquet_columns(data, file_name),
            partial(parquet_records, data, file_name=file_name),
        )
    if is_workbook(data, file_name):
        return _workbook(data, file_name, mapping, sheet)
    _refuse_binary(data, file_name)
    decoded = decode_text(data, file_name=file_name, encoding=encoding)
    mapped = mapping.names()
    text, named = without_separator_line(decoded.text)
    file_format = FileFormat.CSV if named else detect_format(text, file_name, mapped)
    columns: tuple[str, ...] = ()
    match file_format:
        case FileFormat.JSONL:
            records = partial(jsonl_records, text)
        case FileFormat.JSON:
            records = partial(json_records, text)
        case _:
            delimiter = named or delimiter_of(text, file_name, mapped) or ","
            columns = _named_columns(csv_header(text, delimiter))
            records = partial(csv_records, text, delimiter, file_name=file_name, mapped=mapped)
    return QuestionFile(
        file_format,
        decoded.encoding,
        _hash(decoded.text.encode(), mapping),
        columns,
        records,
        notices=decoded.warnings,
    )


def _workbook(
    data: bytes, file_name: str, mapping: ColumnMapping, name: str | None
) -> QuestionFile:
    mapped = mapping.names()
    sheet = open_sheet(data, file_name, name, mapped)
    return QuestionFile(
        FileFormat.XLSX,
        "xlsx",
        _hash(data, mapping, sheet.name if name else None),
        _named_columns(sheet.header),
        partial(sheet_records, sheet, file_name=file_name, mapped=mapped),
        sheet.names,
        sheet.name,
    )


def _hash(content: bytes, mapping: ColumnMapping, sheet: str | None = None) -> str:
    digest = hashlib.sha256(content)
    if mapping != NO_MAPPING:
        digest.update(b"\0" + mapping.to_json().encode("utf-8", "surrogatepass"))
    if sheet is not None:
        digest.update(b"\1" + sheet.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _named_columns(header: Iterable[str]) -> tuple[str, ...]:
    """Name the columns of a header; one without a name by its number, as its cells are."""
    return tuple(name if name.strip() else f"column {at}" for at, name in enumerate(header, 1))


def _refuse_binary(data: bytes, file_name: str) -> None:
    if kind := binary_kind(data):
        raise InputError(
            "{name} is a {kind}. Use JSONL, JSON, CSV, TSV, XLSX or Parquet for questions.",
            name=file_name,
            kind=kind,
        )


def detect_format(text: str, file_name: str, mapped: Collection[str] = ()) -> FileFormat:
    """Detect the format by content, then by name. Raises InputError if neither shows it."""
    first = text.lstrip()[:1]
    suffix = PurePath(file_name).suffix.lower()
    if first == "[":
        return FileFormat.JSON
    if first == "{":
        return FileFormat.JSONL if is_jsonl(text, suffix) else FileFormat.JSON
    if delimiter_of(text, file_name, mapped):
        return FileFormat.CSV
    if suffix in (".jsonl", ".ndjson"):
        return FileFormat.JSONL
    if suffix in SUFFIXES:
        raise no_question_column(file_name)
    raise InputError(
        "This is not a question file. Use JSONL, a JSON list, XLSX, Parquet, or CSV with a "
        "column named question.",
        file=file_name,
    )


def no_question_column(file_name: str, line: int = 1) -> InputError:
    return InputError(
        "No column is named question. Name the columns question, answer, and choice or a, b, c, "
        "d in the first line, or map the columns.",
        file=file_name,
        line=line,
    )


def is_jsonl(
    text: str,
    suffix: str,
    names: Collection[str] = ("question",),
    lists: Collection[str] = OUTERMOST_LIST_KEYS,
) -> bool:
    """Whether a text that begins with an object has one per line. `names` and `lists`: see
    `json_records`.
    """
    lines = (line for line in text.split("\n") if line.strip())
    first, second = _object_on(next(lines, "")), next(lines, None)
    if first is not None:
        if is_keyed(first) or any(is_keyed(first.get(key)) for key in LIST_KEYS):
            return False
        keys = LIST_KEYS if is_row(first, names) else (*LIST_KEYS, *lists)
        listed = holds_a_list(first) or any(isinstance(first.get(key), list) for key in keys)
        return second is not None or not listed or is_group(first)
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


@dataclass(frozen=True, slots=True)
class FileColumns:
    """The columns of a file, each with its first value, and the sheets of a workbook."""

    format: FileFormat
    encoding: str
    columns: Mapping[str, str]
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    is_standard: bool = False

    @property
    def recognised(self) -> ColumnMapping:
        """The mapping that is used if none is chosen. In a standard file question, answer, context,
        ID and type are recognised by their own names only.
        """
        mapping = complete(NO_MAPPING, list(self.columns))
        if not self.is_standard:
            return mapping
        columns = {
            field: tuple(name for name in names if field in _ALWAYS or folded(name) == field)
            for field, names in mapping.columns
        }
        return ColumnMapping.from_columns(columns)


_ALWAYS = frozenset(
    {ColumnField.OPTIONS, ColumnField.POSITION, ColumnField.EVIDENCE, ColumnField.CHAPTER}
)


def file_columns(
    data: bytes, *, file_name: str, encoding: str | None = None, sheet: str | None = None
) -> FileColumns:
    """Return the columns of a file and their first values, even if it has no questions.

    Only the first rows are looked at. Raises InputError as `open_questions` does.
    """
    file = open_questions(data, file_name=file_name, encoding=encoding, sheet=sheet)
    columns = dict.fromkeys(file.columns, "")
    standard = True
    for record in islice(file.records(), _SAMPLED):
        for row in single_rows(record) if isinstance(record, Record) else ():
            standard = standard and row.fields.keys() >= STANDARD
            for name in columns if file.columns else row.fields:
                value = _value(row.fields, name)
                if not columns.get(name):
                    columns[name] = value
    return FileColumns(file.format, file.encoding, columns, file.sheets, file.sheet, standard)


def _value(fields: Mapping[str, object], name: str) -> str:
    """Return the value of a column as text, by the column's name or its plain one."""
    value = fields.get(name, fields.get(folded(name)))
    letter = option_letter(name)
    options = fields.get("choice")
    if value is None and letter and isinstance(options, Mapping):
        value = options.get(letter)
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:_SHOWN]

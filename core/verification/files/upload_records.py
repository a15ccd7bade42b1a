"""Read rows from an uploaded file; its content tells the format: JSONL, JSON, CSV or XLSX."""

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from core.errors import InputError, Sentence
from core.questions import IssueSeverity, RowIssue, RowRefused
from core.questions.csv_rows import DELIMITERS, csv_lines, without_separator_line
from core.questions.json_rows import OUTERMOST_LIST_KEYS, json_records, jsonl_records
from core.questions.question_files import is_jsonl
from core.questions.records import Record, Records
from core.questions.sheet_rows import is_workbook, refuse_formulas, sheets
from core.questions.table_rows import cell_count_message, unguard_formula
from core.text import decode_text
from core.text.archives import damaged

Names = tuple[str, ...]
"""Names of a column, the preferred one first."""


@dataclass(frozen=True, slots=True)
class UploadRecords:
    """Rows of a file, read lazily, and `notices` about the file as a whole.

    `content_hash` is that of the text, or of a workbook's bytes.
    """

    records: Records
    content_hash: str
    notices: tuple[RowIssue, ...] = ()


def upload_records(
    data: bytes, *, file_name: str, required: Sequence[Names], encoding: str | None = None
) -> UploadRecords:
    """Read the rows of a file; a table needs a header with each `required` column.

    Raises InputError when the file is empty, binary, damaged or of no known format.
    """
    if is_workbook(data, file_name):
        records = _sheet_records(data, file_name, required)
        return UploadRecords(records, hashlib.sha256(data).hexdigest())
    decoded = decode_text(data, file_name=file_name, encoding=encoding)
    notices = tuple(
        RowIssue(notice.message, IssueSeverity.WARNING, "encoding", params=notice.params)
        for notice in decoded.warnings
    )
    content_hash = hashlib.sha256(decoded.text.encode("utf-8", "surrogatepass")).hexdigest()
    return UploadRecords(_text_records(decoded.text, file_name, required), content_hash, notices)


def _text_records(text: str, file_name: str, required: Sequence[Names]) -> Records:
    """The rows of a text: JSONL, JSON, or a table with the required columns."""
    first = text.lstrip()[:1]
    names = [name for names in required for name in names]
    if first == "{" and is_jsonl(text, PurePath(file_name).suffix.lower(), names, _LISTS):
        return jsonl_records(text)
    if first in ("{", "["):
        return map(_about_rows, json_records(text, names, _LISTS))
    text, delimiter = without_separator_line(text)
    delimiter = delimiter or _delimiter(text, required)
    if delimiter is None or not _has_columns(_header(text, delimiter), required):
        if PurePath(file_name).suffix.lower() == ".xlsx":
            raise damaged(file_name)
        raise _unknown_format(file_name, required)
    return _csv_records(text, delimiter, file_name)


_LISTS = (*OUTERMOST_LIST_KEYS, "candidates", "catalogue", "catalog", "products", "events", "texts")
_OUTSIDE_THE_LIST = Sentence("{names} outside the list of rows was ignored.")


def _about_rows(record: Record | RowIssue) -> Record | RowIssue:
    """The JSON reader's notice, which speaks of questions, reworded for rows of any kind."""
    if isinstance(record, RowIssue) and record.code == "beside_list":
        return replace(record, message=_OUTSIDE_THE_LIST.message)
    return record


def _unknown_format(file_name: str, required: Sequence[Names]) -> InputError:
    return InputError(
        "The file is neither JSON nor a table (CSV, XLSX) with the columns {columns}. Put these "
        "names in its first line.",
        file=file_name,
        line=1,
        columns=", ".join(names[0] for names in required),
    )


def _delimiter(text: str, required: Sequence[Names]) -> str | None:
    first = text.lstrip("\r\n").split("\n", 1)[0]
    fitting = (mark for mark in DELIMITERS if _has_columns(_header(first, mark), required))
    return next(fitting, None)


def _header(text: str, delimiter: str) -> list[str]:
    row = next(csv_lines(text, delimiter), None)
    return [] if row is None or isinstance(row, RowIssue) else row[2]


def _has_columns(header: Sequence[str], required: Sequence[Names]) -> bool:
    columns = {_column(cell) for cell in header}
    return all(columns & set(map(_column, names)) for names in required)


def _csv_records(text: str, delimiter: str, file_name: str) -> Iterator[Record | RowIssue]:
    rows = csv_lines(text, delimiter)
    header = next(rows)
    assert not isinstance(header, RowIssue)  # the delimiter was found by reading it
    columns = _columns(header[2], file_name, header[0])
    for row in rows:
        yield row if isinstance(row, RowIssue) else _table_record(columns, *row)


_HEADER_ROWS = 20
"""First rows of a sheet in which its header is looked for."""


def _sheet_records(
    data: bytes, file_name: str, required: Sequence[Names]
) -> Iterator[Record | RowIssue]:
    """The rows of the first sheet that has the columns; lines are its row numbers."""
    for rows in sheets(data, file_name).values():
        for _, (line, header) in zip(range(_HEADER_ROWS), rows, strict=False):
            if _has_columns(header, required):
                return _rows_below(_columns(header, file_name, line), rows)
    raise _unknown_format(file_name, required)


def _rows_below(
    columns: Sequence[str], rows: Iterator[tuple[int, list[str]]]
) -> Iterator[Record | RowIssue]:
    """Yield the rows below the header as records; a row with a formula is refused."""
    for line, cells in rows:
        padded = cells + [""] * (len(columns) - len(cells))
        filled = [(name, cell) for name, cell in zip(columns, padded, strict=False) if cell]
        raw = json.dumps(dict(filled), ensure_ascii=False)
        try:
            refuse_formulas(columns, padded)
            yield _table_record(columns, line, raw, padded)
        except RowRefused as refused:
            yield refused.at(line, raw)


def _columns(header: Sequence[str], file_name: str, line: int) -> list[str]:
    """Names of the columns; one without a name is called by its number.

    Raises InputError for a name that is there twice.
    """
    columns = [_column(cell) or f"column {at}" for at, cell in enumerate(header, 1)]
    for column, times in Counter(columns).items():
        if times > 1:
            raise InputError(
                "Two columns are named {name}. Rename or remove one.",
                file=file_name,
                line=line,
                name=column,
            )
    return columns


def _table_record(
    columns: Sequence[str], line: int, raw: str, cells: Sequence[str]
) -> Record | RowIssue:
    """The row without its empty cells, or the reason why it is refused."""
    if len(cells) != len(columns):
        return RowRefused(
            cell_count_message(len(cells)),
            code="cell_count",
            count=len(cells),
            expected=len(columns),
        ).at(line, raw)
    pairs = zip(columns, cells, strict=True)
    return Record(line, raw, {name: unguard_formula(cell) for name, cell in pairs if cell.strip()})


def _column(cell: str) -> str:
    return unicodedata.normalize("NFKC", cell).strip().casefold()

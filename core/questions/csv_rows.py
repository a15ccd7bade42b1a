"""Read rows from CSV and TSV, as people and spreadsheets write them."""

import csv
import io
import re
from collections.abc import Collection, Iterator
from pathlib import PurePath

from core.locale import N_n, plural_form
from core.questions.columns import folded, looks_like_questions
from core.questions.issues import RowIssue, RowRefused, row_warning
from core.questions.records import Record, Records
from core.questions.table_rows import (
    guard_count,
    headerless_columns,
    named_columns,
    table_fields,
)

csv.field_size_limit(2**31 - 1)  # a cell may hold a whole context; the default stops at 128 KB

DELIMITERS = (",", ";", "\t")
SUFFIXES = (".csv", ".tsv")


_LINE_END = re.compile(r"[\r\n]")
_SEPARATOR_LINE = re.compile(r"[\r\n]*+\"?sep=(?P<mark>[^\r\n])\"?[ \t]*(?=\r?\n)", re.IGNORECASE)


def without_separator_line(text: str) -> tuple[str, str | None]:
    """Blank Excel's first line `sep=;` and return the text and that delimiter, None without one."""
    match = _SEPARATOR_LINE.match(text)
    return (text[match.end() :], match["mark"]) if match else (text, None)


def delimiter_of(text: str, file_name: str = "", mapped: Collection[str] = ()) -> str | None:
    """Return the delimiter of a table of questions by its first line; None for any other text.

    A header names a question column, or what looks like one, or the `mapped` columns. A file that
    is named as a table is one whatever its columns are.
    """
    first = _LINE_END.split(text.lstrip("\r\n"), maxsplit=1)[0]
    rows = {mark: next(csv.reader([first], delimiter=mark), []) for mark in DELIMITERS}
    tables = {mark: cells for mark, cells in rows.items() if len(cells) > 1}
    for mark, cells in tables.items():
        if "question" in {folded(cell) for cell in cells}:
            return mark
    for mark, cells in tables.items():
        if (mapped and set(mapped) <= set(cells)) or looks_like_questions(cells):
            return mark
    if PurePath(file_name).suffix.lower() in SUFFIXES and tables:
        return max(tables, key=lambda mark: len(tables[mark]))
    return None


def csv_header(text: str, delimiter: str) -> list[str]:
    """Return the cells of the first row that is not blank."""
    rows = csv_lines(text, delimiter)
    return next((row[2] for row in rows if not isinstance(row, RowIssue)), [])


def csv_records(
    text: str, delimiter: str, *, file_name: str, mapped: Collection[str] = ()
) -> Records:
    """Yield the rows under a header, or all rows if the first is a question (MMLU).

    Raises InputError when two columns share a name.
    """
    rows = csv_lines(text, delimiter)
    header = next((row for row in rows if not isinstance(row, RowIssue)), None)
    if header is None:
        return
    columns = None if mapped else headerless_columns(header[2])
    if columns:
        rows = csv_lines(text, delimiter)
    else:
        columns = named_columns(header[2], file_name, mapped=mapped)
    guards: list[int] = []
    for row in rows:
        if isinstance(row, RowIssue):
            yield row
            continue
        line, raw, cells = row
        try:
            yield Record(line, raw, table_fields(columns, cells))
        except RowRefused as refused:
            yield refused.at(line, raw)
        guards += [line] * guard_count(cells)
    if guards:
        message = plural_form(
            N_n(
                "{count} cell begins with an apostrophe that protects against formulas; it was "
                "removed.",
                "{count} cells begin with an apostrophe that protects against formulas; it was "
                "removed.",
            ),
            len(guards),
        )
        yield row_warning(
            message,
            code="apostrophe_left_out",
            line=guards[0],
            count=len(guards),
        )


def csv_lines(text: str, delimiter: str) -> Iterator[tuple[int, str, list[str]] | RowIssue]:
    """Yield (line, verbatim text, cells) of every row that is not blank, the header first."""
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        begin = reader.line_num
        try:
            cells = next(reader, None)
        except csv.Error:
            yield RowRefused(
                "The quotes of this row do not close. Close them, and double every quote inside "
                "a cell.",
                code="csv_quotes",
            ).at(begin + 1, "".join(lines[begin : reader.line_num]).rstrip("\r\n"))
            continue
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            raw = "".join(lines[begin : reader.line_num]).rstrip("\r\n")
            yield begin + 1, raw, cells

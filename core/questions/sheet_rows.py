"""Read rows from an Excel workbook (.xlsx)."""

import io
import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import chain, islice

from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from core.errors import InputError
from core.questions.columns import looks_like_questions
from core.questions.issues import RowRefused
from core.questions.records import Record, Records
from core.questions.table_rows import headerless_columns, named_columns, table_fields
from core.text.archives import SIGNATURE, BoundedArchive, damaged

MOST_COLUMNS = 1_000
MOST_SHEET_ROWS = 1_048_576
"""Rows that a workbook can hold; a higher row number is invalid."""
_SHOWN_FORMULA = 60
_LOOKED_AT = 20
"""Rows in which the header of a sheet is looked for."""

_UNCALCULATED = re.compile(rb"<f[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")
"""A formula without a result, as libraries write it: only a spreadsheet program calculates."""

SheetRow = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of a workbook: its `header`, the `line` that is on, and all rows, to be read once.

    `names` are those of all sheets. A workbook is parsed once, since a large one takes seconds.
    """

    names: tuple[str, ...]
    name: str
    line: int
    header: tuple[str, ...]
    rows: Iterator[SheetRow] = field(repr=False)


def open_sheet(
    data: bytes, file_name: str, name: str | None = None, mapped: Collection[str] = ()
) -> Sheet:
    """Open the named sheet, else the first that has the `mapped` columns or looks like questions,
    else the first that is not empty. Raises InputError for a workbook that cannot be read.
    """
    rows_of = sheets(data, file_name)
    names = tuple(rows_of)
    if name is not None and name not in names:
        raise InputError(
            "Unknown sheet {name}. The sheets are: {sheets}.",
            file=file_name,
            name=name,
            sheets=", ".join(names),
        )
    filled: list[Sheet] = []
    for title in [name] if name else names:
        rows = rows_of[title]
        begin = list(islice(rows, _LOOKED_AT))
        if not begin:
            continue
        line, cells = _header(begin)
        sheet = Sheet(names, title, line, tuple(cells), chain(begin, rows))
        if (mapped and set(mapped) <= set(cells)) or looks_like_questions(cells):
            return sheet
        filled.append(sheet)
    if not filled:
        raise InputError(
            "The file has no questions. Write one row per question, or choose another file.",
            file=file_name,
        )
    return filled[0]


def _header(begin: Sequence[SheetRow]) -> SheetRow:
    """Return the row that names the columns, combined with the one below if cells were merged over
    options: "Options" over A, B, C, D.
    """
    at = next((at for at, row in enumerate(begin) if looks_like_questions(row[1])), 0)
    line, cells = begin[at]
    below_line, below = begin[at + 1] if at + 1 < len(begin) else (line, [])
    width = max(len(cells), len(below))
    upper, lower = (row + [""] * (width - len(row)) for row in (cells, below))
    merged = [not name or not (upper[at + 1 :] or ["x"])[0] for at, name in enumerate(upper)]
    if below_line == line + 1 and any(merged) and merged == [bool(name) for name in lower]:
        return below_line, [name or above for name, above in zip(lower, upper, strict=True)]
    return line, cells


def sheet_records(sheet: Sheet, *, file_name: str, mapped: Collection[str] = ()) -> Records:
    """Yield the rows below a sheet's header, without blank ones; lines are row numbers."""
    columns = None if mapped else headerless_columns(sheet.header)
    first = sheet.line if columns else sheet.line + 1
    columns = columns or named_columns(sheet.header, file_name, line=sheet.line, mapped=mapped)
    for line, cells in sheet.rows:
        if line < first:
            continue
        padded = cells + [""] * (len(columns) - len(cells))
        raw = json.dumps(dict(_filled(columns, padded)), ensure_ascii=False)
        try:
            refuse_formulas(columns, padded)
            yield Record(line, raw, table_fields(columns, padded))
        except RowRefused as refused:
            yield refused.at(line, raw)


class _Formula(str):
    """A formula whose result the workbook does not hold."""

    __slots__ = ()


def refuse_formulas(columns: Sequence[str], cells: Sequence[str]) -> None:
    """Raise RowRefused for a cell that is a formula without its result."""
    for name, cell in zip(columns, cells, strict=False):
        if isinstance(cell, _Formula):
            raise RowRefused(
                "The cell {name} is the formula {formula}, whose result is not in the file. Open "
                "and save the file in a spreadsheet program, or write the value.",
                code="formula",
                field=name,
                name=name,
                formula=str(cell)[:_SHOWN_FORMULA],
            )


def _filled(columns: Sequence[str], cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield (column, cell) of every filled cell; a column beyond the header by its number."""
    for at, cell in enumerate(cells):
        if cell:
            yield columns[at] if at < len(columns) else f"column {at + 1}", cell


def is_workbook(data: bytes, file_name: str) -> bool:
    """Whether a file is a workbook. Raises InputError for a ZIP file that cannot be read."""
    return data.startswith(SIGNATURE) and "xl/workbook.xml" in BoundedArchive(data, file_name).names


def sheets(data: bytes, file_name: str) -> dict[str, Iterator[SheetRow]]:
    """Return the rows of every sheet by title, each to be read once. Raises InputError for a
    workbook that cannot be read.
    """
    book, formulas = _workbooks(data, file_name)
    return {
        sheet.title: _sheet_rows(book, formulas, file_name, sheet.title)
        for sheet in book.worksheets
    }


def _sheet_rows(
    book: Workbook, formulas: Workbook | None, file_name: str, name: str
) -> Iterator[SheetRow]:
    """Yield row number and cells, as a spreadsheet shows them, of every row that is not blank.

    `formulas` is the same book with formulas, if some have no result. Raises InputError for a
    sheet wider or longer than a workbook can be.
    """
    rows = _values(book, name)
    written = _values(formulas, name) if formulas else None
    line = 0
    while True:
        try:
            values = next(rows, None)
            formula_row = next(written, None) if written else None
        except Exception as error:
            raise damaged(file_name) from error
        if values is None:
            return
        line += 1
        if line > MOST_SHEET_ROWS or len(values) > MOST_COLUMNS:
            raise InputError(
                "The sheet {sheet} has more than {columns} columns or {rows} rows. Split it.",
                file=file_name,
                line=line,
                sheet=name,
                columns=MOST_COLUMNS,
                rows=MOST_SHEET_ROWS,
            )
        cells = [_cell_text(value) for value in values]
        for at, formula in enumerate(formula_row or ()):
            if at < len(cells) and values[at] is None and isinstance(formula, str):
                cells[at] = _Formula(formula)
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield line, cells


def _values(book: Workbook, name: str) -> Iterator[tuple[object, ...]]:
    sheet = book[name]
    sheet.reset_dimensions()  # a file may claim fewer rows than it has
    rows: Iterator[tuple[object, ...]] = sheet.iter_rows(values_only=True)
    return rows


def _workbooks(data: bytes, file_name: str) -> tuple[Workbook, Workbook | None]:
    """Return a workbook with its values, and one with its formulas if some have no value."""
    archive = BoundedArchive(data, file_name)
    sheets = (name for name in archive.names if name.startswith("xl/worksheets/sheet"))
    missing = any(_UNCALCULATED.search(archive.read(name)) for name in sheets)
    return _opened(data, file_name), _opened(data, file_name, values=False) if missing else None


def _opened(data: bytes, file_name: str, *, values: bool = True) -> Workbook:
    try:
        return load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)
    except Exception as error:
        raise damaged(file_name) from error


def _cell_text(value: object) -> str:
    """Write a cell as text: whole numbers without a fraction, dates as ISO 8601."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime() | date() | time():
            return value.isoformat()
    return str(value)

"""Rows out of CSV as people and spreadsheets write it."""

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from core.errors import InputError
from core.questions.issues import RowIssue, RowRefused, row_warning
from core.questions.records import Record, Records

csv.field_size_limit(2**31 - 1)  # a cell may hold a whole context; the default stops at 128 KB

DELIMITERS = (",", ";", "\t")

EXECUTED = "=+-@\t\r\n＝＋－＠"
"""First characters that make a spreadsheet run a cell (the wide forms in East Asian settings)."""

_GUARDED = re.compile(f"'+[{re.escape(EXECUTED)}]")
_WHOLE = re.compile(r"([+-]?[0-9]{1,18})(?:\.0*)?")
_TEXT_COLUMNS = frozenset({"question", "question_type", "answer", "context"})
_COLUMNS = _TEXT_COLUMNS | {"choice", "position", "start_pos", "end_pos"}
_OPTION = re.compile(r"(?:(?:choice|option|选项)[ _-]?)?([a-z])")
_OPTIONS = {f"choice_{letter}" for letter in ascii_lowercase}


def guarded(cell: str) -> str:
    """The cell with an apostrophe in front when a spreadsheet would execute it; reversible."""
    return f"'{cell}" if cell.lstrip("'")[:1] in set(EXECUTED) else cell


def unguarded(cell: str) -> str:
    return cell[1:] if _GUARDED.match(cell) else cell


def delimiter_of(text: str) -> str | None:
    """The delimiter of a header that names a question column, None when there is no such header."""
    header = text.lstrip("\r\n").split("\n", 1)[0].rstrip("\r")
    for delimiter in DELIMITERS:
        cells = next(csv.reader([header], delimiter=delimiter), [])
        if len(cells) > 1 and "question" in {_folded(cell) for cell in cells}:
            return delimiter
    return None


def csv_records(text: str, delimiter: str, *, file_name: str) -> Records:
    """Rows under a header; raises InputError when two columns share a name."""
    rows = csv_lines(text, delimiter)
    header = next((row for row in rows if not isinstance(row, RowIssue)), None)
    if header is None:
        return
    columns = _columns(header[2], file_name)
    guards: list[int] = []
    for row in rows:
        if isinstance(row, RowIssue):
            yield row
            continue
        line, raw, cells = row
        try:
            yield Record(line, raw, _fields(columns, cells))
        except RowRefused as refused:
            yield refused.at(line, raw)
        guards += [line for cell in cells if _GUARDED.match(cell)]
    if guards:
        yield row_warning(
            "{count} cells begin with the apostrophe that keeps a spreadsheet from running them; "
            "it was left out.",
            code="apostrophe_left_out",
            line=guards[0],
            count=len(guards),
        )


def csv_lines(text: str, delimiter: str) -> Iterator[tuple[int, str, list[str]] | RowIssue]:
    """Line, text word for word and cells of every row that is not blank, the header first."""
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


def _columns(header: Sequence[str], file_name: str) -> list[str]:
    """Known columns by their plain name, the others verbatim."""
    has_choice = "choice" in {_folded(cell) for cell in header}
    columns: list[str] = []
    for number, cell in enumerate(header, 1):
        folded = _folded(cell)
        if folded in _COLUMNS:
            columns.append(folded)
        elif not has_choice and (option := _OPTION.fullmatch(folded)):
            columns.append(f"choice_{option[1]}")
        else:
            columns.append(unguarded(cell) if cell.strip() else f"column {number}")
    for column, times in Counter(columns).items():
        if times > 1:
            raise InputError(
                "Two columns are named {name}. Rename or remove one.",
                file=file_name,
                line=1,
                name=column,
            )
    return columns


def _folded(cell: str) -> str:
    return unicodedata.normalize("NFKC", cell).strip().casefold()


def _fields(columns: Sequence[str], given: Sequence[str]) -> dict[str, Any]:
    if len(given) != len(columns):
        raise RowRefused(
            "The row has {count} cells, the header {expected}. Quote cells that hold the "
            "delimiter, and fill missing cells.",
            code="cell_count",
            count=len(given),
            expected=len(columns),
        )
    # An empty cell is no value: CSV cannot tell it from an empty text.
    cells = {
        name: unguarded(cell) for name, cell in zip(columns, given, strict=True) if cell.strip()
    }
    fields: dict[str, Any] = {name: cells.pop(name) for name in _TEXT_COLUMNS & cells.keys()}
    if fields.get("answer", "").lstrip().startswith("["):
        fields["answer"] = _json("answer", fields["answer"])
    if "choice" in cells:
        fields["choice"] = _json("choice", cells.pop("choice"))
    elif letters := sorted(_OPTIONS & cells.keys()):
        fields["choice"] = {name.removeprefix("choice_"): cells.pop(name) for name in letters}
    if "position" in cells:
        fields["position"] = _json("position", cells.pop("position"))
    elif position := _position(cells):
        fields["position"] = position
    return fields | cells


def is_own_column(name: str) -> bool:
    """Whether the reader gives a column of this name a meaning of its own."""
    folded = _folded(name)
    return not folded or folded in _COLUMNS or _OPTION.fullmatch(folded) is not None


def _position(cells: dict[str, str]) -> Mapping[str, int | str]:
    """A cell that is no whole number stays text and is refused with the row."""
    given = {name: cells.pop(name).strip() for name in ("start_pos", "end_pos") if name in cells}
    whole = {name: _WHOLE.fullmatch(cell) for name, cell in given.items()}
    return {name: int(found[1]) if (found := whole[name]) else given[name] for name in given}


def _json(name: str, cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        raise RowRefused(
            "The cell {name} is not valid JSON. Write it with double quotes, or use one column "
            "per option (a, b, c).",
            code="cell_not_json",
            field=name,
            name=name,
        ) from None

"""Turn rows of a table, from CSV or a spreadsheet, into fields with plain names."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from core.errors import InputError
from core.locale import N_n, plural_form
from core.questions.columns import folded, is_named_field, looks_like_questions
from core.questions.issues import RowRefused
from core.questions.mapped_rows import options_from

EXECUTED = "=+-@\t\r\n＝＋－＠"
"""First characters that make a spreadsheet run a cell (the wide forms in East Asian settings)."""

GUARDED = re.compile(f"'+[{re.escape(EXECUTED)}]")
_WHOLE = re.compile(r"([+-]?[0-9]{1,18})(?:\.0*)?")
_TEXT_COLUMNS = frozenset({"question", "question_type", "answer", "context"})
_COLUMNS = _TEXT_COLUMNS | {"choice", "position", "start_pos", "end_pos"}
_OPTION = re.compile(r"(?:(?:choice|option|选项)[ _-]?)?([a-z])")
_OPTIONS = {f"choice_{letter}" for letter in ascii_lowercase}
_MOST_HEADERLESS = 2 + len(ascii_lowercase)


def guard_formula(cell: str) -> str:
    """Put an apostrophe before a cell that a spreadsheet executes; `unguard_formula` undoes it."""
    return f"'{cell}" if cell.lstrip("'")[:1] in set(EXECUTED) else cell


def unguard_formula(cell: str) -> str:
    return cell[1:] if GUARDED.match(cell) else cell


def is_own_column(name: str) -> bool:
    """Whether a column of this name has a meaning of its own for the reader."""
    plain = folded(name)
    return not plain or plain in _COLUMNS or _OPTION.fullmatch(plain) is not None


def named_columns(
    header: Sequence[str], file_name: str, *, line: int = 1, mapped: Collection[str] = ()
) -> list[str]:
    """Return known columns by their plain name, the others and the `mapped` ones verbatim.

    Raises InputError when two columns share a name.
    """
    has_choice = "choice" in {folded(cell) for cell in header}
    columns: list[str] = []
    for number, cell in enumerate(header, 1):
        plain = folded(cell)
        if cell in mapped:
            columns.append(cell)
        elif plain in _COLUMNS:
            columns.append(plain)
        elif (
            not has_choice
            and (option := _OPTION.fullmatch(plain))
            and not is_named_field(cell, header)
        ):
            columns.append(f"choice_{option[1]}")
        else:
            columns.append(unguard_formula(cell) if cell.strip() else f"column {number}")
    for column, times in Counter(columns).items():
        if times > 1:
            raise InputError(
                "Two columns are named {name}. Rename or remove one.",
                file=file_name,
                line=line,
                name=header[columns.index(column)],
            )
    return columns


def headerless_columns(cells: Sequence[str]) -> list[str] | None:
    """Return the columns if the first row is a question (MMLU): question, options, letter."""
    last = folded(cells[-1]) if cells else ""
    options = ascii_lowercase[: max(0, len(cells) - 2)]
    if not 4 <= len(cells) <= _MOST_HEADERLESS or len(last) != 1 or last not in options:
        return None
    if "question" in map(folded, cells) or looks_like_questions(cells):
        return None
    return ["question", *(f"choice_{letter}" for letter in options), "answer"]


def cell_count_message(count: int) -> str:
    return plural_form(
        N_n(
            "The row has {count} cell, but the header has {expected}. Quote cells that contain the "
            "delimiter, and fill in missing cells.",
            "The row has {count} cells, but the header has {expected}. Quote cells that contain "
            "the delimiter, and fill in missing cells.",
        ),
        count,
    )


def table_fields(columns: Sequence[str], row_cells: Sequence[str]) -> dict[str, Any]:
    """Return the cells of a row by column; an empty cell is no value. Raises RowRefused."""
    if len(row_cells) != len(columns):
        raise RowRefused(
            cell_count_message(len(row_cells)),
            code="cell_count",
            count=len(row_cells),
            expected=len(columns),
        )
    cells = {
        name: unguard_formula(cell)
        for name, cell in zip(columns, row_cells, strict=True)
        if cell.strip()
    }
    fields: dict[str, Any] = {name: cells.pop(name) for name in _TEXT_COLUMNS & cells.keys()}
    if fields.get("answer", "").lstrip().startswith("["):
        fields["answer"] = _json("answer", fields["answer"])
    if "choice" in cells:
        fields["choice"] = _options(cells.pop("choice"))
    elif letters := sorted(_OPTIONS & cells.keys()):
        fields["choice"] = {name.removeprefix("choice_"): cells.pop(name) for name in letters}
    if "position" in cells:
        fields["position"] = _json("position", cells.pop("position"))
    elif position := _position(cells):
        fields["position"] = position
    return fields | cells


def guard_count(cells: Iterable[str]) -> int:
    return sum(GUARDED.match(cell) is not None for cell in cells)


def _position(cells: dict[str, str]) -> Mapping[str, int | str]:
    """Read the position; a cell that is no whole number stays text, refused with the row."""
    texts = {name: cells.pop(name).strip() for name in ("start_pos", "end_pos") if name in cells}
    matches = {name: _WHOLE.fullmatch(cell) for name, cell in texts.items()}
    return {name: int(match[1]) if (match := matches[name]) else texts[name] for name in texts}


def _options(cell: str) -> Any:
    """Read JSON, or the parts of the cell. Raises RowRefused if it is neither."""
    options = options_from(cell)
    return _json("choice", cell) if isinstance(options, str) else options


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

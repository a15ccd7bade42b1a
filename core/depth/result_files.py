"""The files depth tests' results are kept in: the source's, ours, those of other tools."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from core.depth.result_rows import has_no_score, require_metadata, require_row
from core.depth.results import DatasetMetadata, ResultEntry
from core.depth.score_tables import score_rows
from core.errors import DeskError, InputError
from core.files import system_reason
from core.questions import write_atomically
from core.text.size_limits import limit_rows

Place = tuple[int | None, str]
"""A line of JSON Lines, or a row of a JSON list such as `results[3]`."""


class ResultFile(NamedTuple):
    """A result file: what it was made with, where it says so, and its rows in file order.

    `unscored` counts, by model, rows that cannot be counted: nothing in them tells right from
    wrong, nor why there is no answer.
    """

    metadata: DatasetMetadata | None
    entries: list[ResultEntry]
    unscored: Counter[str]


def read_results(file: Path) -> ResultFile:
    """Reads JSON Lines (ours: metadata first, then a row a line), JSON (the source's object of
    `metadata` and one list of rows, or a bare list) and tables of scores (`score_tables`) in CSV.

    A torn last line of JSON Lines is left out. Raises InputError naming the line or row.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(
            "Cannot read the results ({cause}). Choose a UTF-8 result file.",
            file=str(file),
            cause=system_reason(error),
        ) from error
    return parse_results(data, str(file))


def parse_results(data: bytes, file: str) -> ResultFile:
    """As `read_results`, of a file's content; `file` names it in errors."""
    found = ResultFile(None, [], Counter())
    is_table = file.lower().endswith(".csv")
    rows, with_row = (_table_rows, _with_scored) if is_table else (_rows, _with_row)
    for place, row in limit_rows(rows(_text_of(data, file), file), file):
        try:
            found = with_row(found, row)
        except DeskError as error:
            raise _at(place, error, file) from error
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            refused = InputError(
                "The row is not a depth test result ({cause}). It needs question, question_type, "
                "choice, correct_answer and test_context_length.",
                cause=str(error),
            )
            raise _at(place, refused, file) from error
    if found.metadata is None and not found.entries and not found.unscored:
        raise InputError("The file has no results. Choose a file from a depth test.", file=file)
    return found


def write_results(
    file: Path, entries: Iterable[ResultEntry], metadata: DatasetMetadata | None = None
) -> None:
    """All at once, in one step: JSON (the source's) for a name in .json, else JSON Lines."""
    if file.suffix == ".json":
        head = {"metadata": metadata.to_dict()} if metadata else {}
        said = {**head, "results": [entry.to_dict() for entry in entries]}
        content = json.dumps(said, ensure_ascii=False, indent=1) + "\n"
    else:
        content = json_lines(entries, metadata)
    write_atomically(file, content.encode())


def json_lines(entries: Iterable[ResultEntry], metadata: DatasetMetadata | None = None) -> str:
    head = [{"metadata": metadata.to_dict()}] if metadata else []
    return "".join(map(json_line, [*head, *(entry.to_dict() for entry in entries)]))


def json_line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _with_row(found: ResultFile, row: dict[str, Any]) -> ResultFile:
    if isinstance(row, dict) and "metadata" in row and "question" not in row:
        require_metadata(row["metadata"])
        return found._replace(metadata=DatasetMetadata.from_dict(row["metadata"]))
    require_row(row)
    if has_no_score(row):
        found.unscored[row.get("model") or ""] += 1
    else:
        found.entries.append(ResultEntry.from_dict(row))
    return found


def _with_scored(found: ResultFile, row: dict[str, Any]) -> ResultFile:
    """A table's row has no question, so that it is no whole result; `score_rows` checked it."""
    found.entries.append(ResultEntry.from_dict(row))
    return found


def _at(place: Place, error: DeskError, file: str) -> InputError:
    line, row = place
    field = error.field if isinstance(error, InputError) else None
    if row and not (field or "").startswith("metadata"):
        field = f"{row}.{field}" if field else row
    return InputError(error.message, file=file, line=line, field=field, **error.params)


def _text_of(data: bytes, file: str) -> str:
    """A kill may have torn a character of the last line, which is then left out (`_lines`)."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        whole_lines = data[: data.rfind(b"\n") + 1]
        if error.start >= len(whole_lines) > 0 and not file.lower().endswith(".csv"):
            return whole_lines.decode("utf-8-sig")
        raise InputError(
            "Cannot read the results ({cause}). Choose a UTF-8 result file.",
            file=file,
            cause="not UTF-8",
        ) from error


def _rows(text: str, file: str) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Every row with its place; metadata before the rows."""
    try:
        whole = _json(text)
    except RecursionError as error:
        raise InputError("The file is nested too deeply. Flatten it.", file=file) from error
    except ValueError:
        yield from _lines(text, file)
        return
    name = ""
    if isinstance(whole, dict) and "question" not in whole:
        if _holds_cells(whole):
            raise InputError(
                "The file has heatmap cells, which are already aggregated. Choose the results of "
                "the same run.",
                file=file,
            )
        if "metadata" in whole:
            yield (None, ""), {"metadata": whole["metadata"]}
        lists = {key: value for key, value in whole.items() if isinstance(value, list)}
        name = "results" if "results" in lists else next(iter(lists), "")
        whole = lists.get(name, [])
    rows = whole if isinstance(whole, list) else [whole]
    for number, row in enumerate(rows):
        yield (None, f"{name}[{number}]"), row


def _table_rows(text: str, file: str) -> Iterator[tuple[Place, dict[str, Any]]]:
    for line, row in score_rows(text, file):
        yield (line, ""), row


def _holds_cells(whole: dict[str, Any]) -> bool:
    """What `core.depth.cell_files.cells_json` writes."""
    tests = whole.get("tests")
    return isinstance(tests, list) and any(
        isinstance(one, dict) and "cells" in one for one in tests
    )


def _lines(text: str, file: str) -> Iterator[tuple[Place, dict[str, Any]]]:
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = _json(line)
        except RecursionError as error:
            raise InputError(
                "The line is nested too deeply. Flatten it.", file=file, line=number
            ) from error
        except ValueError as error:
            if number == len(lines) > 1:
                return
            raise InputError(
                "The line is not valid JSON. Correct or remove it.", file=file, line=number
            ) from error
        yield (number, ""), row


def _json(text: str) -> Any:
    """NaN and the infinities, which JSON does not have, are no value."""
    return json.loads(text, parse_constant=lambda _name: None)

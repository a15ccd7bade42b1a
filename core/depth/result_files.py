"""Read and write result files of depth tests: source 003's format, ours and other tools'."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.depth.outcomes import ASKED_AGAIN
from core.depth.result_rows import has_no_score, require_metadata, require_row
from core.depth.results import DatasetMetadata, ResultEntry
from core.depth.score_tables import score_rows
from core.errors import DeskError, InputError
from core.files import system_reason
from core.questions import write_atomically
from core.text.size_limits import limit_rows

LinePlace = tuple[int | None, str]
"""(line of JSON Lines or CSV, row of a JSON list such as `results[3]`); None or "" if unused."""


class ResultFile(NamedTuple):
    """A result file: its metadata, if any, and its rows in file order.

    `unscored` counts, by model, rows that have neither a score or an answer nor a reason why there
    is none.
    """

    metadata: DatasetMetadata | None
    entries: list[ResultEntry]
    unscored: Counter[str]


def read_results(file: Path) -> ResultFile:
    """Read JSON Lines (our format: metadata first, then one row per line), JSON (source 003's
    object of `metadata` and a list of rows, or a bare list) or a score table in CSV
    (`score_tables`).

    An incomplete last line of JSON Lines is dropped, and so is a failed call of a trial that a
    later row asks again. Raises InputError naming the line or row.
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
    """Like `read_results`, from a file's content; `file` is its name, used in errors."""
    result_file = ResultFile(None, [], Counter())
    is_table = file.lower().endswith(".csv")
    rows, with_row = (_table_rows, _with_table_row) if is_table else (_rows, _with_row)
    for place, row in limit_rows(rows(_text_of(data, file), file), file):
        try:
            result_file = with_row(result_file, row)
        except DeskError as error:
            raise _error_at(place, error, file) from error
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            not_a_result = InputError(
                "The row is not a depth test result ({cause}). It needs question, question_type, "
                "choice, correct_answer and test_context_length.",
                cause=str(error),
            )
            raise _error_at(place, not_a_result, file) from error
    if result_file.metadata is None and not result_file.entries and not result_file.unscored:
        raise InputError("The file has no results. Choose a file from a depth test.", file=file)
    return result_file._replace(entries=_without_calls_made_again(result_file.entries))


def _without_calls_made_again(entries: Sequence[ResultEntry]) -> list[ResultEntry]:
    """Drop failed calls of trials that were asked again: a test that was killed has both, and the
    later one has the cost of both.
    """
    kept: list[ResultEntry] = []
    asked: set[tuple[str, str]] = set()
    for entry in reversed(entries):
        trial = entry.model, entry.trial_key
        if not (entry.item_key and entry.outcome in ASKED_AGAIN and trial in asked):
            kept.append(entry)
        asked.add(trial)
    return kept[::-1]


def write_results(
    file: Path, entries: Iterable[ResultEntry], metadata: DatasetMetadata | None = None
) -> None:
    """Write the whole file atomically: source 003's JSON for a name in .json, else JSON Lines."""
    if file.suffix == ".json":
        head = {"metadata": metadata.to_dict()} if metadata else {}
        document = {**head, "results": [entry.to_dict() for entry in entries]}
        content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    else:
        content = json_lines(entries, metadata)
    write_atomically(file, content.encode())


def json_lines(entries: Iterable[ResultEntry], metadata: DatasetMetadata | None = None) -> str:
    head = [{"metadata": metadata.to_dict()}] if metadata else []
    return "".join(map(json_line, [*head, *(entry.to_dict() for entry in entries)]))


def json_line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _with_row(result_file: ResultFile, row: dict[str, Any]) -> ResultFile:
    if isinstance(row, dict) and "metadata" in row and "question" not in row:
        require_metadata(row["metadata"])
        return result_file._replace(metadata=DatasetMetadata.from_dict(row["metadata"]))
    require_row(row)
    if has_no_score(row):
        result_file.unscored[row.get("model") or ""] += 1
    else:
        result_file.entries.append(ResultEntry.from_dict(row))
    return result_file


def _with_table_row(result_file: ResultFile, row: dict[str, Any]) -> ResultFile:
    """Add a row of a score table. It has no question, so `require_row` would refuse it;
    `score_rows` has checked it already.
    """
    result_file.entries.append(ResultEntry.from_dict(row))
    return result_file


def _error_at(place: LinePlace, error: DeskError, file: str) -> InputError:
    line, row = place
    field = error.field if isinstance(error, InputError) else None
    if row and not (field or "").startswith("metadata"):
        field = f"{row}.{field}" if field else row
    return InputError(error.message, file=file, line=line, field=field, **error.params)


def _text_of(data: bytes, file: str) -> str:
    """Decode the file. A killed run may have cut its last line inside a character; that line is
    dropped.
    """
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


def _rows(text: str, file: str) -> Iterator[tuple[LinePlace, dict[str, Any]]]:
    """Yield every row with its place, metadata first."""
    try:
        document = _json(text)
    except RecursionError as error:
        raise InputError("The file is nested too deeply. Flatten it.", file=file) from error
    except ValueError:
        yield from _lines(text, file)
        return
    name = ""
    if isinstance(document, dict) and "question" not in document:
        if _holds_cells(document):
            raise InputError(
                "The file has heatmap cells, which are already aggregated. Choose the results of "
                "the same run.",
                file=file,
            )
        if "metadata" in document:
            yield (None, ""), {"metadata": document["metadata"]}
        lists = {key: value for key, value in document.items() if isinstance(value, list)}
        name = "results" if "results" in lists else next(iter(lists), "")
        document = lists.get(name, [])
    rows = document if isinstance(document, list) else [document]
    for number, row in enumerate(rows):
        yield (None, f"{name}[{number}]"), row


def _table_rows(text: str, file: str) -> Iterator[tuple[LinePlace, dict[str, Any]]]:
    for line, row in score_rows(text, file):
        yield (line, ""), row


def _holds_cells(document: dict[str, Any]) -> bool:
    """Whether this is an object that `core.depth.cell_files.cells_json` wrote."""
    tests = document.get("tests")
    return isinstance(tests, list) and any(
        isinstance(test, dict) and "cells" in test for test in tests
    )


def _lines(text: str, file: str) -> Iterator[tuple[LinePlace, dict[str, Any]]]:
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
    """Parse JSON, reading NaN and infinities, which are not valid JSON, as None."""
    return json.loads(text, parse_constant=lambda _name: None)

"""The files a depth test's results are kept in (source 003, docs/formats.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from core.depth.results import DatasetMetadata, ResultEntry
from core.depth.score_tables import score_rows
from core.errors import InputError
from core.questions import write_atomically


class Results(NamedTuple):
    """A result file: what it was made with, where it says so, and its rows in file order."""

    metadata: DatasetMetadata | None
    entries: list[ResultEntry]


def read_results(file: Path) -> Results:
    """Reads JSON Lines (ours: metadata first, then a row a line), JSON (the source's object of
    `metadata` and one list of rows, or a bare list) and tables of scores (`score_tables`) in CSV.

    A torn last line of JSON Lines is left out. Raises InputError naming the line or row.
    """
    text = _text_of(file)
    metadata, entries = None, []
    rows = score_rows if file.suffix.lower() == ".csv" else _rows
    for place, row in rows(text, str(file)):
        try:
            if "metadata" in row and "question" not in row:
                metadata = DatasetMetadata.from_dict(row["metadata"])
            else:
                entries.append(ResultEntry.from_dict(row))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                "The row is not a depth test's result ({cause}). It needs question, "
                "question_type, choice, correct_answer and test_context_length.",
                file=str(file),
                line=place,
                cause=str(error),
            ) from error
    if metadata is None and not entries:
        raise InputError("The file holds no results. Choose a depth test's.", file=str(file))
    return Results(metadata, entries)


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


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            "The results cannot be read ({cause}). Choose a result file in UTF-8.",
            file=str(file),
            cause=getattr(error, "strerror", None) or "not UTF-8",
        ) from error


def _rows(text: str, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every object with its line, or its number in a JSON list; metadata before the rows."""
    try:
        whole = json.loads(text)
    except ValueError:
        yield from _lines(text, file)
        return
    if isinstance(whole, dict) and "question" not in whole:
        if "metadata" in whole:
            yield 1, {"metadata": whole["metadata"]}
        lists = [value for name, value in whole.items() if isinstance(value, list)]
        whole = lists[0] if lists else []
    yield from enumerate(whole if isinstance(whole, list) else [whole], start=1)


def _lines(text: str, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            if number == len(lines):
                return
            raise InputError(
                "The line is not valid JSON. Correct or remove it.", file=file, line=number
            ) from error
        yield number, row

"""Tables that other needle tests leave: a CSV line for each trial, with length, depth and score."""

import csv
import io
import logging
import math
from collections.abc import Iterator, Sequence
from typing import Any

from core.errors import InputError

_log = logging.getLogger(__name__)

_MODEL = ("model", "model_name")
_LENGTH = ("context_length", "test_context_length", "length", "tokens")
_PERCENT = ("depth_percent", "document_depth_percent", "depth_percentage")
_SHARE = ("depth_ratio", "depth")
_SCORE = ("score",)
_FULL_MARKS = (1.0, 10.0, 100.0)
MOST_TOKENS = 2**31 - 1
_MOST_LENGTHS = 40
"""As many columns as a heatmap can show; more lengths are drawn at the nearest power of two."""


def score_rows(text: str, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line, row in source 003's format) of each trial. Full marks alone are right: 1 of 1, 10 of
    10 or 100 of 100, whichever of these the highest score of the file does not exceed.

    Depths are 0 to 100 in a column named as a percentage or where one is over 1, else 0 to 1.
    Raises InputError for a missing column and a value that is no number or out of range.
    """
    table = csv.DictReader(io.StringIO(text, newline=None))  # whatever ends its lines
    columns = [name or "" for name in table.fieldnames or ()]
    model = _among(columns, _MODEL)
    length = _needed(columns, _LENGTH, file)
    percent = _among(columns, _PERCENT)
    depth = percent or _needed(columns, _SHARE, file)
    score = _needed(columns, _SCORE, file)
    read = [
        (
            table.line_num,
            line.get(model or "") or "",
            _tokens(line, length, file, table.line_num),
            _depth(line, depth, file, table.line_num),
            _number(line, score, file, table.line_num),
        )
        for line in table
    ]
    if not read:
        return
    highest = max(score for *_, score in read)
    whole = 100 if percent or max(at for _, _, _, at, _ in read) > 1 else 1
    full = next((marks for marks in _FULL_MARKS if highest <= marks), highest)
    lengths = {length for _, _, length, _, _ in read}
    rounded = len(lengths) > _MOST_LENGTHS
    _log.warning(
        "%s: a score of %g counts as right, anything less as wrong%s",
        file,
        full,
        f"; its {len(lengths)} lengths are drawn at the nearest power of two" if rounded else "",
    )
    for number, name, tokens, at, points in read:
        yield (
            number,
            {
                "question": "",
                "question_type": "",
                "correct_answer": [],
                "item_key": f"line {number}",
                "model": name,
                "outcome": "correct" if points == full else "wrong",
                "score": points / full,
                "depth": at / whole,
                "test_context_length": _power_of_two(tokens) if rounded else tokens,
                "actual_context_tokens": tokens,
            },
        )


def _among(columns: Sequence[str], names: Sequence[str]) -> str | None:
    """The first column called by one of the names, or beginning with it, as
    `context_length_internlm2_tokens` does.
    """
    found = (
        column
        for name in names
        for column in columns
        if column.strip().lower() == name or column.strip().lower().startswith(f"{name}_")
    )
    return next(found, None)


def _needed(columns: Sequence[str], names: Sequence[str], file: str) -> str:
    column = _among(columns, names)
    if column is None:
        raise InputError(
            "The table has no column {name}. A score table has one line per trial and the "
            "columns context_length, depth_percent or depth, and score.",
            file=file,
            line=1,
            name=names[0],
        )
    return column


def _number(line: dict[str, str | None], column: str, file: str, at: int) -> float:
    try:
        value = float(line[column] or "")
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise InputError(
            "{value} is not a number. Correct or remove the line.",
            file=file,
            line=at,
            field=column,
            value=repr(line[column]),
        )
    return value


def _tokens(line: dict[str, str | None], column: str, file: str, at: int) -> int:
    value = _number(line, column, file, at)
    if not (value.is_integer() and 1 <= value <= MOST_TOKENS):
        raise InputError(
            "{value} is not a valid length. Use a whole number of tokens, such as 32000.",
            file=file,
            line=at,
            field=column,
            value=repr(line[column]),
        )
    return int(value)


def _depth(line: dict[str, str | None], column: str, file: str, at: int) -> float:
    value = _number(line, column, file, at)
    if value > 100:
        raise InputError(
            "{value} is not a valid depth. Use 0 to 100 for a percentage, otherwise 0 to 1.",
            file=file,
            line=at,
            field=column,
            value=repr(line[column]),
        )
    return value


def _power_of_two(tokens: int) -> int:
    """Of thousands: 1000, 2000, 4000 and so on."""
    return int(1000 * 2 ** max(0, round(math.log2(max(tokens, 1) / 1000))))

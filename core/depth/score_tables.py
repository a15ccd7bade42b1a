"""Read score tables of other needle tests: CSV, one line per trial, with length, depth, score."""

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
"""Most columns of a heatmap; with more lengths each becomes 1000 times the nearest power of 2."""


def score_rows(text: str, file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, row in source 003's format) of each trial. Only a full score counts as correct:
    1, 10 or 100, the least of these that no score of the file exceeds.

    Depths are 0 to 100 in a column named as a percentage or if one is over 1, else 0 to 1. Raises
    InputError for a missing column, and for a value that is not a number or out of range.
    """
    table = csv.DictReader(io.StringIO(text, newline=None))  # accepts any line ending
    columns = [name or "" for name in table.fieldnames or ()]
    model = _column_named(columns, _MODEL)
    length = _required_column(columns, _LENGTH, file)
    percent = _column_named(columns, _PERCENT)
    depth = percent or _required_column(columns, _SHARE, file)
    score = _required_column(columns, _SCORE, file)
    trials = [
        (
            table.line_num,
            line.get(model or "") or "",
            _tokens(line, length, file, table.line_num),
            _depth(line, depth, file, table.line_num),
            _number(line, score, file, table.line_num),
        )
        for line in table
    ]
    if not trials:
        return
    highest = max(score for *_, score in trials)
    full_depth = 100 if percent or max(depth_value for _, _, _, depth_value, _ in trials) > 1 else 1
    full_score = next((marks for marks in _FULL_MARKS if highest <= marks), highest)
    lengths = {length for _, _, length, _, _ in trials}
    is_rounded = len(lengths) > _MOST_LENGTHS
    _log.warning(
        "%s: a score of %g counts as right, anything less as wrong%s",
        file,
        full_score,
        f"; its {len(lengths)} lengths are drawn at the nearest power of two" if is_rounded else "",
    )
    for line_number, name, tokens, depth_value, points in trials:
        yield (
            line_number,
            {
                "question": "",
                "question_type": "",
                "correct_answer": [],
                "item_key": f"line {line_number}",
                "model": name,
                "outcome": "correct" if points == full_score else "wrong",
                "score": points / full_score,
                "depth": depth_value / full_depth,
                "test_context_length": _power_of_two(tokens) if is_rounded else tokens,
                "actual_context_tokens": tokens,
            },
        )


def _column_named(columns: Sequence[str], names: Sequence[str]) -> str | None:
    """Return the first column with one of the names, or with a name and a suffix, such as
    `context_length_internlm2_tokens`; None if there is none.
    """
    matches = (
        column
        for name in names
        for column in columns
        if column.strip().lower() == name or column.strip().lower().startswith(f"{name}_")
    )
    return next(matches, None)


def _required_column(columns: Sequence[str], names: Sequence[str], file: str) -> str:
    column = _column_named(columns, names)
    if column is None:
        raise InputError(
            "The table has no column {name}. A score table has one line per trial and the "
            "columns context_length, depth_percent or depth, and score.",
            file=file,
            line=1,
            name=names[0],
        )
    return column


def _number(line: dict[str, str | None], column: str, file: str, line_number: int) -> float:
    try:
        value = float(line[column] or "")
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise InputError(
            "{value} is not a number. Correct or remove the line.",
            file=file,
            line=line_number,
            field=column,
            value=repr(line[column]),
        )
    return value


def _tokens(line: dict[str, str | None], column: str, file: str, line_number: int) -> int:
    value = _number(line, column, file, line_number)
    if not (value.is_integer() and 1 <= value <= MOST_TOKENS):
        raise InputError(
            "{value} is not a valid length. Use a whole number of tokens, such as 32000.",
            file=file,
            line=line_number,
            field=column,
            value=repr(line[column]),
        )
    return int(value)


def _depth(line: dict[str, str | None], column: str, file: str, line_number: int) -> float:
    value = _number(line, column, file, line_number)
    if value > 100:
        raise InputError(
            "{value} is not a valid depth. Use 0 to 100 for a percentage, otherwise 0 to 1.",
            file=file,
            line=line_number,
            field=column,
            value=repr(line[column]),
        )
    return value


def _power_of_two(tokens: int) -> int:
    """Round to 1000 times a power of two: 1000, 2000, 4000 and so on."""
    return int(1000 * 2 ** max(0, round(math.log2(max(tokens, 1) / 1000))))

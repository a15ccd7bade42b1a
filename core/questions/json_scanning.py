"""Scan JSON text value by value, with line numbers; a broken value alone is refused."""

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Generator
from typing import Any, NoReturn

from core.questions.issues import RowIssue, RowRefused
from core.questions.records import Record
from core.questions.sanitizing import escape_unstorable

CUT_OFF = "cut_off"
NOT_JSON = "not_json"

_SPACE = re.compile(r"[ \t\r\n]*")
BETWEEN = re.compile(r"[ \t\r\n,]*")
NEXT_OBJECT = re.compile(r"\}\s*+(?:,\s*+)?(?=\{)")
NEXT_MEMBER = re.compile(r'\}\s*+,\s*+(?="(?:[^"\\]|\\.)*+"\s*+:\s*+\{)')
_VALUE = re.compile(r"\{\s*\"|\[\s*\{")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object. Raises RowRefused if it has a name twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RowRefused(
            "The name {name} appears twice in one object. Keep one.",
            code="name_twice",
            name=escape_unstorable(twice),
        )
    return members


def _no_number(text: str) -> NoReturn:
    raise RowRefused(
        "{value} is not a JSON number. Write a finite number or null.",
        code="not_a_number",
        value=text,
    )


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _no_number(text)
    return number


STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)
PLAIN = json.JSONDecoder()

UNREADABLE = (ValueError, RecursionError)
"""What the decoder raises: bad syntax, a number of thousands of digits, too deep a nesting."""


_WASTE_AT_LEAST, _WASTE_SHARE = 1_000_000, 8
"""Most characters read without a result: so many, plus so many times the file's length."""
_DEEP_VALUE_COST = 10_000
"""Characters counted for a value that is nested too deep, or for too long a number."""


class UncountedText(str):
    """A text in which a JSON error counts no lines: each would count all that come before it."""

    __slots__ = ()

    def count(self, *_: object) -> int:
        return 0

    def rfind(self, *_: object) -> int:
        return -1


class LineCounter:
    """Count the line of each row in one pass, so places must come in order.

    In a file of a single line the rows are counted as if each had its own. `end` is the end of the
    text without trailing spaces. Characters read without a result are counted, to give up on a file
    of broken rows inside broken rows, which would be read again for each of them.
    """

    def __init__(self, text: str, names: Collection[str]) -> None:
        self._text = text
        self._names = names
        self.end = len(text.rstrip())
        self._wasted = 0
        self._is_single_line = "\n" not in text.strip()
        self._line = 0 if self._is_single_line else 1
        self._counted = 0

    def of_row(self, at: int) -> int:
        """Return the line of the row that begins at `at`."""
        if self._is_single_line:
            self._line += 1
            return self._line
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def note_failure(self, error: ValueError | RecursionError, at: int) -> None:
        """Count the characters of a value at `at` that could not be read."""
        self._wasted += max(1, getattr(error, "pos", at + _DEEP_VALUE_COST) - at)

    def is_row(self, value: object) -> bool:
        return isinstance(value, dict) and any(name in value for name in self._names)

    @property
    def is_exhausted(self) -> bool:
        """Whether too much was read without a result to try anything more."""
        return self._wasted > _WASTE_AT_LEAST + _WASTE_SHARE * len(self._text)


JsonRows = Generator[Record | RowIssue, None, int | None]
"""Yields rows and returns where they end; None if nothing after them can be read."""


def read_element(
    text: str, at: int, lines: LineCounter, *, keyed: bool = False
) -> tuple[Record | RowIssue, int | None]:
    """Return the row that begins at `at`, and where to read on, None if nothing else can be read.

    `keyed`: the row is a member's value, and the next one begins with its name.
    """
    line = lines.of_row(at)
    try:
        try:
            value, end = STRICT.raw_decode(text, at)
            return record_of(line, text[at:end], value), end
        except RowRefused as refused:
            _, end = PLAIN.raw_decode(text, at)  # raises if the row is broken further on
            return refused.at(line, text[at:end]), end
    except UNREADABLE as error:
        lines.note_failure(error, at)
        next_at = next_row(text, at, lines, keyed=keyed)
        at_end = getattr(error, "pos", 0) >= lines.end or is_cut_in_a_string(error)
    raw = text[at:next_at].rstrip()
    if next_at is None and (at_end or not raw.endswith(("]", "}"))):
        return cut_off_issue(line, raw), None
    return broken_issue(line, raw), next_at


def is_cut_in_a_string(error: ValueError | RecursionError) -> bool:
    """Whether the text ended inside a string, whose own brackets close nothing."""
    return isinstance(error, json.JSONDecodeError) and error.msg.startswith("Unterminated string")


def next_row(text: str, at: int, lines: LineCounter, *, keyed: bool = False) -> int | None:
    """Return where the next readable row, or its name, begins after a broken one; else None."""
    for match in (NEXT_MEMBER if keyed else NEXT_OBJECT).finditer(text, at):
        if lines.is_exhausted:
            return None
        value_at = match.end()
        try:
            if keyed:
                _, value_at = read_member(text, value_at)
            value, _ = PLAIN.raw_decode(text, value_at)
        except UNREADABLE as error:
            lines.note_failure(error, value_at)
            continue
        if lines.is_row(value):
            return match.end()
    return None


def next_value(text: str, at: int, lines: LineCounter) -> int | None:
    """Return where the next readable object or list of objects begins; else None."""
    for match in _VALUE.finditer(text, at):
        if lines.is_exhausted:
            return None
        try:
            PLAIN.raw_decode(text, match.start())
        except UNREADABLE as error:
            lines.note_failure(error, match.start())
            continue
        return match.start()
    return None


def read_member(text: str, at: int) -> tuple[str, int]:
    """Return a member's name and where its value begins."""
    name, end = PLAIN.raw_decode(text, at)
    colon = skip(_SPACE, text, end)
    if not isinstance(name, str) or text[colon : colon + 1] != ":":
        raise ValueError(f"no name at {at}")
    return name, skip(_SPACE, text, colon + 1)


def skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def record_of(line: int, raw: str, value: object) -> Record:
    """Build the record of a row. Raises RowRefused if the value is no object."""
    if isinstance(value, list) and len(value) in (2, 3):
        value = _text_with_questions(value)
    if not isinstance(value, dict):
        raise RowRefused(
            "This row is not an object. Write one JSON object per row.", code="not_an_object"
        )
    return Record(line, raw, value)


def _text_with_questions(value: list[Any]) -> object:
    """Turn a row of C3, [[paragraphs], [questions], id], into an object; keep any other list."""
    paragraphs, questions, *ids = value
    if not (
        isinstance(paragraphs, list) and isinstance(questions, list) and paragraphs and questions
    ):
        return value
    if not all(isinstance(part, str) for part in (*paragraphs, *ids)):
        return value
    if not all(isinstance(part, dict) for part in questions):
        return value
    named = {"id": ids[0]} if ids else {}
    return {**named, "context": "\n".join(paragraphs), "questions": questions}


def cut_off_issue(line: int, raw: str) -> RowIssue:
    return RowRefused(
        "The file ends in the middle of a row and may be incomplete. Use the complete file.",
        code=CUT_OFF,
    ).at(line, raw)


def broken_issue(line: int, raw: str) -> RowIssue:
    return RowRefused(
        "The row that begins here is not valid JSON. Look for a missing quote, comma or bracket.",
        code=NOT_JSON,
    ).at(line, raw)

"""Values of JSON text, one after the other, each with its line; what is broken is refused alone."""

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Generator
from typing import Any, NoReturn

from core.questions.issues import RowIssue, RowRefused
from core.questions.records import Record
from core.questions.sanitizing import is_storable

CUT_OFF = "cut_off"
NOT_JSON = "not_json"

_SPACE = re.compile(r"[ \t\r\n]*")
BETWEEN = re.compile(r"[ \t\r\n,]*")
NEXT_OBJECT = re.compile(r"\}\s*+(?:,\s*+)?(?=\{)")
NEXT_MEMBER = re.compile(r'\}\s*+,\s*+(?="(?:[^"\\]|\\.)*+"\s*+:\s*+\{)')
_VALUE = re.compile(r"\{\s*\"|\[\s*\{")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise RowRefused(
            "The name {name} appears twice in one object. Keep one.",
            code="name_twice",
            name=is_storable(twice),
        )
    return made


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


_VAIN_AT_LEAST, _VAIN_SHARE = 1_000_000, 8
"""Characters that may be read in vain: so many, and so many times the length of the file."""
_OF_A_DEEP_ONE = 10_000
"""What is counted of a value that is nested too deep, or too long a number."""


class UncountedText(str):
    """A text whose lines no JSON error counts, which each would from the file's beginning."""

    __slots__ = ()

    def count(self, *_: object) -> int:
        return 0

    def rfind(self, *_: object) -> int:
        return -1


class LineCounter:
    """The line of each row, counted once through; places are asked for in their order.

    In a file of a single line the rows are counted as if each had its own. `end` is where the last
    character stands that is no space. What is read in vain is counted: a file of broken rows inside
    broken rows would be read again for each of them.
    """

    def __init__(self, text: str, names: Collection[str]) -> None:
        self._text = text
        self._names = names
        self.end = len(text.rstrip())
        self._vain = 0
        self._one = "\n" not in text.strip()
        self._line = 0 if self._one else 1
        self._counted = 0

    def of_row(self, at: int) -> int:
        if self._one:
            self._line += 1
            return self._line
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def note(self, error: ValueError | RecursionError, at: int) -> None:
        """A value that begins at `at` could not be read."""
        self._vain += max(1, getattr(error, "pos", at + _OF_A_DEEP_ONE) - at)

    def is_row(self, value: object) -> bool:
        return isinstance(value, dict) and any(name in value for name in self._names)

    @property
    def tired(self) -> bool:
        """Whether so much was read in vain that nothing more is tried."""
        return self._vain > _VAIN_AT_LEAST + _VAIN_SHARE * len(self._text)


JsonRows = Generator[Record | RowIssue, None, int | None]
"""Rows, and at last where they end; None when nothing after them can be read."""


def read_element(
    text: str, at: int, lines: LineCounter, *, keyed: bool = False
) -> tuple[Record | RowIssue, int | None]:
    """The row that begins at `at` and where to read on, None when nothing after it can be read.

    `keyed`: the row is a member's value, and the next one begins with its name.
    """
    line = lines.of_row(at)
    try:
        try:
            value, end = STRICT.raw_decode(text, at)
            return record_of(line, text[at:end], value), end
        except RowRefused as refused:
            _, end = PLAIN.raw_decode(text, at)  # which may be broken after what is refused
            return refused.at(line, text[at:end]), end
    except UNREADABLE as error:
        lines.note(error, at)
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
    """Where the next readable row, or the name of one, begins after a broken one."""
    for match in (NEXT_MEMBER if keyed else NEXT_OBJECT).finditer(text, at):
        if lines.tired:
            return None
        value_at = match.end()
        try:
            if keyed:
                _, value_at = read_member(text, value_at)
            value, _ = PLAIN.raw_decode(text, value_at)
        except UNREADABLE as error:
            lines.note(error, value_at)
            continue
        if lines.is_row(value):
            return match.end()
    return None


def next_value(text: str, at: int, lines: LineCounter) -> int | None:
    for match in _VALUE.finditer(text, at):
        if lines.tired:
            return None
        try:
            PLAIN.raw_decode(text, match.start())
        except UNREADABLE as error:
            lines.note(error, match.start())
            continue
        return match.start()
    return None


def read_member(text: str, at: int) -> tuple[str, int]:
    """A member's name and where its value begins."""
    name, end = PLAIN.raw_decode(text, at)
    colon = skip(_SPACE, text, end)
    if not isinstance(name, str) or text[colon : colon + 1] != ":":
        raise ValueError(f"no name at {at}")
    return name, skip(_SPACE, text, colon + 1)


def skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def record_of(line: int, raw: str, value: object) -> Record:
    if isinstance(value, list) and len(value) in (2, 3):
        value = _text_with_questions(value)
    if not isinstance(value, dict):
        raise RowRefused(
            "This row is not an object. Write one JSON object per row.", code="not_an_object"
        )
    return Record(line, raw, value)


def _text_with_questions(value: list[Any]) -> object:
    """A row of C3, [[paragraphs], [questions], id], as an object; any other list as it is."""
    paragraphs, asked, *own = value
    if not (isinstance(paragraphs, list) and isinstance(asked, list) and paragraphs and asked):
        return value
    if not all(isinstance(part, str) for part in (*paragraphs, *own)):
        return value
    if not all(isinstance(part, dict) for part in asked):
        return value
    named = {"id": own[0]} if own else {}
    return {**named, "context": "\n".join(paragraphs), "questions": asked}


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

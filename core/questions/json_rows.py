"""Rows out of JSONL and JSON, also out of files that were cut off or broken in one place."""

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Generator
from typing import Any, NoReturn

from core.questions.issues import RowIssue, RowRefused, row_warning
from core.questions.mapped_rows import is_group
from core.questions.records import Record, Records
from core.questions.sanitizing import is_storable

LIST_KEYS = ("questions", "data", "items", "results", "chapters")
"""Names under which a JSON object may hold its list of rows."""

CUT_OFF = "cut_off"
NOT_JSON = "not_json"

_SPACE = re.compile(r"[ \t\r\n]*")
_BETWEEN = re.compile(r"[ \t\r\n,]*")
_NEXT_OBJECT = re.compile(r"\}\s*+(?:,\s*+)?(?=\{)")
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


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite
)
_PLAIN = json.JSONDecoder()

_UNREADABLE = (ValueError, RecursionError)
"""What the decoder raises: bad syntax, a number of thousands of digits, too deep a nesting."""


def jsonl_records(text: str) -> Records:
    """One object per line. Only line feeds part rows: U+2028 and its like may stand in a text."""
    lines = text.split("\n")
    last = max((at for at, line in enumerate(lines) if line.strip()), default=0)
    for at, line in enumerate(lines):
        if line.strip():
            yield _jsonl_record(line, at + 1, is_last=at == last)


def _jsonl_record(raw: str, line: int, *, is_last: bool) -> Record | RowIssue:
    try:
        return _record(line, raw, _STRICT.decode(raw))
    except RowRefused as refused:
        return refused.at(line, raw)
    except _UNREADABLE as error:
        if is_last and raw.lstrip().startswith("{") and not raw.rstrip().endswith("}"):
            return _cut_off(line, raw)
        return RowRefused(
            "This line is not valid JSON (column {column}). Write one complete JSON object per "
            "line.",
            code=NOT_JSON,
            column=getattr(error, "pos", 0) + 1,
        ).at(line, raw)


def json_records(text: str, names: Collection[str] = ("question",)) -> Records:
    """A list of rows, an object holding one under LIST_KEYS, also inside another object, or a
    single row; several of these one after the other are read in turn.

    Everything that is complete is read; what is broken, cut off or stands between is refused. A row
    has one of `names`: by it reading goes on after a broken one.
    """
    lines = _Lines(text, names)
    at: int | None = _skip(_BETWEEN, text, 0)
    while at is not None and at < len(text):
        read = {"[": _list_rows, "{": _object_rows}.get(text[at], _rubbish)
        at = yield from read(text, at, lines)
        at = None if at is None else _skip(_BETWEEN, text, at)


_VAIN_AT_LEAST, _VAIN_SHARE = 1_000_000, 8
"""Characters that may be read in vain: so many, and so many times the length of the file."""
_OF_A_DEEP_ONE = 10_000
"""What is counted of a value that is nested too deep, or too long a number."""


class _Lines:
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


_Rows = Generator[Record | RowIssue, None, int | None]
"""Rows, and at last where they end; None when nothing after them can be read."""


def _list_rows(text: str, opening: int, lines: _Lines) -> _Rows:
    at: int | None = opening + 1
    while at is not None:
        at = _skip(_BETWEEN, text, at)
        if at == len(text):
            yield _cut_off(lines.of_row(at), "")
            return None
        if text[at] == "]":
            return at + 1
        found, at = _element(text, at, lines)
        yield found
    return None


def _element(text: str, at: int, lines: _Lines) -> tuple[Record | RowIssue, int | None]:
    """The row that begins at `at` and where to read on, None when nothing after it can be read."""
    line = lines.of_row(at)
    try:
        try:
            value, end = _STRICT.raw_decode(text, at)
            return _record(line, text[at:end], value), end
        except RowRefused as refused:
            _, end = _PLAIN.raw_decode(text, at)  # which may be broken after what is refused
            return refused.at(line, text[at:end]), end
    except _UNREADABLE as error:
        lines.note(error, at)
        next_at = _next_row(text, at, lines)
        at_end = getattr(error, "pos", 0) >= lines.end
    raw = text[at:next_at].rstrip()
    if next_at is None and (at_end or not raw.endswith(("]", "}"))):
        return _cut_off(line, raw), None
    return _broken(line, raw), next_at


def _next_row(text: str, at: int, lines: _Lines) -> int | None:
    """Where the next readable row begins after a broken one."""
    for match in _NEXT_OBJECT.finditer(text, at):
        if lines.tired:
            return None
        try:
            value, _ = _PLAIN.raw_decode(text, match.end())
        except _UNREADABLE as error:
            lines.note(error, match.end())
            continue
        if lines.is_row(value):
            return match.end()
    return None


def _rubbish(text: str, at: int, lines: _Lines) -> _Rows:
    """What is no value at all, up to the next one that can be read."""
    end = _next_value(text, at, lines)
    yield RowRefused(
        "This is not a JSON object. Remove it, or write one object per question.",
        code=NOT_JSON,
    ).at(lines.of_row(at), text[at:end].rstrip())
    return end


def _next_value(text: str, at: int, lines: _Lines) -> int | None:
    for match in _VALUE.finditer(text, at):
        if lines.tired:
            return None
        try:
            _PLAIN.raw_decode(text, match.start())
        except _UNREADABLE as error:
            lines.note(error, match.start())
            continue
        return match.start()
    return None


def _object_rows(text: str, opening: int, lines: _Lines) -> _Rows:
    """Walks the object's members, so that the list of a file that was cut off is still found."""
    at: int | None
    if _is_text_with_questions(text, opening):
        found, at = _element(text, opening, lines)
        yield found
        return at
    beside: list[str] = []
    has_list = False
    at = opening + 1
    try:
        while at is not None:
            at = _skip(_BETWEEN, text, at)
            if text[at : at + 1] in ("}", ""):
                at += 1
                break
            name, value_at = _member(text, at)
            if name in LIST_KEYS and not has_list and text[value_at : value_at + 1] == "[":
                has_list = True
                at = yield from _list_rows(text, value_at, lines)
                continue
            value, at = _PLAIN.raw_decode(text, value_at)
            if not has_list and holds_a_list(value):
                has_list = True
                at = yield from _object_rows(text, value_at, lines)
            else:
                beside.append(name)
    except _UNREADABLE:
        if has_list and at is not None:
            issue, at = _after_list(text, at, lines)
            yield issue
            return at
    if not has_list:
        found, at = _element(text, opening, lines)
        yield found
    elif beside:
        yield row_warning(
            "{names} outside the list of questions was ignored.",
            code="beside_list",
            names=is_storable(", ".join(beside)),
        )
    return at


def _is_text_with_questions(text: str, opening: int) -> bool:
    """Whether one text and the questions about it are the object that begins here (QuALITY)."""
    try:
        value, _ = _PLAIN.raw_decode(text, opening)
    except _UNREADABLE:
        return False
    return is_group(value)


def holds_a_list(value: object) -> bool:
    """Whether an object holds rows under one of LIST_KEYS, itself or inside another object."""
    if not isinstance(value, dict):
        return False
    rows = next((value[key] for key in LIST_KEYS if isinstance(value.get(key), list)), None)
    if rows is not None:
        return bool(rows) and all(isinstance(row, dict) for row in rows)
    return any(holds_a_list(inner) for inner in value.values())


def _after_list(text: str, at: int, lines: _Lines) -> tuple[RowIssue, int | None]:
    """An object that breaks off after its list of rows, and where to read on."""
    line = lines.of_row(at)
    next_at = _next_row(text, at, lines)
    raw = text[at:next_at].rstrip()
    whole = next_at is not None or raw.endswith("}")
    return (_broken if whole else _cut_off)(line, raw), next_at


def _member(text: str, at: int) -> tuple[str, int]:
    """A member's name and where its value begins."""
    name, end = _PLAIN.raw_decode(text, at)
    colon = _skip(_SPACE, text, end)
    if not isinstance(name, str) or text[colon : colon + 1] != ":":
        raise ValueError(f"no name at {at}")
    return name, _skip(_SPACE, text, colon + 1)


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _record(line: int, raw: str, value: object) -> Record:
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


def _cut_off(line: int, raw: str) -> RowIssue:
    return RowRefused(
        "The file ends in the middle of a row and may be incomplete. Upload the complete file.",
        code=CUT_OFF,
    ).at(line, raw)


def _broken(line: int, raw: str) -> RowIssue:
    return RowRefused(
        "The row that begins here is not valid JSON. Look for a missing quote, comma or bracket.",
        code=NOT_JSON,
    ).at(line, raw)

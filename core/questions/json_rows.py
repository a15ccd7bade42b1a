"""Read rows from JSONL and JSON, even if a file was cut off or is broken in one place."""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace

from core.questions.columns import looks_like_questions
from core.questions.issues import RowIssue, RowRefused, row_warning
from core.questions.json_scanning import (
    BETWEEN,
    NOT_JSON,
    PLAIN,
    STRICT,
    UNREADABLE,
    JsonRows,
    LineCounter,
    UncountedText,
    broken_issue,
    cut_off_issue,
    is_cut_in_a_string,
    next_row,
    next_value,
    read_element,
    read_member,
    record_of,
    skip,
)
from core.questions.mapped_rows import holds_questions, is_group
from core.questions.records import Record, Records
from core.questions.sanitizing import escape_unstorable

LIST_KEYS = ("questions", "data", "items", "results", "chapters")
"""Names under which a JSON object may hold its list of rows."""

OUTERMOST_LIST_KEYS = ("rows", "records", "examples", "samples")
"""Further names, in the outermost object only: inside others they may be fields of a row."""


def jsonl_records(text: str) -> Records:
    """Read one object per line. Only line feeds end a line: a text may hold U+2028 and its like."""
    lines = text.split("\n")
    last = max((at for at, line in enumerate(lines) if line.strip()), default=0)
    for at, line in enumerate(lines):
        if line.strip():
            yield _jsonl_record(line, at + 1, is_last=at == last)


def _jsonl_record(raw: str, line: int, *, is_last: bool) -> Record | RowIssue:
    try:
        return record_of(line, raw, STRICT.decode(raw))
    except RowRefused as refused:
        return refused.at(line, raw)
    except UNREADABLE as error:
        if is_last and raw.lstrip().startswith("{") and not raw.rstrip().endswith("}"):
            return cut_off_issue(line, raw)
        return RowRefused(
            "This line is not valid JSON (column {column}). Write one complete JSON object per "
            "line.",
            code=NOT_JSON,
            column=getattr(error, "pos", 0) + 1,
        ).at(line, raw)


def json_records(
    text: str,
    names: Collection[str] = ("question",),
    lists: Collection[str] = OUTERMOST_LIST_KEYS,
) -> Records:
    """A list of rows, an object with the rows by their ids, an object holding one of these under
    `lists` or LIST_KEYS (these also inside another object), or a single row; several of these one
    after the other are read in turn.

    Everything that is complete is read; what is broken, cut off or in between is refused. A row has
    one of `names`, by which reading resumes after a broken one.
    """
    lines = LineCounter(text, names)
    text = UncountedText(text)
    at: int | None = skip(BETWEEN, text, 0)
    while at is not None and at < len(text):
        outermost = LIST_KEYS if _is_row_at(text, at, names) else (*LIST_KEYS, *lists)
        match text[at]:
            case "[":
                at = yield from _list_rows(text, at, lines)
            case "{":
                at = yield from _object_rows(text, at, lines, lists=outermost)
            case _:
                at = yield from _rubbish(text, at, lines)
        at = None if at is None else skip(BETWEEN, text, at)


def _is_row_at(text: str, opening: int, names: Collection[str]) -> bool:
    """Whether a complete object with a row's columns begins at `opening`."""
    try:
        value, _ = PLAIN.raw_decode(text, opening)
    except UNREADABLE:
        return False
    return isinstance(value, dict) and is_row(value, names)


def is_row(value: Mapping[str, object], names: Collection[str]) -> bool:
    return looks_like_questions(list(value)) or not value.keys().isdisjoint(names)


def _list_rows(text: str, opening: int, lines: LineCounter) -> JsonRows:
    at: int | None = opening + 1
    while at is not None:
        at = skip(BETWEEN, text, at)
        if at == len(text):
            yield cut_off_issue(lines.of_row(at), "")
            return None
        if text[at] == "]":
            return at + 1
        row, at = read_element(text, at, lines)
        yield row
    return None


def _rubbish(text: str, at: int, lines: LineCounter) -> JsonRows:
    """Refuse what is no value, up to the next value that can be read."""
    end = next_value(text, at, lines)
    yield RowRefused(
        "This is not a JSON object. Remove it, or write one object per question.",
        code=NOT_JSON,
    ).at(lines.of_row(at), text[at:end].rstrip())
    return end


def _object_rows(
    text: str, opening: int, lines: LineCounter, *, lists: Collection[str] = LIST_KEYS
) -> JsonRows:
    """Walk the members of an object, so that the list of a file that was cut off is found too."""
    at: int | None
    if _is_text_with_questions(text, opening):
        row, at = read_element(text, opening, lines)
        yield row
        return at
    if _is_keyed_at(text, opening, lines):
        return (yield from _keyed_rows(text, opening, lines))
    beside: list[str] = []
    has_list = False
    at = opening + 1
    try:
        while at is not None:
            at = skip(BETWEEN, text, at)
            if text[at : at + 1] in ("}", ""):
                at += 1
                break
            name, value_at = read_member(text, at)
            if name in lists and not has_list and text[value_at : value_at + 1] == "[":
                has_list = True
                at = yield from _list_rows(text, value_at, lines)
                continue
            if name in lists and not has_list and _is_keyed_at(text, value_at, lines):
                has_list = True
                at = yield from _keyed_rows(text, value_at, lines)
                continue
            value, at = PLAIN.raw_decode(text, value_at)
            if not has_list and holds_a_list(value):
                has_list = True
                at = yield from _object_rows(text, value_at, lines)
            else:
                beside.append(name)
    except UNREADABLE:
        if has_list and at is not None:
            issue, at = _after_list(text, at, lines)
            yield issue
            return at
    if not has_list:
        row, at = read_element(text, opening, lines)
        yield row
    elif beside:
        yield row_warning(
            "{names} outside the list of questions was ignored.",
            code="beside_list",
            names=escape_unstorable(", ".join(beside)),
        )
    return at


def _keyed_rows(text: str, opening: int, lines: LineCounter) -> JsonRows:
    """Read an object of rows; a row without an ID of its own has its name as its ID."""
    at: int | None = opening + 1
    while at is not None:
        start = skip(BETWEEN, text, at)
        if start == len(text):
            yield cut_off_issue(lines.of_row(start), "")
            return None
        if text[start] == "}":
            return start + 1
        try:
            name, value_at = read_member(text, start)
        except UNREADABLE as error:
            lines.note_failure(error, start)
            at = next_row(text, start, lines, keyed=True)
            raw = text[start:at].rstrip()
            is_open = not raw.endswith("}") or is_cut_in_a_string(error)
            issue = cut_off_issue if at is None and is_open else broken_issue
            yield issue(lines.of_row(start), raw)
            continue
        row, at = read_element(text, value_at, lines, keyed=True)
        yield _named(row, name) if isinstance(row, Record) else row
    return None


def _named(record: Record, name: str) -> Record:
    fields = {"id": name, **record.fields}
    return replace(
        record, fields=fields, raw=escape_unstorable(json.dumps(fields, ensure_ascii=False))
    )


def _is_keyed_at(text: str, opening: int, lines: LineCounter) -> bool:
    """Whether an object of rows begins at `opening`; a broken one is judged by its first row."""
    try:
        value, _ = PLAIN.raw_decode(text, opening)
    except UNREADABLE:
        return _begins_keyed(text, opening, lines)
    return is_keyed(value)


def _begins_keyed(text: str, opening: int, lines: LineCounter) -> bool:
    try:
        name, at = read_member(text, skip(BETWEEN, text, opening + 1))
    except UNREADABLE:
        return False
    try:
        value, _ = PLAIN.raw_decode(text, at)
    except UNREADABLE:
        return text.startswith("{", at) and next_row(text, at, lines, keyed=True) is not None
    return is_keyed({name: value})


def is_keyed(value: object) -> bool:
    """Whether an object holds rows, or texts with their questions, by their ids:
    {"q1": {"question": ...}, "q2": ...}.
    """
    if not isinstance(value, Mapping) or not value or looks_like_questions(list(value)):
        return False
    rows = list(value.values())
    if not all(isinstance(row, Mapping) for row in rows):
        return False
    if len(rows) > 1 and all(holds_questions(row) for row in rows):
        return True
    # Columns of unknown names may hold questions, if all rows have them in common.
    shared = set.intersection(*(set(row) for row in rows))
    is_table = len(rows) > 1 and len(shared) > 1
    recognised = any(looks_like_questions(list(row)) for row in rows)
    return (recognised or is_table) and not holds_a_list(value)


def _is_text_with_questions(text: str, opening: int) -> bool:
    """Whether the object at `opening` is a text with the questions about it (QuALITY)."""
    try:
        value, _ = PLAIN.raw_decode(text, opening)
    except UNREADABLE:
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


def _after_list(text: str, at: int, lines: LineCounter) -> tuple[RowIssue, int | None]:
    """Return the issue of an object broken after its list of rows, and where to read on."""
    line = lines.of_row(at)
    next_at = next_row(text, at, lines)
    raw = text[at:next_at].rstrip()
    is_complete = next_at is not None or raw.endswith("}")
    return (broken_issue if is_complete else cut_off_issue)(line, raw), next_at

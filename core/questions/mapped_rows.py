"""Rename a row's fields to the names the parser knows, by a column mapping."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from string import ascii_lowercase
from typing import Any

from core.questions.columns import (
    NO_MAPPING,
    STANDARD,
    ColumnField,
    ColumnMapping,
    FirstOption,
    complete,
    option_letter,
)
from core.questions.records import Record
from core.questions.sanitizing import escape_unstorable

_KNOWN = frozenset({*STANDARD, "position", "context", "id", "question_type"})
_GROUP = "questions"
_TEXTS = ("context", "article", "passage", "story")
_MARKED_LINE = re.compile(r"\s*[(（\[]?([A-Za-zＡ-Ｚ])[)）\].:：、．]\s*(.+)")
_SEPARATORS = ("\n", "|", "；", ";")


def with_plain_names(record: Record, chosen: ColumnMapping) -> tuple[Record, FirstOption | None]:
    """Return the row with plain names, and the number its answers count from if columns tell it.

    A row that has question, choice and answer is left alone unless `chosen` names columns.
    """
    if chosen == NO_MAPPING and record.fields.keys() >= STANDARD:
        return record, None
    mapping = _completed(chosen, tuple(record.fields))
    return replace(record, fields=_renamed(record.fields, mapping, chosen)), mapping.first_option


@lru_cache(maxsize=512)
def _completed(chosen: ColumnMapping, names: tuple[str, ...]) -> ColumnMapping:
    return complete(chosen, names)


def _renamed(
    row: Mapping[str, Any], mapping: ColumnMapping, chosen: ColumnMapping
) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    used: set[str] = set()
    for field, names in mapping.columns:
        # Unless they are mapped, these stay under their own names, as every extra field does.
        if field in (ColumnField.EVIDENCE, ColumnField.CHAPTER) and not chosen.get(field):
            continue
        present = [name for name in names if name in row]
        if present:
            used.update(present)
            fields |= _field(field, present, row)
    for name, value in row.items():
        if name not in used:
            # Keep a column that is not what its name says, too.
            fields[f"extra.{name}" if name in fields or name in _KNOWN else name] = value
    return fields


def _field(field: ColumnField, names: Sequence[str], row: Mapping[str, Any]) -> dict[str, Any]:
    value, several = row[names[0]], len(names) > 1
    match field:
        case ColumnField.OPTIONS:
            return {"choice": _options_by_column(names, row) if several else options_from(value)}
        case ColumnField.POSITION:
            ends = dict(
                zip(("start_pos", "end_pos"), map(_number, map(row.get, names)), strict=False)
            )
            return {"position": ends if several else _from_json(value)}
        case ColumnField.ANSWER:
            value = _from_json(value)
        case ColumnField.EVIDENCE if several:
            value = [row[name] for name in names]
        case ColumnField.ID if value in (None, ""):
            return {}
    return {field.value: value}


def _options_by_column(names: Sequence[str], row: Mapping[str, Any]) -> dict[str, Any]:
    """Name options by the letters of their columns, else in order; an empty cell is no option."""
    letters = [option_letter(name) for name in names]
    if None in letters or len(set(letters)) < len(letters):
        letters = list(ascii_lowercase[: len(names)])
    return {
        letter: row[name]
        for letter, name in zip(letters, names, strict=False)
        if letter and row[name] is not None and str(row[name]).strip()
    }


def options_from(value: object) -> object:
    """Split a cell into options: JSON, marked lines ("A. Yes"), or parts between |, ; or lines."""
    value = _from_json(value)
    if isinstance(value, str):
        return _parts(value)
    if not isinstance(value, Mapping):
        return value
    labels, texts = value.get("label"), value.get("text")
    if isinstance(labels, list) and isinstance(texts, list) and len(labels) == len(texts):  # ARC
        lettered = all(isinstance(label, str) and label.isalpha() for label in labels)
        return dict(zip(labels, texts, strict=True)) if lettered else texts
    numbered = bool(value) and all(str(key).isdigit() for key in value)
    return list(value.values()) if numbered else value


def _parts(text: str) -> object:
    lines = [line for line in text.splitlines() if line.strip()]
    marked = [_MARKED_LINE.fullmatch(line) for line in lines]
    if len(lines) > 1 and all(marked):
        return {match[1]: match[2] for match in marked if match}
    for separator in _SEPARATORS:
        parts = [part.strip() for part in text.split(separator) if part.strip()]
        if len(parts) > 1:
            return parts
    if len(lines) == 1 and marked[0]:
        return {marked[0][1]: marked[0][2]}
    return text


def _from_json(value: object) -> object:
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _number(value: object) -> object:
    """Read 25632.0, as spreadsheets write 25632; what is no number is refused with the row."""
    if isinstance(value, str):
        match = re.fullmatch(r"\s*([+-]?[0-9]{1,18})(?:\.0*)?\s*", value)
        return int(match[1]) if match else (value.strip() or None)
    return value


def single_rows(record: Record) -> Iterator[Record]:
    """Yield the questions of a row with a list of them (QuALITY, C3, a chapter), else the row.

    Each question gets the other fields of the row, with the row's text as its context.
    """
    questions = record.fields.get(_GROUP)
    if not holds_questions(record.fields) or not isinstance(questions, list):
        yield record
        return
    common = {name: value for name, value in record.fields.items() if name != _GROUP}
    text = next((name for name in _TEXTS if isinstance(common.get(name), str)), None)
    if text is not None:
        common["context"] = common.pop(text)
    group_id = common.pop("id", None)
    for number, inner in enumerate(questions, 1):
        named = {"id": f"{group_id}-{number}"} if group_id is not None and "id" not in inner else {}
        fields = {**common, **named, **inner}
        yield Record(record.line, escape_unstorable(json.dumps(inner, ensure_ascii=False)), fields)


def is_group(fields: Mapping[str, Any]) -> bool:
    """Whether a row is a text with a list of questions about it."""
    return holds_questions(fields) and any(isinstance(fields.get(name), str) for name in _TEXTS)


def holds_questions(fields: Mapping[str, Any]) -> bool:
    """Whether a row is a list of questions, with or without a text, and no question itself."""
    group = fields.get(_GROUP)
    return (
        "question" not in fields
        and isinstance(group, list)
        and bool(group)
        and all(isinstance(inner, dict) and "question" in inner for inner in group)
    )

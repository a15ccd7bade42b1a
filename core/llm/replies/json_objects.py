"""Find the JSON object in a reply as models really write them.

The steps go from strict to tolerant and stop at the first that works: JSON, JSON with its
punctuation put right, a Python literal, the json_repair library (core.llm.replies.json_repairs).
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from core.llm.errors import UnreadableReply
from core.llm.replies.json_repairs import (
    ANY_WAY,
    as_json,
    as_python,
    folded_name,
    read_object,
    with_plain_punctuation,
)
from core.llm.replies.reasoning import visible_reply, without_reasoning
from core.llm.replies.reply_fields import with_usual_names

_JSON = json.JSONDecoder(strict=False)
_BEGINS = re.compile(r'\{\s*["}]')
_FIRST_QUOTE = re.compile("[\"'“]")
_AFTER_OBJECT = re.compile(r"(?:\s|```|</[\w-]{1,30}>)+\Z")
_ENDS_IN_LITERAL = re.compile(r":\s*(?:true|false|null|none|[\d.]+)\Z", re.IGNORECASE)
_LONGEST_END = 200
_MOST_BEGINNINGS = 20
_NESTING = 3
_DEEPEST = 50
"""Deepest nesting whose closing bracket is searched for; a good reply has three levels."""

_MOST_SEARCHED = 500_000
"""Characters that failed attempts may cost, for JSON and again for near-JSON: each brace of a reply
may be followed to the reply's end.
"""


def read_json_object(raw: str, expected: Collection[str] = ()) -> dict[str, Any]:
    """The last object of a reply that has all `expected` keys; without any, the last object.

    Keys are compared without case, spaces and camel case ("isAnswerable" is `is_answerable`), or by
    the other names that reply_fields has for them, and come back as expected. A cut-off
    object is read as far as it is complete. Raises UnreadableReply naming the fields that the best
    object lacks, or saying that there is none.
    """
    best = _best(json_objects(raw), expected)
    if best is None:
        raise UnreadableReply(
            "The reply contains no JSON object. It is stored unchanged; retry.", raw=raw
        )
    if missing := [name for name in expected if name not in best]:
        raise UnreadableReply(
            "The reply lacks the field {names}. It is stored unchanged; retry.",
            raw=raw,
            names=", ".join(missing),
        )
    return best


def json_objects(raw: str) -> list[dict[str, Any]]:
    """Every object of a reply; nested objects come before the one that holds them."""
    return [
        inner for outer in _objects(visible_reply(raw)) for inner in _with_inner(outer, _NESTING)
    ]


def fields_named(objects: Sequence[dict[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """The fields of `names` that any object has, in that order, each with its last value."""
    last = {name: value for fields in objects for name, value in _named(fields, names).items()}
    return {name: last[name] for name in names if name in last}


def ends_in_object(text: str) -> bool:
    """Whether a reply ends in a closed object; code fences and closing tags may follow."""
    trimmed = _AFTER_OBJECT.sub("", text[-_LONGEST_END:])
    if not trimmed.endswith(("}", "]")):
        return False
    start, tried = text.find("{"), 0
    end = len(text) - len(text[-_LONGEST_END:]) + len(trimmed)
    while start != -1 and tried < _MOST_BEGINNINGS:
        try:
            if _JSON.raw_decode(text, start)[1] >= end:
                return True
        except (ValueError, RecursionError):
            pass
        start, tried = text.find("{", start + 1), tried + 1
    return as_whole(text[:end]) is not None


def as_whole(text: str) -> dict[str, Any] | None:
    """The object from the first brace to the end, if complete and (nearly) JSON; else None."""
    start = text.find("{")
    return (
        None
        if start == -1 or not _is_complete(text[start:])
        else read_object(text[start:], ANY_WAY)
    )


def _best(candidates: Sequence[dict[str, Any]], expected: Collection[str]) -> dict[str, Any] | None:
    """The candidate with most of the expected keys, the last of equals, its keys as expected."""
    best: dict[str, Any] | None = None
    for candidate in candidates:
        named = with_usual_names(_named(candidate, expected), expected)
        if best is None or _count(named, expected) >= _count(best, expected):
            best = named
    return best


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the reply if it is an object, else each outermost object outside its reasoning."""
    reply = read_object(text, (as_json,))
    if reply is not None:
        yield reply
        return
    text = without_reasoning(text)
    if text.startswith('"'):
        text = _unquoted(text)
    start, wasted, searched = text.find("{"), 0, 0
    while start != -1 and wasted < _MOST_SEARCHED:
        value, end = _json_at(text, start)
        if value is None:
            wasted, end = wasted + end - start, start + 1
            if searched < _MOST_SEARCHED:
                value, end = _nearly_json_at(text, start)
                searched += len(text) - start
        if value is not None:
            yield value
        start = text.find("{", end)


def _unquoted(text: str) -> str:
    """Decode a text that was encoded as a JSON string; unchanged if it was not."""
    try:
        return str(json.loads(text))
    except (ValueError, RecursionError):
        return text


def _nearly_json_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The near-JSON object at `start`, or None, and where to go on searching."""
    plain = _with_plain_punctuation_at(text, start)
    if plain is not None:
        return plain
    balanced, last_comma = _scan(text, start)
    if balanced is not None:
        value = read_object(text[start:balanced], ANY_WAY)
        if value is not None:
            return value, balanced
    last_brace = text.rfind("}", start) + 1
    if last_brace != balanced and _is_complete(text[start:last_brace]):
        value = read_object(text[start:last_brace], ANY_WAY)
        if value is not None:
            return value, last_brace
    if balanced is None:
        return _cut_off(text, start, last_comma), start + 1
    return None, start + 1


def _json_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object at `start` and its end; else None and a position that measures the work done."""
    if not _BEGINS.match(text, start):
        return None, start + 1
    try:
        return _JSON.raw_decode(text, start)
    except json.JSONDecodeError as error:
        # An unterminated string was read to the text's end; and the error counts lines up to `pos`.
        end = len(text) if error.msg.startswith("Unterminated") else error.pos
        return None, end + error.pos // 100
    except RecursionError:
        return None, len(text)


def _with_plain_punctuation_at(text: str, start: int) -> tuple[dict[str, Any], int] | None:
    """The object at `start` and its end after normalising punctuation, which keeps offsets."""
    try:
        value, length = _JSON.raw_decode(with_plain_punctuation(text[start:]))
    except (ValueError, RecursionError):
        return None
    return value, start + length


def _scan(text: str, start: int) -> tuple[int | None, int | None]:
    """Where the braces opened at `start` balance, and the last comma between top-level fields."""
    depth, inside, comma, at = 0, False, None, start
    while at < len(text):
        char = text[at]
        if inside:
            if char == "\\":
                at += 1
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "{[":
            depth += 1
            if depth > _DEEPEST:
                break
        elif char in "}]":
            depth -= 1
            if not depth:
                return at + 1, comma
        elif char == "," and depth == 1:
            comma = at
        at += 1
    return None, comma


def _is_complete(segment: str) -> bool:
    """Whether an object is complete although stray quotation marks misled the scan: its brackets
    balance, and its last value ends in the kind of quotation mark that the first key began with.
    """
    opening = _FIRST_QUOTE.search(segment)
    if opening is None or segment.count("[") != segment.count("]"):
        return False
    if segment.count("{") != segment.count("}") or not segment.endswith("}"):
        return False
    # Cut off step by step: a pattern of several optional parts may be slow on white space.
    value = segment[:-1].rstrip().removesuffix(",").rstrip()
    last = value.removesuffix("]").rstrip()
    closing = "”" if opening[0] == "“" else opening[0]
    return (last.endswith(closing) and not last.endswith(f"\\{closing}")) or (
        _ENDS_IN_LITERAL.search(value) is not None
    )


def _cut_off(text: str, start: int, last_comma: int | None) -> dict[str, Any] | None:
    """The complete fields of an object that was cut off; None if it has none."""
    closed = text[start:].rstrip().rstrip("`").rstrip() + "}"
    value = read_object(closed, (as_json, as_python))
    if value is not None or last_comma is None:
        return value
    return read_object(text[start:last_comma] + "}", ANY_WAY)


def _with_inner(value: object, depth: int) -> Iterator[dict[str, Any]]:
    """Yield inner objects before the value: replies come wrapped in "result" or a tool call."""
    if isinstance(value, str) and value.lstrip().startswith("{") and depth:
        value = read_object(value.strip(), ANY_WAY)
    if isinstance(value, dict):
        for inner in value.values():
            item = inner[0] if isinstance(inner, list) and len(inner) == 1 else inner
            yield from _with_inner(item, depth - 1) if depth else ()
        yield value


def _named(fields: dict[str, Any], expected: Collection[str]) -> dict[str, Any]:
    expected_names = {folded_name(name): name for name in expected}
    return {
        expected_names.get(folded_name(str(key)), str(key)): value for key, value in fields.items()
    }


def _count(fields: dict[str, Any], expected: Collection[str]) -> int:
    return sum(name in fields for name in expected)

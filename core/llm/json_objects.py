"""Finding the JSON object in a reply as models really write them.

The steps go from strict to tolerant and stop at the first that works: JSON, JSON with its
punctuation put right, a Python literal, the json_repair library (core.llm.json_repairs).
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from core.llm.errors import UnreadableReply
from core.llm.json_repairs import (
    ANY_WAY,
    as_json,
    as_python,
    folded_name,
    read_object,
    with_plain_punctuation,
)
from core.llm.reasoning import visible_reply, without_reasoning
from core.llm.reply_fields import with_usual_names

_JSON = json.JSONDecoder(strict=False)
_BEGINS = re.compile(r'\{\s*["}]')
_FIRST_QUOTE = re.compile("[\"'“]")
_AFTER_OBJECT = re.compile(r"(?:\s|```|</[\w-]{1,30}>)+\Z")
_LONGEST_END = 200
_MOST_BEGINNINGS = 20
_NESTING = 3
_DEEPEST = 50
"""Brackets open at once; a reply has three. Deeper text is not searched for their ends."""

_MOST_SEARCHED = 500_000
"""Characters looked at in vain for JSON, and again for what is nearly JSON, before either is given
up: each brace of a reply may be followed to the reply's end.
"""


def read_json_object(raw: str, expected: Collection[str] = ()) -> dict[str, Any]:
    """The last object of a reply that has all `expected` keys; without any, the last object.

    Keys are compared without case, spaces and camel case ("isAnswerable" is `is_answerable`), or by
    the other names that core.llm.reply_fields has for them, and come back as expected. A cut-off
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
    """Every object of a reply, those inside of others before them."""
    return [
        inner for whole in _objects(visible_reply(raw)) for inner in _with_inner(whole, _NESTING)
    ]


def fields_named(objects: Sequence[dict[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """Those of `names` that an object has, in their order, each with its last value."""
    last = {name: value for found in objects for name, value in _named(found, names).items()}
    return {name: last[name] for name in names if name in last}


def ends_in_object(text: str) -> bool:
    """Whether the last thing in a reply is an object that is closed; fences and tags may follow."""
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
    """An object that is nearly JSON, from the first brace to the text's end."""
    start = text.find("{")
    return None if start == -1 or not _closed(text[start:]) else read_object(text[start:], ANY_WAY)


def _best(candidates: Sequence[dict[str, Any]], expected: Collection[str]) -> dict[str, Any] | None:
    """The last of those that have most of the keys, named as expected."""
    best: dict[str, Any] | None = None
    for candidate in candidates:
        named = with_usual_names(_named(candidate, expected), expected)
        if best is None or _count(named, expected) >= _count(best, expected):
            best = named
    return best


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The reply if it is an object; else every object outside of thoughts and of another one."""
    whole = read_object(text, (as_json,))
    if whole is not None:
        yield whole
        return
    text = without_reasoning(text)
    if text.startswith('"'):
        text = _unquoted(text)
    start, in_vain, searched = text.find("{"), 0, 0
    while start != -1 and in_vain < _MOST_SEARCHED:
        found, end = _json_at(text, start)
        if found is None:
            in_vain, end = in_vain + end - start, start + 1
            if searched < _MOST_SEARCHED:
                found, end = _nearly_json_at(text, start)
                searched += len(text) - start
        if found is not None:
            yield found
        start = text.find("{", end)


def _unquoted(text: str) -> str:
    """An object that was encoded twice, decoded once."""
    try:
        return str(json.loads(text))
    except (ValueError, RecursionError):
        return text


def _nearly_json_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object that begins at `start` and where to look on."""
    plain = _with_plain_punctuation_at(text, start)
    if plain is not None:
        return plain
    balanced, last_comma = _scan(text, start)
    if balanced is not None:
        found = read_object(text[start:balanced], ANY_WAY)
        if found is not None:
            return found, balanced
    last_brace = text.rfind("}", start) + 1
    if last_brace != balanced and _closed(text[start:last_brace]):
        found = read_object(text[start:last_brace], ANY_WAY)
        if found is not None:
            return found, last_brace
    if balanced is None:
        return _cut_off(text, start, last_comma), start + 1
    return None, start + 1


def _json_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object that begins at `start` and its end, else None and how far the work for it went."""
    if not _BEGINS.match(text, start):
        return None, start + 1
    try:
        return _JSON.raw_decode(text, start)
    except json.JSONDecodeError as error:
        # A string without an end was followed to the text's; and the error counts the lines to it.
        end = len(text) if error.msg.startswith("Unterminated") else error.pos
        return None, end + error.pos // 100
    except RecursionError:
        return None, len(text)


def _with_plain_punctuation_at(text: str, start: int) -> tuple[dict[str, Any], int] | None:
    """JSON after its punctuation was put right; offsets stay what they were."""
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


def _closed(segment: str) -> bool:
    """Stray quotation marks misled the scan, but nothing was cut off: as many brackets close as
    open, and the last value ends in the kind of quotation mark the first key began with.
    """
    opening = _FIRST_QUOTE.search(segment)
    if opening is None or segment.count("[") != segment.count("]"):
        return False
    closing = "”" if opening[0] == "“" else opening[0]
    ending = rf"(?:(?<!\\){closing}\s*\]?|:\s*(?:true|false|null|none|[\d.]+))\s*,?\s*\}}\Z"
    return segment.count("{") == segment.count("}") and (
        re.search(ending, segment, re.IGNORECASE) is not None
    )


def _cut_off(text: str, start: int, last_comma: int | None) -> dict[str, Any] | None:
    """A reply that ended early: the fields that are complete, and no others."""
    rest = text[start:].rstrip().rstrip("`").rstrip() + "}"
    whole = read_object(rest, (as_json, as_python))
    if whole is not None or last_comma is None:
        return whole
    return read_object(text[start:last_comma] + "}", ANY_WAY)


def _with_inner(value: object, depth: int) -> Iterator[dict[str, Any]]:
    """An object and those inside it: replies come wrapped in "result" or in a tool call."""
    if isinstance(value, str) and value.lstrip().startswith("{") and depth:
        value = read_object(value.strip(), ANY_WAY)
    if isinstance(value, dict):
        for inner in value.values():
            alone = inner[0] if isinstance(inner, list) and len(inner) == 1 else inner
            yield from _with_inner(alone, depth - 1) if depth else ()
        yield value


def _named(found: dict[str, Any], expected: Collection[str]) -> dict[str, Any]:
    wanted = {folded_name(name): name for name in expected}
    return {wanted.get(folded_name(str(key)), str(key)): value for key, value in found.items()}


def _count(found: dict[str, Any], expected: Collection[str]) -> int:
    return sum(name in found for name in expected)

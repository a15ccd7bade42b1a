"""Finding the JSON object in a reply as models really write them.

The steps go from strict to tolerant and stop at the first that works: JSON, a Python literal, the
json_repair library. A repair may add or take away punctuation, never a word: what it returns must
spell the same letters in the same order as the reply, so it can neither invent nor drop a value.
"""

import ast
import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from json_repair import repair_json

from core.llm.errors import UnreadableReply

_THINKING = re.compile(r"<(think|thinking|reasoning)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_THOUGHT_BEFORE = re.compile(r"\A.*</think(?:ing)?\s*>", re.DOTALL | re.IGNORECASE)
_UNFINISHED_THOUGHT = re.compile(r"<think(?:ing)?\b[^>]*>.*\Z", re.DOTALL | re.IGNORECASE)
_INVISIBLE = str.maketrans("", "", "\x00\ufeff\u200b")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_NOT_A_WORD = re.compile(r"[\W_]+")
_LITERALS = {"true": "true", "false": "false", "none": "null", "null": "null"}
_LITERAL = re.compile(r"\b(?:true|false|none|null)\b", re.IGNORECASE)
_FIRST_QUOTE = re.compile("[\"'“]")
_NESTING = 3
_MOST_STARTS = 50
_LONGEST_REPAIR = 100_000


def without_thinking(raw: str) -> str:
    """The reply without NULs, byte order marks and what the model thought aloud."""
    text = _THINKING.sub("", raw.translate(_INVISIBLE))
    text = _THOUGHT_BEFORE.sub("", text)
    return _UNFINISHED_THOUGHT.sub("", text).strip()


def read_json_object(raw: str, expected: Collection[str] = ()) -> dict[str, Any]:
    """The last object of a reply that has all `expected` keys; without any, the last object.

    Keys are compared without case, spaces and camel case ("isAnswerable" is `is_answerable`) and
    come back as expected. A cut-off object is read as far as it is complete. Raises UnreadableReply
    naming the fields that the best object lacks, or saying that there is none.
    """
    text = without_thinking(raw)
    best: dict[str, Any] | None = None
    for found in _objects(text):
        for candidate in _with_inner(found, _NESTING):
            named = _named(candidate, expected)
            if best is None or _count(named, expected) >= _count(best, expected):
                best = named
    if best is None:
        raise UnreadableReply(
            "The reply holds no JSON object. It is kept as it came; ask again.", raw=raw
        )
    if missing := [name for name in expected if name not in best]:
        raise UnreadableReply(
            "The reply lacks the field {names}. It is kept as it came; ask again.",
            raw=raw,
            names=", ".join(missing),
        )
    return best


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Every object that begins outside another one, in order."""
    if text.startswith('"'):
        text = _unquoted(text)
    start, tried = text.find("{"), 0
    while start != -1 and tried < _MOST_STARTS:
        found, end = _object_at(text, start)
        if found is not None:
            yield found
        else:
            tried += 1
        start = text.find("{", end)


def _unquoted(text: str) -> str:
    """An object that was encoded twice, decoded once."""
    try:
        return str(json.loads(text))
    except ValueError:
        return text


def _object_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object that begins at `start` and where to look on."""
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text, start)
    except (ValueError, RecursionError):
        pass
    else:
        return value, end
    balanced, last_comma = _scan(text, start)
    if balanced is not None:
        found = _tolerant(text[start:balanced])
        if found is not None:
            return found, balanced
    last_brace = text.rfind("}", start) + 1
    if last_brace != balanced and _closed(text[start:last_brace]):
        found = _tolerant(text[start:last_brace])
        if found is not None:
            return found, last_brace
    if balanced is None:
        return _cut_off(text, start, last_comma), start + 1
    return None, start + 1


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
    whole = _tolerant(text[start:].rstrip().rstrip("`").rstrip() + "}", repair=False)
    if whole is not None or last_comma is None:
        return whole
    return _tolerant(text[start:last_comma] + "}")


def _tolerant(segment: str, *, repair: bool = True) -> dict[str, Any] | None:
    for read in (_as_json, _as_python, _as_repaired) if repair else (_as_json, _as_python):
        try:
            value = read(segment)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
        if isinstance(value, dict):
            return value
    return None


def _as_json(segment: str) -> object:
    return json.loads(segment, strict=False)


def _as_python(segment: str) -> object:
    return ast.literal_eval(segment)


def _as_repaired(segment: str) -> object:
    if len(segment) > _LONGEST_REPAIR:
        raise ValueError("too long to repair")
    value = repair_json(segment, return_objects=True, skip_json_loads=True)
    if not isinstance(value, dict) or _spelling(segment) != _spelling(_flat(value)):
        raise ValueError("the repair changed more than punctuation")
    for key, inner in value.items():
        if inner in ("", [], {}) and not _is_empty_in(segment, str(key)):
            raise ValueError("the repair made up an empty value")
    return value


def _flat(value: object) -> str:
    """Everything a value says, in order."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_flat(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(_flat(inner) for inner in value)
    return value if isinstance(value, str) else json.dumps(value)


def _spelling(text: str) -> str:
    unescaped = _ESCAPE.sub(
        lambda escape: (
            chr(int(escape[1], 16)) if escape[1] else "" if escape[2] in "nrtbf" else escape[2]
        ),
        text,
    )
    plain = _LITERAL.sub(lambda word: _LITERALS[word[0].lower()], unescaped)
    return _NOT_A_WORD.sub("", plain)


def _is_empty_in(segment: str, key: str) -> bool:
    empty = r"""(?:""|''|“”|\[\s*\]|\{\s*\}|null|None)"""
    return re.search(rf"{re.escape(key)}\s*[\"'”]?\s*:\s*{empty}", segment) is not None


def _with_inner(value: object, depth: int) -> Iterator[dict[str, Any]]:
    """An object and those inside it: replies come wrapped in "result" or in a tool call."""
    if isinstance(value, str) and value.lstrip().startswith("{") and depth:
        value = _tolerant(value.strip())
    if isinstance(value, dict):
        for inner in value.values():
            yield from _with_inner(inner, depth - 1) if depth else ()
        yield value


def _named(found: dict[str, Any], expected: Collection[str]) -> dict[str, Any]:
    wanted = {_NOT_A_WORD.sub("", name).lower(): name for name in expected}
    named: dict[str, Any] = {}
    for key, value in found.items():
        folded = _NOT_A_WORD.sub("", str(key)).lower()
        named[wanted.get(folded, str(key))] = value
    return named


def _count(found: dict[str, Any], expected: Collection[str]) -> int:
    return sum(name in found for name in expected)

"""Read one object that is nearly JSON.

A repair may add or take away punctuation, never a word: what it returns must spell the same letters
in the same order as the reply, so it can neither invent nor drop a value.
"""

import ast
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from json_repair import repair_json

Read = Callable[[str], object]

LONGEST = 50_000
"""Longest text in characters that the tolerant steps are tried on; a good reply has thousands."""

_MOST_FOLLOWED = 500_000
"""Most work of a repair, as opening brackets times characters: it may read on from each bracket."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_NOT_A_WORD = re.compile(r"[\W_]+")
_LITERALS = {"true": "true", "false": "false", "none": "null", "null": "null"}
_LITERAL = re.compile(r"\b(?:true|false|none|null)\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"""
    "(?:[^"\\]|\\.)*"?                     # what stands inside quotation marks is not touched
    | “(?P<curly>[^“”"\\]*)”
    | (?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
    | (?P<wide>[，：｛｝［］])
    | (?P<last>,)(?=\s*[}\]｝］])
    """,
    re.VERBOSE | re.DOTALL,
)
_ASCII = dict(zip("，：｛｝［］", ",:{}[]", strict=True))


def read_object(segment: str, ways: Iterable[Read]) -> dict[str, Any] | None:
    """The object that the first of `ways` to find one reads; None if none does."""
    for read in ways:
        try:
            value = read(segment)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
        if isinstance(value, dict):
            return value
    return None


def with_plain_punctuation(segment: str) -> str:
    """Replace full-width punctuation and curly quotation marks by JSON's, comments and trailing
    commas by spaces. The length and the texts inside quotation marks do not change.
    """
    # Twice, since a comma may turn out to be the last one once a comment is gone.
    return _TOKEN.sub(_plain, _TOKEN.sub(_plain, segment))


def _plain(token: re.Match[str]) -> str:
    if token["wide"]:
        return _ASCII[token["wide"]]
    if token["curly"] is not None:
        return f'"{token["curly"]}"'
    if token["comment"] or token["last"]:
        return " " * len(token[0])
    return token[0]


def folded_name(name: str) -> str:
    """A field's name without case, spaces, hyphens and underscores."""
    return _NOT_A_WORD.sub("", name).lower()


def as_json(segment: str) -> object:
    return json.loads(segment, strict=False)


def as_python(segment: str) -> object:
    if len(segment) > LONGEST:
        raise ValueError("too long to evaluate")
    return ast.literal_eval(segment)


def as_repaired(segment: str) -> object:
    brackets = segment.count("{") + segment.count("[")
    if len(segment) > LONGEST or brackets * len(segment) > _MOST_FOLLOWED:
        raise ValueError("too much to repair")
    value = repair_json(segment, return_objects=True, skip_json_loads=True)
    if not isinstance(value, dict) or _spelling(segment) != _spelling(_flat(value)):
        raise ValueError("the repair changed more than punctuation")
    for key, inner in value.items():
        if inner in ("", [], {}) and not _is_empty_in(segment, str(key)):
            raise ValueError("the repair made up an empty value")
    return value


ANY_WAY: tuple[Read, ...] = (as_json, as_python, as_repaired)


def _flat(value: object) -> str:
    """All keys and values of a value as one text, in order."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_flat(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(_flat(inner) for inner in value)
    return value if isinstance(value, str) else json.dumps(value)


def _spelling(text: str) -> str:
    """The letters and digits of a text, by which a repair is compared with its source."""
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

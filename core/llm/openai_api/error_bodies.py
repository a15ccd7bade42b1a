"""Read the codes, words and waiting times of an endpoint's error, whatever its JSON shape.

Shapes in use: `{"error": {...}}`, a list of those (Gemini), `{"message": ...}` (Bedrock),
`{"error": "..."}` (TGI), `{"base_resp": {...}}` (MiniMax), `{"detail": [...]}` (FastAPI),
`{"error_code": ...}` (Qianfan), `{"header": {...}}` (Spark), any of them as text inside
another's message (gateways), and any of them as an event of a stream.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

_CODE_FIELDS = (
    "code",
    "type",
    "status",
    "reason",
    "error_type",
    "error_code",
    "status_code",
    "__type",
)
_WORD_FIELDS = (
    "message",
    "msg",
    "detail",
    "error_msg",
    "error_message",
    "status_msg",
    "error_description",
    "description",
    "title",
    "raw",
)
_INNER = (
    "error",
    "errors",
    "details",
    "innererror",
    "inner_error",
    "metadata",
    "base_resp",
    "header",
    "response",
    "body",
    "data",
)
"""Fields that hold a part of the error, or the error of the provider behind a gateway."""
_NO_ERROR = frozenset({"", "0", "none", "null", "ok", "success", "200", "false", "true", "error"})
"""Codes that mean success, or that do not tell one error from another."""
_DEEPEST, _MOST_PARTS, _LONGEST = 5, 200, 100_000
_EVENT = re.compile(r"^(?:data|event|id|retry)?:\s*", re.MULTILINE)


@dataclass(frozen=True)
class ErrorBody:
    """An error body in the endpoint's own words.

    `codes`: every code, type and status it has, folded (`fold_code`), the outermost first;
    `minimax`: the number in MiniMax's base_resp; other providers use such numbers differently;
    `wait`: every field that may tell how long to wait, by its folded name.
    """

    codes: tuple[str, ...] = ()
    words: str = ""
    minimax: int = 0
    wait: tuple[tuple[str, str], ...] = ()

    def with_code(self, code: str) -> "ErrorBody":
        return replace(self, codes=(fold_code(code), *self.codes))

    @property
    def is_empty(self) -> bool:
        """Whether the body names no error, such as the empty form beside a good reply."""
        text = self.words.strip().strip(".").casefold()
        return text in _NO_ERROR and not self.codes and not self.minimax

    @property
    def status(self) -> int | None:
        """The HTTP status that a body names."""
        numbers = (int(code) for code in self.codes if code.isdigit() and len(code) == 3)
        return next((number for number in numbers if 400 <= number <= 599), None)


def fold_code(code: object) -> str:
    """Fold a code to its lower-case letters and digits, so that spellings compare equal.

    context_length_exceeded and ContextLengthExceeded both become contextlengthexceeded.
    """
    return "".join(filter(str.isalnum, str(code).rpartition("#")[2].casefold()))[:100]


def read_error(body: object) -> ErrorBody:
    """Read the error in parsed JSON."""
    parts = list(_parts(body, _DEEPEST))[:_MOST_PARTS]
    codes: dict[str, None] = {}
    words: dict[str, None] = {}
    wait: dict[str, str] = {}
    minimax = 0
    for part in parts:
        if isinstance(part, str):
            words.setdefault(part)
            continue
        for name, value in part.items():
            folded = fold_code(name)
            if isinstance(value, str | int | float) and any(
                hint in folded for hint in ("retry", "reset", "estimatedtime")
            ):
                wait.setdefault(folded, str(value))
            if folded == "statuscode" and "status_msg" in part:
                minimax = minimax or _as_int(value)
        if "status_msg" not in part:
            values = (part.get(name) for name in _CODE_FIELDS)
            folded_codes = (fold_code(code) for code in values if isinstance(code, str | int))
            codes.update(dict.fromkeys(code for code in folded_codes if code not in _NO_ERROR))
        words.update(dict.fromkeys(_words_of(part)))
    texts = [text for text in words if text.strip()]
    return ErrorBody(tuple(codes), _joined(texts), minimax, tuple(wait.items()))


def read_error_bytes(body: bytes) -> ErrorBody:
    """Read the error in a raw response body; empty if it holds no JSON object or list."""
    text = body[:_LONGEST].decode(errors="replace").lstrip("\ufeff")
    value = _parsed(text)
    if value is None:
        value = _parsed(_EVENT.sub("", text).replace("[DONE]", "").replace("error\n", "", 1))
    return ErrorBody() if value is None else read_error(value)


def _joined(texts: list[str]) -> str:
    """Join the first texts with semicolons, without those that an earlier one contains."""
    unique: list[str] = []
    for text in texts[:8]:
        if not any(text in earlier for earlier in unique):
            unique.append(text)
    return "; ".join(unique)[:_LONGEST]


def _parts(value: object, depth: int) -> Iterator[dict[str, Any] | str]:
    """Yield each object and each plain text of the error, down to `depth` levels."""
    if isinstance(value, str):
        inner = _parsed(value) if depth else None
        if inner is None:
            yield value
        else:
            yield from _parts(inner, depth - 1)
    elif isinstance(value, list) and depth:
        for item in value[:20]:
            yield from _parts(item, depth - 1)
    elif isinstance(value, dict):
        lower = {
            str(name).lower() if str(name).isalpha() else str(name): value[name] for name in value
        }
        yield lower
        for name in _INNER if depth else ():
            inner = lower.get(name)
            if isinstance(inner, dict | list | str) and inner:
                yield from _parts(inner, depth - 1)
        for name in _WORD_FIELDS if depth else ():
            words = lower.get(name)
            if isinstance(words, str) and (parsed := _inside(words[:_LONGEST])) is not None:
                yield from _parts(parsed, depth - 1)
            elif isinstance(words, dict | list):
                yield from _parts(words, depth - 1)


def _inside(words: str) -> object:
    """The JSON object or list inside a text, or None."""
    starts = [start for start in (words.find("{"), words.find("[")) if start != -1]
    end = max(words.rfind("}"), words.rfind("]"))
    return _parsed(words[min(starts) : end + 1]) if starts else None


def _words_of(part: Mapping[str, Any]) -> Iterator[str]:
    for name in _WORD_FIELDS:
        words = part.get(name)
        if isinstance(words, str) and not isinstance(_parsed(words), dict | list):
            yield words
        elif isinstance(words, dict | list) and name == "detail":
            yield _as_json(words)


def _as_int(value: object) -> int:
    try:
        return int(str(value))
    except ValueError:
        return 0


def _parsed(text: str) -> object:
    """Parse a text as a JSON object or list; None if it is neither."""
    trimmed = text.strip()
    if not trimmed.startswith(("{", "[")):
        return None
    try:
        value = orjson.loads(trimmed)
    except ValueError:
        return None
    return value if isinstance(value, dict | list) else None


def _as_json(words: object) -> str:
    """The value as JSON; empty if it is nested too deeply or holds too long a number."""
    try:
        return json.dumps(words, ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""

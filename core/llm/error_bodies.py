"""What an endpoint's error says, whatever the shape of its body: codes, words and details.

Shapes in use: `{"error": {...}}`, a list of those (Gemini), `{"message": ...}` (Bedrock),
`{"error": "..."}` (TGI), `{"base_resp": {...}}` (MiniMax), `{"detail": [...]}` (FastAPI),
`{"error_code": ...}` (Qianfan), `{"header": {...}}` (Spark), any of them as text inside of another
one's message (gateways), and any of them as an event of a stream.
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
_FINE = frozenset({"", "0", "none", "null", "ok", "success", "200", "false", "true", "error"})
"""Codes that say nothing went wrong, or nothing more than that something did."""
_DEEPEST, _MOST_PARTS, _LONGEST = 5, 200, 100_000
_EVENT = re.compile(r"^(?:data|event|id|retry)?:\s*", re.MULTILINE)


@dataclass(frozen=True)
class ErrorBody:
    """An error body in the endpoint's own words.

    `codes`: every code, type and status it has, folded (`fold_code`), the outermost first;
    `minimax`: the number in MiniMax's base_resp, whose numbers others give another meaning;
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
        """An empty form beside a good reply, which says that nothing went wrong."""
        said = self.words.strip().strip(".").casefold()
        return said in _FINE and not self.codes and not self.minimax

    @property
    def status(self) -> int | None:
        """The HTTP status that a body names."""
        numbers = (int(code) for code in self.codes if code.isdigit() and len(code) == 3)
        return next((number for number in numbers if 400 <= number <= 599), None)


def fold_code(code: object) -> str:
    """Letters and digits alone, in lower case: context_length_exceeded, ContextLengthExceeded."""
    return "".join(filter(str.isalnum, str(code).rpartition("#")[2].casefold()))[:100]


def read_error(body: object) -> ErrorBody:
    """The error in parsed JSON."""
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
                said in folded for said in ("retry", "reset", "estimatedtime")
            ):
                wait.setdefault(folded, str(value))
            if folded == "statuscode" and "status_msg" in part:
                minimax = minimax or _whole(value)
        if "status_msg" not in part:
            named = (part.get(name) for name in _CODE_FIELDS)
            told = (fold_code(code) for code in named if isinstance(code, str | int))
            codes.update(dict.fromkeys(code for code in told if code not in _FINE))
        words.update(dict.fromkeys(_words_of(part)))
    said = [text for text in words if text.strip()]
    return ErrorBody(tuple(codes), _joined(said), minimax, tuple(wait.items()))


def read_error_bytes(body: bytes) -> ErrorBody:
    """The error in a body as it came; one without any structure is empty."""
    text = body[:_LONGEST].decode(errors="replace").lstrip("\ufeff")
    value = _parsed(text)
    if value is None:
        value = _parsed(_EVENT.sub("", text).replace("[DONE]", "").replace("error\n", "", 1))
    return ErrorBody() if value is None else read_error(value)


def _joined(texts: list[str]) -> str:
    """All that is said, without what one of the others says as well."""
    kept: list[str] = []
    for text in texts[:8]:
        if not any(text in earlier for earlier in kept):
            kept.append(text)
    return "; ".join(kept)[:_LONGEST]


def _parts(value: object, depth: int) -> Iterator[dict[str, Any] | str]:
    """Every object that is part of the error, and every text that is one as a whole."""
    if isinstance(value, str):
        inner = _parsed(value) if depth else None
        if inner is None:
            yield value
        else:
            yield from _parts(inner, depth - 1)
    elif isinstance(value, list) and depth:
        for each in value[:20]:
            yield from _parts(each, depth - 1)
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
            said = lower.get(name)
            if isinstance(said, str) and (parsed := _inside(said[:_LONGEST])) is not None:
                yield from _parts(parsed, depth - 1)
            elif isinstance(said, dict | list):
                yield from _parts(said, depth - 1)


def _inside(words: str) -> object:
    """The object or list that stands within words, None where there is none."""
    starts = [at for at in (words.find("{"), words.find("[")) if at != -1]
    end = max(words.rfind("}"), words.rfind("]"))
    return _parsed(words[min(starts) : end + 1]) if starts else None


def _words_of(part: Mapping[str, Any]) -> Iterator[str]:
    for name in _WORD_FIELDS:
        said = part.get(name)
        if isinstance(said, str) and not isinstance(_parsed(said), dict | list):
            yield said
        elif isinstance(said, dict | list) and name == "detail":
            yield _as_json(said)


def _whole(value: object) -> int:
    try:
        return int(str(value))
    except ValueError:
        return 0


def _parsed(text: str) -> object:
    """An object or a list, else None."""
    trimmed = text.strip()
    if not trimmed.startswith(("{", "[")):
        return None
    try:
        value = orjson.loads(trimmed)
    except ValueError:
        return None
    return value if isinstance(value, dict | list) else None


def _as_json(words: object) -> str:
    """Empty for what cannot be written: nested without end, a number of thousands of digits."""
    try:
        return json.dumps(words, ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""

"""Error statuses of OpenAI-compatible endpoints, each as one sentence with its fix."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import orjson

from core.llm.client import Usage
from core.llm.errors import AuthenticationFailed, FailureKind, LLMError
from core.llm.sanitizing import without_unstorable

WORDS_SHOWN = 300
_PAGE_SEARCHED = 10_000
FILTERED = ("content_filter", "data_inspection_failed", "content_policy_violation")
_FILTERED_WORDS = re.compile(
    r"moderation|flagged|(?:content|usage|safety)[ _-]polic|polic(?:y|ies) violat"
    r"|violat[^.]*polic|content[ _-]filter|content[^.]*blocked|blocked[^.]*content"
    r"|inappropriate|sensitive|firewall|敏感|违规|审核|不当内容",
    re.IGNORECASE,
)
_OF_THE_KEY = re.compile(
    r"\bkeys?\b|api_?key|permission|accounts?\b|organi[sz]ation|project|billing|subscription"
    r"|credential|authori[sz]|authenticat|\baccess to\b|ha(?:s|ve) (?:no )?access"
    r"|countr(?:y|ies)|region|密钥|权限|账户|账号|帐号|欠费",
    re.IGNORECASE,
)
"""What a 403 is about when it is about who asks, and so about every later call too."""

_NO_QUOTA = ("insufficient_quota", "billing_hard_limit_reached")
_TOO_LONG = ("context_length_exceeded", "string_above_max_length")
_TOO_LONG_WORDS = ("maximum context length", "context window", "context length", "too many tokens")


@dataclass(frozen=True)
class Endpoint:
    """Who answered, for the error sentences; the key only to take it out of them."""

    name: str
    base_url: str
    key_variable: str | None
    key: str = field(default="", repr=False)

    def without_key(self, words: str) -> str:
        clean = without_unstorable(words.replace(self.key, "[key]") if self.key else words)
        return " ".join(clean.split())[:WORDS_SHOWN].rstrip(".")


@dataclass(frozen=True)
class ErrorBody:
    """An error body in the endpoint's own words, whatever shape it has."""

    code: str
    words: str

    @classmethod
    def from_json(cls, body: object) -> "ErrorBody":
        error = body.get("error", body) if isinstance(body, dict) else body
        if not isinstance(error, dict):
            return cls("", error if isinstance(error, str) else "")
        words = error.get("message") or error.get("detail") or ""
        codes = (error.get("code"), error.get("type"))
        code = next((str(code) for code in codes if code not in (None, "")), "")
        return cls(code, words if isinstance(words, str) else _as_json(words))


def _as_json(words: object) -> str:
    """Empty for what cannot be written: nested without end, a number of thousands of digits."""
    try:
        return json.dumps(words, ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def failed_status(
    status: int,
    body: bytes,
    headers: Mapping[str, str],
    endpoint: Endpoint,
    *,
    answered_before: bool = False,
) -> LLMError:
    """The LLMError for an error status; sentences hold the endpoint's words, never the key.

    `answered_before` tells that a call with this key went through: then a 403 that names no reason
    is about the item (a filter in front of the endpoint), not about the key.
    """
    if 300 <= status < 400 and (address := _lower(headers).get("location")):
        return _sent_on(address, endpoint)
    said = _said(body)
    words = endpoint.without_key(said.words) or f"status {status}"
    if status == 403 and _is_of_item(said, body, answered_before=answered_before):
        return filtered(endpoint)
    stopping = _stopping(status, said.code, words, endpoint)
    passing = _passing(status, words, headers, endpoint)
    return stopping or passing or _of_request(status, said, words, body, endpoint)


def _sent_on(address: str, endpoint: Endpoint) -> LLMError:
    """A redirection, which is not followed: texts go where the configuration says, nowhere else."""
    return LLMError(
        FailureKind.BAD_REQUEST,
        "{name} sends its callers on to {address}. Set base_url to that address if you trust it.",
        name=endpoint.name,
        address=endpoint.without_key(address),
    )


def _is_of_item(said: ErrorBody, body: bytes, *, answered_before: bool) -> bool:
    """Whether a 403 refuses what was asked, rather than who asks."""
    told = said.words or body[:_PAGE_SEARCHED].decode(errors="replace")
    words = f"{said.code} {told}"[:_PAGE_SEARCHED]
    if said.code in FILTERED or _FILTERED_WORDS.search(words):
        return True
    return answered_before and (is_web_page(body) or not _OF_THE_KEY.search(words))


def _stopping(status: int, code: str, words: str, endpoint: Endpoint) -> LLMError | None:
    """What no further call can mend."""
    variable = endpoint.key_variable
    if code in _NO_QUOTA or status == 402:
        return AuthenticationFailed(
            "{name} says the account's quota is used up. Check its plan, or use another key.",
            name=endpoint.name,
        )
    if status not in (401, 403) or code in FILTERED:
        return None
    if variable is None:
        return AuthenticationFailed(
            "{name} wants a key. Name its environment variable in api_key_env.",
            name=endpoint.name,
        )
    if status == 403:
        return AuthenticationFailed(
            "{name} does not allow this: {words}. Check what the key in {variable} may use.",
            name=endpoint.name,
            words=words,
            variable=variable,
        )
    if not endpoint.key:
        return AuthenticationFailed(
            "{name} wants a key. Set the environment variable {variable} to it.",
            name=endpoint.name,
            variable=variable,
        )
    return AuthenticationFailed(
        "{name} refused the key. Set the environment variable {variable} to a valid key.",
        name=endpoint.name,
        variable=variable,
    )


def _passing(
    status: int, words: str, headers: Mapping[str, str], endpoint: Endpoint
) -> LLMError | None:
    """What a later call may not meet."""
    if status == 429:
        return LLMError(
            FailureKind.RATE_LIMIT,
            "{name} asks for fewer requests: {words}. Lower requests_per_minute or concurrency.",
            retry_after_s=retry_after(headers),
            name=endpoint.name,
            words=words,
        )
    if status == 408:
        return LLMError(
            FailureKind.TIMEOUT,
            "{name} timed out: {words}. Ask again.",
            name=endpoint.name,
            words=words,
        )
    if status >= 500 or status == 409:
        return LLMError(
            FailureKind.SERVER_ERROR,
            "{name} failed on its side: {words}. Ask again later.",
            retry_after_s=retry_after(headers),
            name=endpoint.name,
            words=words,
        )
    return None


def _of_request(
    status: int, said: ErrorBody, words: str, body: bytes, endpoint: Endpoint
) -> LLMError:
    """What is wrong with the request itself."""
    if is_web_page(body):
        return web_page(endpoint)
    if said.code in FILTERED:
        return filtered(endpoint)
    if status == 413 or said.code in _TOO_LONG or _sounds_too_long(said.words):
        return LLMError(
            FailureKind.CONTEXT_TOO_LONG,
            "The text is longer than {name} takes: {words}. Use a shorter context.",
            name=endpoint.name,
            words=words,
        )
    if status == 404:
        return LLMError(
            FailureKind.BAD_REQUEST,
            "{name} does not know the model or the address: {words}. Check model and base_url.",
            name=endpoint.name,
            words=words,
        )
    return LLMError(
        FailureKind.BAD_REQUEST,
        "{name} does not accept the request: {words}. Correct the connection's fields.",
        name=endpoint.name,
        words=words,
    )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from Retry-After-Ms, or Retry-After in seconds or as an HTTP date.

    A date is held against the server's own (the Date header), whose clock may differ from ours.
    None for a wait that never ends.
    """
    lower = _lower(headers)
    try:
        if "retry-after-ms" in lower:
            return _ending(float(lower["retry-after-ms"]) / 1000)
        return _ending(float(lower["retry-after"]))
    except KeyError:
        return None
    except ValueError:
        pass
    when = _moment(lower.get("retry-after", ""))
    if when is None:
        return None
    return max(0.0, (when - (_moment(lower.get("date", "")) or datetime.now(UTC))).total_seconds())


def _lower(headers: Mapping[str, str]) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _ending(seconds: float) -> float | None:
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _moment(http_date: str) -> datetime | None:
    try:
        when = parsedate_to_datetime(http_date)
    except (ValueError, OverflowError):
        return None
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when


def _said(body: bytes) -> ErrorBody:
    try:
        return ErrorBody.from_json(orjson.loads(body))
    except orjson.JSONDecodeError:
        return ErrorBody("", "")


def _sounds_too_long(words: str) -> bool:
    return any(phrase in words.lower() for phrase in _TOO_LONG_WORDS)


def is_web_page(body: bytes) -> bool:
    return body[:100].lstrip().lower().startswith((b"<!doctype", b"<html", b"<head"))


def web_page(endpoint: Endpoint) -> LLMError:
    return LLMError(
        FailureKind.BAD_REQUEST,
        "{name} answered with a web page, not with the OpenAI protocol. "
        "Check base_url ({base_url}; it usually ends in /v1).",
        name=endpoint.name,
        base_url=endpoint.base_url,
    )


def filtered(endpoint: Endpoint, *, raw: str | None = None, usage: Usage | None = None) -> LLMError:
    return LLMError(
        FailureKind.CONTENT_FILTER,
        "{name} withheld the reply by its content filter. Ask another model about this item.",
        raw=raw,
        usage=usage or Usage(),
        name=endpoint.name,
    )

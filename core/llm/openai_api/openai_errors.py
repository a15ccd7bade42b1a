"""Errors of OpenAI-compatible endpoints, each as one sentence with its fix."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.llm.client import Usage
from core.llm.errors import AuthenticationFailed, FailureKind, LLMError
from core.llm.openai_api.error_bodies import ErrorBody, read_error_bytes
from core.llm.openai_api.error_kinds import (
    ErrorKind,
    is_filtered,
    is_too_long,
    kind_by_code,
    kind_by_words,
)
from core.llm.openai_api.retry_waits import retry_after
from core.llm.sanitizing import without_unstorable
from core.locale import N_

WORDS_SHOWN = 300
_PAGE_SEARCHED = 10_000
_ACCOUNT_WORDS = re.compile(
    r"\bkeys?\b|api_?key|permission|accounts?\b|organi[sz]ation|project|billing|subscription"
    r"|credential|authori[sz]|authenticat|\baccess to\b|ha(?:s|ve) (?:no )?access"
    r"|countr(?:y|ies)|region|security token|密钥|权限|账户|账号|帐号|欠费",
    re.IGNORECASE,
)
"""Words of a 403 that concerns the key or account, and so every later call, too."""

_AWS_ERROR = "x-amzn-errortype"


@dataclass(frozen=True)
class Endpoint:
    """The endpoint, as error sentences name it; its key only to remove it from them."""

    name: str
    base_url: str
    key_variable: str | None
    key: str = field(default="", repr=False)

    def without_key(self, words: str) -> str:
        clean = without_unstorable(words.replace(self.key, "[key]") if self.key else words)
        return " ".join(clean.split())[:WORDS_SHOWN].rstrip(".")


def failed_status(
    status: int,
    body: bytes,
    headers: Mapping[str, str],
    endpoint: Endpoint,
    *,
    answered_before: bool = False,
) -> LLMError:
    """The LLMError for an error status; sentences hold the endpoint's words, never the key.

    `answered_before`: a call with this key went through earlier, so that a 403 without a reason
    concerns the item (a filter in front of the endpoint), not the key. For an error inside of a 200
    pass the status that it names, else 200.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    if 300 <= status < 400 and (address := lower.get("location")):
        return _redirected(address, endpoint)
    error = read_error_bytes(body)
    if aws := lower.get(_AWS_ERROR):
        error = error.with_code(aws.partition(":")[0])
    kind = _kind(status, error, body, answered_before=answered_before)
    if kind is ErrorKind.REQUEST and is_web_page(body):
        return web_page_error(endpoint)
    words = endpoint.without_key(error.words) or f"status {status}"
    return _as_error(kind, status, words, retry_after(headers, error), endpoint)


def _kind(  # noqa: PLR0911 - one line a rule, in their order
    status: int, error: ErrorBody, body: bytes, *, answered_before: bool
) -> ErrorKind:
    """The kind of an error by its codes, then by its words, then by the status alone."""
    coded = kind_by_code(error)
    if coded in _CERTAIN:
        return coded
    is_limited = status == 429 or coded is ErrorKind.RATE_LIMIT
    if is_too_long(error.words, limited=is_limited):
        return ErrorKind.CONTEXT_TOO_LONG
    if status == 403:
        concerns_item = _concerns_item(error, body, answered_before=answered_before)
        return ErrorKind.CONTENT_FILTER if concerns_item else coded or ErrorKind.KEY
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if coded is ErrorKind.KEY and status < 500:
        return coded
    if not is_limited and is_filtered(error.words):
        return ErrorKind.CONTENT_FILTER
    by_words = kind_by_words(error)
    if status >= 500 or status in (408, 409, 424):
        specific = (ErrorKind.TIMEOUT, ErrorKind.RATE_LIMIT)
        by_status = ErrorKind.TIMEOUT if status == 408 else ErrorKind.SERVER
        return coded if coded in specific else by_status
    if is_limited:
        names_wait = retry_after({}, error) is not None
        return (
            ErrorKind.QUOTA
            if by_words is ErrorKind.QUOTA and not names_wait
            else ErrorKind.RATE_LIMIT
        )
    if status == 404 and by_words is not ErrorKind.QUOTA:
        return ErrorKind.UNKNOWN_MODEL
    return coded or by_words or (ErrorKind.SERVER if status == 200 else ErrorKind.REQUEST)


_CERTAIN = (
    ErrorKind.CONTEXT_TOO_LONG,
    ErrorKind.CONTENT_FILTER,
    ErrorKind.QUOTA,
    ErrorKind.REQUEST,
)
_BY_STATUS = {
    401: ErrorKind.KEY,
    402: ErrorKind.QUOTA,
    413: ErrorKind.CONTEXT_TOO_LONG,
}


def _as_error(
    kind: ErrorKind, status: int, words: str, wait: float | None, endpoint: Endpoint
) -> LLMError:
    if kind is ErrorKind.CONTENT_FILTER:
        return content_filtered_error(endpoint)
    if kind is ErrorKind.QUOTA:
        return AuthenticationFailed(
            "{name} reports that the account's quota is used up. Check its plan, or use another "
            "key.",
            name=endpoint.name,
        )
    if kind is ErrorKind.KEY:
        return _refused_key(status, words, endpoint)
    failure, sentence = _SENTENCES[kind]
    return LLMError(failure, sentence, retry_after_s=wait, name=endpoint.name, words=words)


_SENTENCES = {
    ErrorKind.CONTEXT_TOO_LONG: (
        FailureKind.CONTEXT_TOO_LONG,
        N_("The text is longer than {name} accepts: {words}. Use a shorter context."),
    ),
    ErrorKind.RATE_LIMIT: (
        FailureKind.RATE_LIMIT,
        N_("{name} asks for fewer requests: {words}. Lower requests_per_minute or concurrency."),
    ),
    ErrorKind.TIMEOUT: (FailureKind.TIMEOUT, N_("{name} timed out: {words}. Retry.")),
    ErrorKind.SERVER: (
        FailureKind.SERVER_ERROR,
        N_("{name} reported a server error: {words}. Retry later."),
    ),
    ErrorKind.UNKNOWN_MODEL: (
        FailureKind.BAD_REQUEST,
        N_("{name} does not know the model or the address: {words}. Check model and base_url."),
    ),
    ErrorKind.REQUEST: (
        FailureKind.BAD_REQUEST,
        N_("{name} rejected the request: {words}. Correct the connection's settings."),
    ),
}


def _redirected(address: str, endpoint: Endpoint) -> LLMError:
    """The error for a redirect, never followed: texts go only where the configuration says."""
    return LLMError(
        FailureKind.BAD_REQUEST,
        "{name} redirects to {address}. Set base_url to that address if you trust it.",
        name=endpoint.name,
        address=endpoint.without_key(address),
    )


def _concerns_item(error: ErrorBody, body: bytes, *, answered_before: bool) -> bool:
    """Whether a 403 rejects this request's content, not the key or account."""
    message = error.words or body[:_PAGE_SEARCHED].decode(errors="replace")
    words = f"{' '.join(error.codes)} {message}"[:_PAGE_SEARCHED]
    if is_filtered(words):
        return True
    return answered_before and (is_web_page(body) or not _ACCOUNT_WORDS.search(words))


def _refused_key(status: int, words: str, endpoint: Endpoint) -> LLMError:
    variable = endpoint.key_variable
    if variable is None:
        return AuthenticationFailed(
            "{name} requires a key. Name its environment variable in api_key_env.",
            name=endpoint.name,
        )
    if status != 401:
        return AuthenticationFailed(
            "{name} does not allow this: {words}. Check the permissions of the key in {variable}.",
            name=endpoint.name,
            words=words,
            variable=variable,
        )
    if not endpoint.key:
        return AuthenticationFailed(
            "{name} requires a key. Set it in the environment variable {variable}.",
            name=endpoint.name,
            variable=variable,
        )
    return AuthenticationFailed(
        "{name} rejected the key. Set the environment variable {variable} to a valid key.",
        name=endpoint.name,
        variable=variable,
    )


def is_web_page(body: bytes) -> bool:
    return body[:100].lstrip().lower().startswith((b"<!doctype", b"<html", b"<head"))


def web_page_error(endpoint: Endpoint) -> LLMError:
    return LLMError(
        FailureKind.BAD_REQUEST,
        "{name} returned a web page instead of an OpenAI response. Check base_url ({base_url}; "
        "it usually ends in /v1).",
        name=endpoint.name,
        base_url=endpoint.base_url,
    )


def content_filtered_error(
    endpoint: Endpoint, *, raw: str | None = None, usage: Usage | None = None
) -> LLMError:
    return LLMError(
        FailureKind.CONTENT_FILTER,
        "{name} blocked the reply with its content filter. Try another model for this item.",
        raw=raw,
        usage=usage or Usage(),
        name=endpoint.name,
    )

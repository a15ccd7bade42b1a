"""Typed failures of a call; the kind is stored as the item's reason (reading 45)."""

from enum import StrEnum
from typing import Any

from core.errors import DeskError
from core.llm.client import Usage
from core.llm.sanitizing import storable_reply
from core.locale import N_


class FailureKind(StrEnum):
    """Why a call gave no usable reply. None of these says anything about the question."""

    TIMEOUT = "timeout"
    RATE_LIMIT = "rate_limit"
    AUTH = "auth"
    CONTEXT_TOO_LONG = "context_too_long"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    CONNECTION = "connection"
    SERVER_ERROR = "server_error"
    BAD_REQUEST = "bad_request"
    EMPTY_REPLY = "empty_reply"
    TRUNCATED = "truncated"
    PARSE_FAILURE = "parse_failure"
    PLACEHOLDER = "placeholder"
    NO_RECORDED_REPLY = "no_recorded_reply"
    CRASHED = "crashed"
    CAPPED = "capped"


RETRYABLE = frozenset(
    {
        FailureKind.TIMEOUT,
        FailureKind.RATE_LIMIT,
        FailureKind.CONNECTION,
        FailureKind.SERVER_ERROR,
        FailureKind.EMPTY_REPLY,
        FailureKind.TRUNCATED,
        FailureKind.PARSE_FAILURE,
        FailureKind.PLACEHOLDER,
    }
)


class LLMError(DeskError):
    """A call that failed; `retry_after_s` carries the server's Retry-After in seconds."""

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        /,
        *,
        retry_after_s: float | None = None,
        raw: str | None = None,
        usage: Usage = Usage(),  # noqa: B008 - frozen
        **params: Any,
    ) -> None:
        super().__init__(message, **params)
        self.kind = kind
        self.retry_after_s = retry_after_s
        self.raw = None if raw is None else storable_reply(raw)
        self.usage = usage

    @property
    def retryable(self) -> bool:
        return self.kind in RETRYABLE


WINDOW_FULL = N_(
    "The reply was cut off after {written} tokens, before max_output_tokens: a prompt of {prompt} "
    "tokens left no more room in the model's window, or the endpoint has a lower limit of its own. "
    "Shorten the context, or enlarge the window."
)


class WindowFull(LLMError):
    """The context window was full before the output limit: no larger limit or retry can help."""

    def __init__(self, usage: Usage, raw: str | None) -> None:
        super().__init__(
            FailureKind.TRUNCATED,
            WINDOW_FULL,
            raw=raw,
            usage=usage,
            written=usage.completion_tokens,
            prompt=usage.prompt_tokens,
        )

    @property
    def retryable(self) -> bool:
        return False


class AuthenticationFailed(LLMError):
    """The endpoint refused the key: the run stops at once; the message says where to set it."""

    def __init__(self, message: str, /, **params: Any) -> None:
        super().__init__(FailureKind.AUTH, message, **params)


class UnreadableReply(LLMError):
    """The model answered, but not in the agreed form; `raw` is kept word for word."""

    def __init__(
        self,
        message: str,
        /,
        *,
        raw: str,
        kind: FailureKind = FailureKind.PARSE_FAILURE,
        **params: Any,
    ) -> None:
        super().__init__(kind, message, raw=raw, **params)

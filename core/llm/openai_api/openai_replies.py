"""Read a chat completion of an OpenAI-compatible endpoint into a Completion.

Only the text and why it ended are required. Whatever else is odd or missing does not cost the
reply, since it is paid for.
"""

import json
from collections.abc import Mapping
from typing import Any

from core.llm.client import Completion, Usage
from core.llm.errors import FailureKind, LLMError, WindowFull
from core.llm.finish_reasons import BROKEN_OFF, FILTERED, LENGTH, finish_of
from core.llm.openai_api.billed_usage import has_filled_window, read_usage
from core.llm.openai_api.error_bodies import read_error
from core.llm.openai_api.event_streams import is_event_stream, read_events, read_json
from core.llm.openai_api.openai_errors import (
    WORDS_SHOWN,
    Endpoint,
    content_filtered_error,
    failed_status,
    is_web_page,
    web_page_error,
)
from core.llm.openai_api.reply_messages import ReplyMessage, read_message
from core.llm.openai_api.reply_shapes import choice_of, usage_of


def read_completion(
    body: bytes,
    endpoint: Endpoint,
    model: str,
    latency_s: float,
    *,
    sent_bytes: int = 0,
    output_limit: int | None = None,
) -> Completion:
    """The completion in a 200 answer to a request of `sent_bytes` that allowed `output_limit`
    tokens. Raises LLMError for a refusal, a filtered, empty or cut-off reply, an error in disguise
    (`{"error": ...}` with status 200), or another protocol.
    """
    if is_web_page(body):
        raise web_page_error(endpoint)
    reply = _object(body)
    choice = choice_of(reply) if reply is not None else None
    if (failure := _failure(reply, choice, body, endpoint)) is not None:
        raise failure
    if reply is None or choice is None:
        raise _no_completion(reply, body, endpoint, model)
    message = read_message(choice)
    usage = read_usage(usage_of(reply), sent_bytes, message.text or message.reasoning)
    finish = _finish(reply, choice)
    is_window_full = finish == LENGTH and has_filled_window(usage_of(reply), output_limit)
    _check_reply(message, finish, endpoint, usage, is_window_full=is_window_full)
    named = reply.get("model")
    return Completion(
        text=message.text,
        model=named if isinstance(named, str) and named else model,
        finish_reason=finish,
        usage=usage,
        latency_s=latency_s,
        is_window_full=is_window_full,
    )


def _object(body: bytes) -> dict[str, Any] | None:
    """The answer's JSON object: as it is, as the only item of a list, or joined from a stream."""
    text = body.decode(json.detect_encoding(body), errors="replace").lstrip("\ufeff")
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        try:
            value = read_events(text) if is_event_stream(text) or "}\n{" in text else None
        except (ValueError, RecursionError):
            return None
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value if isinstance(value, dict) else None


def _finish(reply: Mapping[str, Any], choice: Mapping[str, Any]) -> str:
    names = ("finish_reason", "stop_reason", "done_reason", "native_finish_reason", "finishReason")
    reasons = (place.get(name) for place in (choice, reply) for name in names)
    return finish_of(next((reason for reason in reasons if reason not in (None, "")), None))


def _failure(
    reply: dict[str, Any] | None, choice: dict[str, Any] | None, body: bytes, endpoint: Endpoint
) -> LLMError | None:
    """The error that a 200 answer holds, else None; an empty error field beside a reply is none."""
    if reply is None:
        return _listed_failure(body, endpoint)
    error = read_error({name: reply[name] for name in ("error", "base_resp") if reply.get(name)})
    inner = choice.get("error") if choice else None
    if inner and not (choice and read_message(choice).text):
        error = read_error({"error": inner})
    if choice is None and error.is_empty:
        error = read_error(reply)
        reply_fields = {"object", "choices", "id", "model", "usage", "created"}
        if not (error.codes or error.minimax or error.words) or set(reply) <= reply_fields:
            return None
    if error.is_empty:
        return None
    return failed_status(error.status or 200, body, {}, endpoint)


def _listed_failure(body: bytes, endpoint: Endpoint) -> LLMError | None:
    """The error in an answer that is a list or a stream of events; None if it has none."""
    text = body[:WORDS_SHOWN].lstrip()
    if not text.startswith((b"[{", b"[\n", b"[ ", b"event:", b"data:")):
        return None
    failure = failed_status(200, body, {}, endpoint)
    return failure if "error" in text.decode(errors="replace").lower() else None


def _no_completion(
    reply: dict[str, Any] | None, body: bytes, endpoint: Endpoint, model: str
) -> LLMError:
    feedback = (reply or {}).get("promptFeedback") or (reply or {}).get("prompt_feedback")
    if isinstance(feedback, dict) and (feedback.get("blockReason") or feedback.get("block_reason")):
        return content_filtered_error(endpoint)
    if reply is not None and "choices" in reply:
        return LLMError(
            FailureKind.SERVER_ERROR,
            "{name} returned a completion without a reply. Check that {model} is a chat model.",
            name=endpoint.name,
            model=model,
        )
    return LLMError(
        FailureKind.SERVER_ERROR,
        "{name} returned something other than a chat completion: {words}. Check base_url.",
        name=endpoint.name,
        words=endpoint.without_key(body[:WORDS_SHOWN].decode(errors="replace")),
    )


def _check_reply(
    message: ReplyMessage, finish: str, endpoint: Endpoint, usage: Usage, *, is_window_full: bool
) -> None:
    """Raise LLMError for a message that holds no answer."""
    if message.refusal:
        raise LLMError(
            FailureKind.REFUSAL,
            "The model refused to answer. The reply is kept; try another model.",
            raw=message.refusal,
            usage=usage,
        )
    if finish == FILTERED:
        raise content_filtered_error(endpoint, raw=message.text or None, usage=usage)
    if message.text.strip():
        return
    if is_window_full:
        raise WindowFull(usage, message.stored_text)
    if finish == LENGTH:
        raise LLMError(
            FailureKind.TRUNCATED,
            "The reply was cut off at the output limit. Raise max_output_tokens.",
            raw=message.stored_text,
            usage=usage,
        )
    if finish == BROKEN_OFF:
        raise LLMError(
            FailureKind.SERVER_ERROR,
            "{name} stopped before the reply began. Retry later.",
            raw=message.stored_text,
            usage=usage,
            name=endpoint.name,
        )
    if message.reasoning.strip():
        raise LLMError(
            FailureKind.EMPTY_REPLY,
            "The model wrote reasoning but no answer. The reasoning is stored; raise "
            "max_output_tokens, or turn thinking off in extra_body.",
            raw=message.stored_text,
            usage=usage,
        )
    raise LLMError(
        FailureKind.EMPTY_REPLY,
        "The model sent an empty reply. Retry, or choose another model.",
        raw=message.text,
        usage=usage,
    )

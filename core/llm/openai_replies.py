"""A chat completion of an OpenAI-compatible endpoint, read into a Completion."""

import json
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict

from core.llm.client import Completion, Usage
from core.llm.errors import FailureKind, LLMError
from core.llm.openai_errors import (
    WORDS_SHOWN,
    Endpoint,
    ErrorBody,
    failed_status,
    filtered,
    is_web_page,
    web_page,
)


class _Message(BaseModel):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "".join(str(part.get("text", "")) for part in self.content)
        return self.content or ""


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Cached(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Cached | None = None


class _Reply(BaseModel):
    """The fields we read of a chat completion; endpoints add their own."""

    model_config = ConfigDict(extra="ignore")

    choices: list[_Choice] | None = None
    model: str | None = None
    usage: _Usage | None = None
    error: Any = None

    @property
    def used(self) -> Usage:
        if self.usage is None:
            return Usage()
        details = self.usage.prompt_tokens_details
        return Usage(
            self.usage.prompt_tokens or 0,
            self.usage.completion_tokens or 0,
            (details.cached_tokens or 0) if details else 0,
        )


def _read(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except ValueError:  # the standard parser alone reads half of a surrogate pair
        return json.loads(body)


def read_completion(body: bytes, endpoint: Endpoint, model: str, latency_s: float) -> Completion:
    """The completion in a 200 answer. Raises LLMError: a refusal, a filtered, empty or cut-off
    reply, an error in disguise (`{"error": ...}` with status 200), or not this protocol at all.
    """
    if is_web_page(body):
        raise web_page(endpoint)
    try:
        reply = _Reply.model_validate(_read(body))
    except (ValueError, RecursionError):
        raise LLMError(
            FailureKind.SERVER_ERROR,
            "{name} sent an answer that is not a chat completion: {words}. Check base_url.",
            name=endpoint.name,
            words=endpoint.without_key(body[:WORDS_SHOWN].decode(errors="replace")),
        ) from None
    if reply.error:
        said = ErrorBody.from_json({"error": reply.error})
        status = int(said.code) if said.code.isdigit() else 500
        raise failed_status(status, body, {}, endpoint)
    if not reply.choices:
        raise LLMError(
            FailureKind.SERVER_ERROR,
            "{name} sent a completion without a reply. Check that {model} is a chat model.",
            name=endpoint.name,
            model=model,
        )
    choice = reply.choices[0]
    _check_reply(choice, endpoint, reply.used)
    return Completion(
        text=choice.message.text,
        model=reply.model or model,
        finish_reason=choice.finish_reason or "stop",
        usage=reply.used,
        latency_s=latency_s,
    )


def _check_reply(choice: _Choice, endpoint: Endpoint, usage: Usage) -> None:
    text = choice.message.text
    if choice.message.refusal:
        raise LLMError(
            FailureKind.REFUSAL,
            "The model refused to answer. The reply is kept; try another model.",
            raw=choice.message.refusal,
            usage=usage,
        )
    if choice.finish_reason == "content_filter":
        raise filtered(endpoint, raw=text or None, usage=usage)
    if not text.strip() and choice.finish_reason == "length":
        raise LLMError(
            FailureKind.TRUNCATED,
            "The reply was cut off at the output limit. Raise max_output_tokens.",
            raw=text,
            usage=usage,
        )
    if not text.strip():
        raise LLMError(
            FailureKind.EMPTY_REPLY,
            "The model sent an empty reply. Ask again, or choose another model.",
            raw=text,
            usage=usage,
        )

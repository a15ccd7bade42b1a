"""Test a connection by tiny real calls: whether it answers, and which reply format it keeps to."""

import json
import time
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from core.llm.client import LLMClient, Message, Prompt
from core.llm.embeddings import Embedder
from core.llm.errors import AuthenticationFailed, LLMError
from core.llm.reply_formats import ReplyFormat

_PING = "Reply with the one word OK."
_EMBEDDED_TEXT = "OK"
_FORMAT_CHECK = "Greet the reader with one word. Reply in JSON."
_FIELD = "desk_greeting"
_SCHEMA = {
    "type": "object",
    "properties": {_FIELD: {"type": "string", "enum": ["hello", "welcome"]}},
    "required": [_FIELD],
    "additionalProperties": False,
}
"""No model would choose this field name by itself: a reply that has it was held to the schema."""


@dataclass(frozen=True)
class ConnectionTest:
    """A test's result; `error` can be worded in the reader's language.

    `reply_format` is the strongest one that the endpoint keeps to; None if that is not known.
    """

    ok: bool
    latency_s: float
    model: str
    sentence: str
    error: LLMError | None = None
    reply_format: ReplyFormat | None = None


@runtime_checkable
class SupportsReplyFormats(Protocol):
    """A client that asks for replies in a format, and for a weaker one once that is refused."""

    reply_format: ReplyFormat

    def weaken_format(self, refused: ReplyFormat) -> None: ...


async def test_connection(client: LLMClient) -> ConnectionTest:
    """Make one real call, and up to two more if the client asks for a reply format.

    A failure of the first call is returned, as one sentence with its fix, not raised.
    """
    if client.kind != "openai":
        return ConnectionTest(
            ok=True,
            latency_s=0.0,
            model=client.model,
            sentence=f"{client.model} needs no connection.",
        )
    prompt = Prompt(
        task="connection_test",
        template_id="",
        version="",
        language="en",
        template_hash="",
        variables={},
        messages=(Message("user", _PING),),
    )
    started = time.perf_counter()
    try:
        completion = await client.complete(prompt)
    except LLMError as error:
        return _failed(client.model, time.perf_counter() - started, error)
    sentence = f"{completion.model} answered in {completion.latency_s:.2f} s."
    return ConnectionTest(
        ok=True,
        latency_s=completion.latency_s,
        model=completion.model,
        sentence=sentence,
        reply_format=await _kept_format(client, prompt),
    )


async def _kept_format(client: LLMClient, prompt: Prompt) -> ReplyFormat | None:
    """The strongest format, from the client's own down, that a reply keeps to; None if unknown."""
    if not isinstance(client, SupportsReplyFormats):
        return None
    reply_format = client.reply_format
    if reply_format is ReplyFormat.PROMPT:
        return None
    format_prompt = replace(
        prompt,
        task="format_test",
        messages=(Message("user", _FORMAT_CHECK),),
        reply_schema=_SCHEMA,
    )
    while reply_format != ReplyFormat.PROMPT:
        try:
            completion = await client.complete(format_prompt)
        except AuthenticationFailed:
            return None
        except LLMError as error:
            if error.retryable and error.raw is None:
                return None  # a passing failure says nothing about the format
        else:
            if client.reply_format is reply_format and _keeps_to(completion.text, reply_format):
                return reply_format
        client.weaken_format(reply_format)
        reply_format = client.reply_format
    return ReplyFormat.PROMPT


def _keeps_to(reply: str, reply_format: ReplyFormat) -> bool:
    try:
        value = json.loads(reply)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    return reply_format is not ReplyFormat.JSON_SCHEMA or list(value) == [_FIELD]


def _failed(model: str, latency: float, error: LLMError) -> ConnectionTest:
    return ConnectionTest(
        ok=False, latency_s=latency, model=model, sentence=str(error), error=error
    )


async def test_embedder(embedder: Embedder) -> ConnectionTest:
    """Test an embeddings connection by embedding one word; like `test_connection`."""
    started = time.perf_counter()
    try:
        embedded = await embedder.embed([_EMBEDDED_TEXT])
    except LLMError as error:
        return _failed(embedder.model, time.perf_counter() - started, error)
    latency = time.perf_counter() - started
    sentence = f"{embedded.model} answered in {latency:.2f} s."
    return ConnectionTest(ok=True, latency_s=latency, model=embedded.model, sentence=sentence)


test_embedder.__test__ = False  # type: ignore[attr-defined]
test_connection.__test__ = False  # type: ignore[attr-defined] # pytest would run it otherwise

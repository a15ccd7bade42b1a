"""Whether a connection answers, and in which form it can be asked to: real calls, however small."""

import json
import time
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from core.llm.client import LLMClient, Message, Prompt
from core.llm.embeddings import Embedder
from core.llm.errors import AuthenticationFailed, LLMError
from core.llm.reply_formats import ReplyFormat

_CHECK = "Reply with the one word OK."
_EMBEDDED = "OK"
_FORM_CHECK = "Greet the reader with one word. Reply in JSON."
_FIELD = "desk_greeting"
_SCHEMA = {
    "type": "object",
    "properties": {_FIELD: {"type": "string", "enum": ["hello", "welcome"]}},
    "required": [_FIELD],
    "additionalProperties": False,
}
"""No model comes upon this name by itself: a reply that has it was held to the schema."""


@dataclass(frozen=True)
class ConnectionTest:
    """What tiny calls showed; `error` words the failure in the reader's language. `reply_format` is
    the strongest form that the endpoint keeps to, None where that was not found out.
    """

    ok: bool
    latency_s: float
    model: str
    sentence: str
    error: LLMError | None = None
    reply_format: ReplyFormat | None = None


@runtime_checkable
class AsksForForms(Protocol):
    """A client that asks for replies in a form, and for a weaker one once that is refused."""

    reply_format: ReplyFormat

    def weaken_format(self, refused: ReplyFormat) -> None: ...


async def test_connection(client: LLMClient) -> ConnectionTest:
    """One real call, and up to two more where the client asks for a form. Every failure of the
    first comes back as one sentence with the fix.
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
        messages=(Message("user", _CHECK),),
    )
    started = time.perf_counter()
    try:
        completion = await client.complete(prompt)
    except LLMError as error:
        return _failed(client.model, time.perf_counter() - started, error)
    said = f"{completion.model} answered in {completion.latency_s:.2f} s."
    return ConnectionTest(
        ok=True,
        latency_s=completion.latency_s,
        model=completion.model,
        sentence=said,
        reply_format=await _kept_format(client, prompt),
    )


async def _kept_format(client: LLMClient, prompt: Prompt) -> ReplyFormat | None:
    """Tried from the client's own form down to the first that a reply keeps to."""
    if not isinstance(client, AsksForForms):
        return None
    wanted = client.reply_format
    if wanted is ReplyFormat.PROMPT:
        return None
    asked = replace(
        prompt,
        task="format_test",
        messages=(Message("user", _FORM_CHECK),),
        reply_schema=_SCHEMA,
    )
    while wanted != ReplyFormat.PROMPT:
        try:
            completion = await client.complete(asked)
        except AuthenticationFailed:
            return None
        except LLMError as error:
            if error.retryable and error.raw is None:
                return None  # of the moment, and nothing of the form
        else:
            if client.reply_format is wanted and _keeps_to(completion.text, wanted):
                return wanted
        client.weaken_format(wanted)
        wanted = client.reply_format
    return ReplyFormat.PROMPT


def _keeps_to(reply: str, wanted: ReplyFormat) -> bool:
    try:
        value = json.loads(reply)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    return wanted is not ReplyFormat.JSON_SCHEMA or list(value) == [_FIELD]


def _failed(model: str, waited: float, error: LLMError) -> ConnectionTest:
    return ConnectionTest(ok=False, latency_s=waited, model=model, sentence=str(error), error=error)


async def test_embedder(embedder: Embedder) -> ConnectionTest:
    """As `test_connection`, with one word to embed."""
    started = time.perf_counter()
    try:
        embedded = await embedder.embed([_EMBEDDED])
    except LLMError as error:
        return _failed(embedder.model, time.perf_counter() - started, error)
    took = time.perf_counter() - started
    said = f"{embedded.model} answered in {took:.2f} s."
    return ConnectionTest(ok=True, latency_s=took, model=embedded.model, sentence=said)


test_embedder.__test__ = False  # type: ignore[attr-defined]
test_connection.__test__ = False  # type: ignore[attr-defined] # pytest would run it otherwise

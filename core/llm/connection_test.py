"""Whether a connection answers: one real call, however small."""

import time
from dataclasses import dataclass

from core.llm.client import LLMClient, Message, Prompt
from core.llm.embeddings import Embedder
from core.llm.errors import LLMError

_CHECK = "Reply with the one word OK."
_EMBEDDED = "OK"


@dataclass(frozen=True)
class ConnectionTest:
    """What one tiny call showed; `error` words the failure in the reader's language."""

    ok: bool
    latency_s: float
    model: str
    sentence: str
    error: LLMError | None = None


async def test_connection(client: LLMClient) -> ConnectionTest:
    """One real call. Every failure of a call comes back as one sentence with the fix."""
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
        ok=True, latency_s=completion.latency_s, model=completion.model, sentence=said
    )


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

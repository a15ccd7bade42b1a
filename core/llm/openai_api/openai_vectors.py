"""Read the answer of an OpenAI-compatible /embeddings endpoint into vectors."""

from typing import Any

import numpy as np
import orjson
from pydantic import BaseModel, ConfigDict

from core.llm.embeddings import Embedded, Vector
from core.llm.errors import FailureKind, LLMError
from core.llm.openai_api.billed_usage import read_usage
from core.llm.openai_api.error_bodies import read_error
from core.llm.openai_api.openai_errors import (
    WORDS_SHOWN,
    Endpoint,
    failed_status,
    is_web_page,
    web_page_error,
)


class _Entry(BaseModel):
    index: int
    embedding: list[float]


class _Reply(BaseModel):
    """The fields we read; endpoints add their own."""

    model_config = ConfigDict(extra="ignore")

    data: list[_Entry] | None = None
    model: Any = None
    usage: Any = None
    error: Any = None


def read_vectors(body: bytes, endpoint: Endpoint, model: str, count: int) -> Embedded:
    """One vector of length 1 for each of `count` texts. Raises LLMError for anything else: an error
    in disguise, missing or duplicate entries, unusable numbers, or another protocol.
    """
    if is_web_page(body):
        raise web_page_error(endpoint)
    try:
        reply = _Reply.model_validate(orjson.loads(body))
    except ValueError:
        raise _unusable(
            endpoint, endpoint.without_key(body[:WORDS_SHOWN].decode(errors="replace"))
        ) from None
    if reply.error:
        status = read_error({"error": reply.error}).status or 500
        raise failed_status(status, body, {}, endpoint)
    entries = {entry.index: entry.embedding for entry in reply.data or ()}
    if len(reply.data or ()) != count or set(entries) != set(range(count)):
        raise _unusable(endpoint, f"{len(reply.data or ())} of {count}")
    vectors = tuple(_unit(entries[index]) for index in range(count))
    usable = [vector for vector in vectors if vector is not None]
    if len(usable) != count or len({vector.size for vector in usable}) != 1:
        raise _unusable(endpoint, model)
    named = reply.model if isinstance(reply.model, str) and reply.model else model
    return Embedded(tuple(usable), named, read_usage(reply.usage, 0, ""))


def _unit(numbers: list[float]) -> Vector | None:
    """The numbers as a vector of length 1; None if they are empty, all 0 or not finite."""
    vector = np.asarray(numbers, dtype=np.float64)
    with np.errstate(over="ignore"):  # an infinite length is refused below
        length = float(np.linalg.norm(vector))
    if not (vector.size and np.isfinite(length) and length):
        return None
    return (vector / length).astype(np.float32)


def _unusable(endpoint: Endpoint, words: str) -> LLMError:
    return LLMError(
        FailureKind.SERVER_ERROR,
        "{name} returned no usable embeddings ({words}). Check that model and base_url belong to "
        "an embeddings endpoint.",
        name=endpoint.name,
        words=words,
    )

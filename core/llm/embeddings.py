"""Vectors of texts from an embeddings model: asked in batches, each text once."""

import asyncio
import hashlib
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from core.llm.client import Usage
from core.llm.errors import FailureKind, LLMError
from core.llm.retries import JITTER, RETRIES, ask_all, retry_delay

Vector = NDArray[np.float32]
"""Has length 1, so that the inner product of two vectors is their cosine."""

CACHE_BYTES = 64 * 1024 * 1024
_TEXT_FAILURES = frozenset({FailureKind.CONTEXT_TOO_LONG, FailureKind.CONTENT_FILTER})
"""Failures of a batch that a single one of its texts causes."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A vector for each text, in the order of the texts."""

    vectors: tuple[Vector, ...]
    model: str
    usage: Usage


class Embedder(Protocol):
    """An embeddings model behind an endpoint."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def settings(self) -> str:
        """Everything besides the model that shapes a vector."""
        ...

    @property
    def batch_size(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> Embedded:
        """Make one call, without retries. Raises `core.llm.errors.LLMError`."""
        ...

    async def aclose(self) -> None: ...


class VectorCache:
    """A thread-safe cache of this process; the least recently used vectors are evicted."""

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._vectors = LRUCache[str, Vector](most_bytes, getsizeof=lambda vector: vector.nbytes)
        self._lock = Lock()

    def get(self, key: str) -> Vector | None:
        with self._lock:
            return self._vectors.get(key)

    def put(self, key: str, vector: Vector) -> None:
        with self._lock:
            if vector.nbytes <= self._vectors.maxsize:
                self._vectors[key] = vector


async def embed_texts(
    embedder: Embedder,
    texts: Sequence[str],
    *,
    cache: VectorCache | None = None,
    retries: int = RETRIES,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    rng: random.Random = JITTER,
) -> tuple[Vector | LLMError, ...]:
    """A vector or an error for each text. Equal texts are asked once, cached ones not at all.

    Retries and waits are those of `core.llm.ask`, per batch. A batch that fails because of one of
    its texts is halved until only that text fails. Raises AuthenticationFailed.
    """
    calls = _Calls(embedder, retries, sleep, rng)
    results: dict[str, Vector | LLMError] = {}
    uncached: list[str] = []
    for text in dict.fromkeys(texts):
        vector = cache.get(_key(embedder, text)) if cache else None
        if vector is not None:
            results[text] = vector
        elif text.strip():
            uncached.append(text)
        else:
            results[text] = LLMError(
                FailureKind.BAD_REQUEST, "Cannot compare an empty text. Enter text."
            )
    size = embedder.batch_size
    batches = [uncached[start : start + size] for start in range(0, len(uncached), size)]
    for answers in await ask_all(calls.batch(batch) for batch in batches):
        results |= answers
    if len({answer.size for answer in results.values() if not isinstance(answer, LLMError)}) > 1:
        mixed = LLMError(
            FailureKind.SERVER_ERROR,
            "{name} returned vectors of different lengths. Check that a single model serves this "
            "address.",
            name=embedder.name,
        )
        return (mixed,) * len(texts)
    for text in uncached:
        answer = results[text]
        if cache and not isinstance(answer, LLMError):
            cache.put(_key(embedder, text), answer)
    return tuple(results[text] for text in texts)


@dataclass(frozen=True, slots=True)
class _Calls:
    embedder: Embedder
    retries: int
    sleep: Callable[[float], Awaitable[None]]
    rng: random.Random

    async def batch(self, texts: Sequence[str]) -> dict[str, Vector | LLMError]:
        try:
            embedded = await self._embed_with_retries(texts)
        except LLMError as error:
            if error.kind is FailureKind.AUTH:
                raise
            if len(texts) == 1 or error.kind not in _TEXT_FAILURES:
                return dict.fromkeys(texts, error)
            middle = len(texts) // 2
            return await self.batch(texts[:middle]) | await self.batch(texts[middle:])
        return dict(zip(texts, embedded.vectors, strict=True))

    async def _embed_with_retries(self, texts: Sequence[str]) -> Embedded:
        for attempt in range(self.retries):
            try:
                return await self.embedder.embed(texts)
            except LLMError as error:
                if not error.retryable:
                    raise
                wait = retry_delay(attempt, error.retry_after_s, self.rng)
            await self.sleep(wait)
        return await self.embedder.embed(texts)


def _key(embedder: Embedder, text: str) -> str:
    content = json.dumps([embedder.name, embedder.model, embedder.settings, text])
    return hashlib.sha256(content.encode()).hexdigest()

"""Texts as vectors, as an embeddings model places them: asked in batches, each text once."""

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
"""Of length 1, so that the inner product of two is their cosine."""

CACHE_BYTES = 64 * 1024 * 1024
_OF_ONE_TEXT = frozenset({FailureKind.CONTEXT_TOO_LONG, FailureKind.CONTENT_FILTER})
"""Failures of a batch that one of its texts causes."""


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
        """One call, no retries. Raises a leaf of `core.llm.errors.LLMError`."""
        ...

    async def aclose(self) -> None: ...


class VectorCache:
    """Vectors kept in this process, for every thread; those used longest ago make room."""

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._kept = LRUCache[str, Vector](most_bytes, getsizeof=lambda vector: vector.nbytes)
        self._lock = Lock()

    def get(self, key: str) -> Vector | None:
        with self._lock:
            return self._kept.get(key)

    def put(self, key: str, vector: Vector) -> None:
        with self._lock:
            if vector.nbytes <= self._kept.maxsize:
                self._kept[key] = vector


async def embed_texts(
    embedder: Embedder,
    texts: Sequence[str],
    *,
    cache: VectorCache | None = None,
    retries: int = RETRIES,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    rng: random.Random = JITTER,
) -> tuple[Vector | LLMError, ...]:
    """A vector for each text, or why there is none. Equal texts are asked once, cached ones never.

    Retries and waits are those of `core.llm.ask`, for each batch. A batch that fails for one of its
    texts is halved until only that text fails. Raises AuthenticationFailed.
    """
    calls = _Calls(embedder, retries, sleep, rng)
    found: dict[str, Vector | LLMError] = {}
    wanted: list[str] = []
    for text in dict.fromkeys(texts):
        vector = cache.get(_key(embedder, text)) if cache else None
        if vector is not None:
            found[text] = vector
        elif text.strip():
            wanted.append(text)
        else:
            found[text] = LLMError(
                FailureKind.BAD_REQUEST, "Cannot compare an empty text. Enter text."
            )
    size = embedder.batch_size
    batches = [wanted[at : at + size] for at in range(0, len(wanted), size)]
    for answers in await ask_all(calls.batch(batch) for batch in batches):
        found |= answers
    if len({answer.size for answer in found.values() if not isinstance(answer, LLMError)}) > 1:
        mixed = LLMError(
            FailureKind.SERVER_ERROR,
            "{name} returned vectors of different lengths. Check that a single model serves this "
            "address.",
            name=embedder.name,
        )
        return (mixed,) * len(texts)
    for text in wanted:
        answer = found[text]
        if cache and not isinstance(answer, LLMError):
            cache.put(_key(embedder, text), answer)
    return tuple(found[text] for text in texts)


@dataclass(frozen=True, slots=True)
class _Calls:
    embedder: Embedder
    retries: int
    sleep: Callable[[float], Awaitable[None]]
    rng: random.Random

    async def batch(self, texts: Sequence[str]) -> dict[str, Vector | LLMError]:
        try:
            embedded = await self._until_read(texts)
        except LLMError as error:
            if error.kind is FailureKind.AUTH:
                raise
            if len(texts) == 1 or error.kind not in _OF_ONE_TEXT:
                return dict.fromkeys(texts, error)
            middle = len(texts) // 2
            return await self.batch(texts[:middle]) | await self.batch(texts[middle:])
        return dict(zip(texts, embedded.vectors, strict=True))

    async def _until_read(self, texts: Sequence[str]) -> Embedded:
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

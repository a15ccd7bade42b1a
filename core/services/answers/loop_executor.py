"""Execute answer loops from their last committed node, in the worker that holds the lease."""

import asyncio
import logging
import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from core.answer_loop import (
    AnswerGenerator,
    Config,
    Evaluator,
    ExtractiveGenerator,
    FlaggedQuestion,
    LoopResult,
    ModelEvaluator,
    ModelGenerator,
    RuleEvaluator,
)
from core.answer_loop.fix_evaluator import TEMPLATE as FIX_EVALUATION
from core.answer_loop.fix_evaluator import FixEvaluator
from core.answer_loop.fix_generators import (
    LEXICAL,
    LexicalFixGenerator,
    fix_messages,
    model_fix_generator,
)
from core.evidence_gate.extractive import EXTRACTIVE
from core.llm import LLMClient, load_connections, open_client
from core.queue import Lease, LostError, work_on
from core.services.answers.fix_suggestions import SUGGEST_FIX, flaw_of
from core.services.answers.loop_journal import StoredJournal
from core.services.answers.loops import Loop, get_loop
from core.settings import Settings
from core.text import guess_language
from core.text.retrieval import Retriever, SingleTextRetriever
from db import writing
from db.queries import loops as queries
from db.tables import AnswerLoop

if TYPE_CHECKING:
    from core.answer_loop import MultiAgentGraph

_log = logging.getLogger(__name__)


def run_loop(
    engine: Engine,
    loop_id: int,
    retriever: Retriever,
    *,
    worker: str | None = None,
    settings: Settings | None = None,
    environ: Mapping[str, str] = os.environ,
) -> bool:
    """Run a loop from its last committed node; return whether it is done now. Must not be called
    from a running event loop.

    Nothing that is committed is asked again. A loop that cannot go on is stopped with the reason.
    Raises NotFoundError, and errors of the database: the loop is then resumed later.
    """
    lease = Lease(engine, AnswerLoop, loop_id, worker or f"here-{uuid4().hex[:8]}")
    if not lease.take():
        get_loop(engine, loop_id)
        return False
    try:
        loop = get_loop(engine, loop_id)
        models = _Models(settings or Settings.from_environment(environ), environ)
        with lease.kept_alive():
            result = asyncio.run(_run_graph(engine, loop, retriever, lease, models))
        with writing(engine) as session:
            lease.hold(session)
            queries.put_outcome(
                session,
                loop_id,
                result.outcome.value,
                result.best_epoch,
                error=result.unobserved and result.unobserved.message,
                error_params=dict(result.unobserved.params) if result.unobserved else {},
            )
        return lease.finish()
    except LostError:
        return False
    except (DBAPIError, NoConnectionFree):
        raise
    except Exception as error:  # noqa: BLE001 - stored as the loop's error; other loops go on
        _log.error("a loop is stopped", exc_info=error, extra={"loop_id": loop_id})
        lease.stop(error)
        return False


async def _run_graph(
    engine: Engine, loop: Loop, retriever: Retriever, lease: Lease, models: "_Models"
) -> LoopResult:
    from core.answer_loop import MultiAgentGraph  # noqa: PLC0415 - loads langgraph, 1 s

    config = replace(
        Config.from_environment(models.environ),
        GENER_EPOCH=loop.spec.gener_epoch,
        LLM_MUTI_AGENT=loop.spec.evaluator,
        TOP_K=loop.spec.top_k,
    )
    try:
        if loop.kind == SUGGEST_FIX:
            graph = _fix_graph(engine, loop, retriever, config, models)
        else:
            graph = MultiAgentGraph(
                models.generator(loop.spec.generator),
                models.evaluator,
                retriever,
                config,
                source_ids=loop.spec.source_ids,
            )
        journal = StoredJournal(engine, loop.id, lease)
        # Loops of several databases may be recorded in one file, so the number alone is not unique.
        id_ = f"loop-{loop.id}-{loop.created_at:%Y%m%dT%H%M%S%f}"
        return await graph.run(loop.query, language=loop.language, journal=journal, id_=id_)
    finally:
        await models.aclose()


def _fix_graph(
    engine: Engine, loop: Loop, retriever: Retriever, config: Config, models: "_Models"
) -> "MultiAgentGraph":
    """The graph that suggests a fix of a flagged question; only the question's text is searched.

    It adds nothing to the observational data: a fix that may never be accepted is no answer.
    """
    from core.answer_loop import MultiAgentGraph  # noqa: PLC0415 - loads langgraph, 1 s

    flawed, ground = flaw_of(engine, loop.item_id or 0)
    book = ground.book
    if book is None:
        retriever = SingleTextRetriever(ground.text, "", guess_language(ground.text))
    text = book.prepared if book else ground.text
    return MultiAgentGraph(
        models.fix_generator(loop.spec.generator, flawed),
        lambda name: FixEvaluator(flawed, text, models.fix_judge(name)),
        retriever,
        config,
        source_ids=loop.spec.source_ids,
        messages=fix_messages(flawed, loop.language),
        observes=False,
    )


class _Models:
    """The model clients of one loop; generator and evaluator never share one (source 004)."""

    def __init__(self, settings: Settings, environ: Mapping[str, str]) -> None:
        self.environ = environ
        self._settings = settings
        self._opened: list[LLMClient] = []

    def generator(self, name: str) -> AnswerGenerator:
        return ExtractiveGenerator() if name == EXTRACTIVE else ModelGenerator(self._open(name))

    def evaluator(self, name: str) -> Evaluator:
        return ModelEvaluator(self._open(name)) if name else RuleEvaluator()

    def fix_generator(self, name: str, flawed: FlaggedQuestion) -> AnswerGenerator:
        if name == LEXICAL:
            return LexicalFixGenerator(flawed)
        return model_fix_generator(self._open(name), flawed)

    def fix_judge(self, name: str) -> Evaluator | None:
        return ModelEvaluator(self._open(name), template=FIX_EVALUATION) if name else None

    def _open(self, name: str) -> LLMClient:
        connections = load_connections(self._settings.connections_file, self.environ)
        address = self._settings.database_url
        self._opened.append(open_client(connections.named(name), self.environ, shared_by=address))
        return self._opened[-1]

    async def aclose(self) -> None:
        for client in self._opened:
            await client.aclose()


def work_on_loops(
    engine: Engine,
    retriever: Retriever,
    worker: str,
    stop: threading.Event,
    *,
    settings: Settings | None = None,
) -> None:
    """Work on loops that no worker holds, one after the other, until `stop` is set."""

    def work(loop_id: int) -> None:
        if not stop.is_set():
            run_loop(engine, loop_id, retriever, worker=worker, settings=settings)

    work_on(engine, AnswerLoop, worker, stop, work)

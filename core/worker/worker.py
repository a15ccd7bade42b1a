"""A worker: executes shards from the queue until it is told to stop."""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from core.errors import ConfigurationError
from core.llm import load_connections
from core.ops.database import using_desk
from core.ops.logs import adopt_library_loggers, set_up_logging
from core.ops.preparing import prepare
from core.queue import ExecutorLock, Process, run_forever
from core.queue import engine as durable
from core.queue.engine import Shard
from core.services.answers import (
    MeaningSearch,
    StoredRetriever,
    keep_embedded,
    keep_indexed,
    meaning_search,
    work_on_gate_runs,
    work_on_loops,
)
from core.services.runs import Ledger
from core.services.verification import work_on_checks
from core.settings import Settings
from core.text import load_tokenizer
from core.worker.heartbeat import is_responsive, watched
from core.worker.isolation import execute_isolated
from core.worker.planner import TICK_S, LostLock, RunPlanner
from core.worker.processes import exit_with_parent
from core.worker.signals import STOPPING
from core.worker.workflows import make_executor
from db import place_of

_log = logging.getLogger(__name__)

_FINISH_S = 10.0
"""How long calls in flight may take to be answered and recorded after the worker must stop."""

STOPPED, LOST = 0, 1
"""Exit codes: told to stop; lost its executor id to another worker and should be restarted."""


def run_worker(settings: Settings, *, stop_event: threading.Event | None = None) -> int:
    """Work until `stop_event` is set, a signal of STOPPING comes, or the supervising parent ends.

    Return the exit code, STOPPED or LOST.
    """
    set_up_logging(settings)
    stop = stop_event or threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in STOPPING:
            if number == signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN:
                continue  # under nohup
            signal.signal(number, lambda *_: stop.set())
    exit_with_parent(stop.set)
    with using_desk(settings, Process.WORKER):
        return _run(settings, stop)


def _run(settings: Settings, stop: threading.Event) -> int:
    engine = prepare(settings)
    _preload(settings)
    lock = ExecutorLock.first_free(engine)
    try:
        with _event_loop() as loop, watched(settings, loop):
            _work(engine, settings, lock, loop, stop)
    except LostLock as lost:
        _log.error("%s: this one ends, to be started anew", lost, extra={"worker": lock.name})
        return LOST
    finally:
        lock.release()
    return STOPPED


def _preload(settings: Settings) -> None:
    """Load certificates and tokenizer ahead, a second that the first item would otherwise wait;
    only if a connection to an endpoint is set up.
    """
    try:
        if any(
            connection.is_endpoint
            for connection in load_connections(settings.connections_file, os.environ)
        ):
            from core.llm.openai_api.openai_http import trusted_certificates  # noqa: PLC0415 - half a second

            trusted_certificates()
            load_tokenizer(settings.tokenizer)
    except ConfigurationError as error:  # each run that needs it is stopped with the error, too
        _log.warning("%s", error)


def _work(
    engine: Engine,
    settings: Settings,
    lock: ExecutorLock,
    loop: asyncio.AbstractEventLoop,
    stop: threading.Event,
) -> None:
    """Start the queue, the planner and the background threads; return once `stop` is set."""
    ledger = Ledger(engine)
    executor = make_executor(engine, settings, ledger, lock.name)
    in_flight: set[Future[None]] = set()

    def execute(shard: Shard) -> None:
        work = (
            execute_isolated(engine, settings, ledger, shard)
            if shard.alone
            else executor.execute(shard)
        )
        future = asyncio.run_coroutine_threadsafe(work, loop)
        in_flight.add(future)
        try:
            future.result()
        finally:
            in_flight.discard(future)

    planner = RunPlanner(engine, lock, partial(is_responsive, loop))
    name = lock.name

    def check_copy() -> None:
        work_on_checks(engine, name, stop, settings=settings)

    def answer() -> None:
        retriever = StoredRetriever(engine, _meaning(engine, settings))
        work_on_loops(engine, retriever, name, stop, settings=settings)

    def ask_cases() -> None:
        work_on_gate_runs(engine, name, stop, settings=settings)

    def index() -> None:
        keep_indexed(engine, stop)

    def embed() -> None:
        if (meaning := _meaning(engine, settings)) is not None:
            keep_embedded(engine, meaning.model, stop)

    jobs = {
        "checks of copy": check_copy,
        "answer loops": answer,
        "gate cases": ask_cases,
        "index": index,
        "vectors": embed,
    }
    background = _in_threads(stop, jobs)
    with background, durable.launched_executor(engine, name, execute, adopt_library_loggers):
        _log.info("at work on %s", place_of(engine), extra={"worker": name})
        try:
            while not stop.wait(TICK_S):
                with run_forever(_log, "planning", unless=(LostLock,)):
                    planner.tick()
        finally:
            executor.stopping = True
            _let_finish(in_flight)
    with suppress(SQLAlchemyError):
        planner.leave()


def _meaning(engine: Engine, settings: Settings) -> MeaningSearch | None:
    """Search by meaning as set up; None if there is none or it is misconfigured (logged)."""
    try:
        return meaning_search(engine, settings)
    except ConfigurationError as error:
        _log.error("searched by words alone: %s", error)
        return None


def _let_finish(in_flight: set[Future[None]]) -> None:
    """Wait up to 10 s for calls in flight, then cancel them: the queue's threads wait for them and
    would keep the process from ending.
    """
    until = time.monotonic() + _FINISH_S
    while in_flight and time.monotonic() < until:
        time.sleep(0.05)
    for future in list(in_flight):
        future.cancel()


@contextmanager
def _in_threads(stop: threading.Event, jobs: Mapping[str, Callable[[], None]]) -> Iterator[None]:
    """Run each job, by name, in its own thread until the block ends; each must heed `stop`."""
    threads = [threading.Thread(target=job, name=name, daemon=True) for name, job in jobs.items()]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        until = time.monotonic() + _FINISH_S
        for thread in threads:
            thread.join(timeout=max(0.0, until - time.monotonic()))


def _new_loop() -> asyncio.AbstractEventLoop:
    """A uvloop loop, where available: it makes items a tenth cheaper."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop  # noqa: PLC0415 - has no wheels for Windows

    return uvloop.new_event_loop()


@contextmanager
def _event_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """One event loop for all shards, in its own thread; the queue's threads wait for results."""
    loop = _new_loop()
    thread = threading.Thread(target=loop.run_forever, name="items", daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=5)

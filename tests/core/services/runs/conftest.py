import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.worker import worker
from core.worker.planner import RunPlanner
from tests.core.services.runs.desk import PATIENCE_S, Desk, open_desk
from tests.openai_server import OpenAIServer


@contextmanager
def serving(**options: Any) -> Iterator[OpenAIServer]:
    """A test server on an event loop in its own thread, so that workers can run in this process."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE_S)

    server = OpenAIServer(**options)
    run(server.__aenter__())
    try:
        yield server
    finally:
        run(server.__aexit__())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


class Turns:
    """Counts the ticks of a planner, so that tests can wait for ticks instead of seconds."""

    def __init__(self) -> None:
        self._ticks = 0
        self._changed = threading.Condition()

    def count(self) -> None:
        with self._changed:
            self._ticks += 1
            self._changed.notify_all()

    def wait(self, number: int = 3) -> None:
        """Wait for `number` further ticks."""
        with self._changed:
            due = self._ticks + number
            assert self._changed.wait_for(lambda: self._ticks >= due, PATIENCE_S)


@contextmanager
def working(desk: Desk) -> Iterator[Turns]:
    """A worker in a thread of this process, whose planner ticks ten times a second."""
    stop, turns = threading.Event(), Turns()
    tick = RunPlanner.tick

    def counted(planner: RunPlanner) -> None:
        tick(planner)
        turns.count()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "TICK_S", 0.1)
        patch.setattr(RunPlanner, "tick", counted)
        running = threading.Thread(
            target=worker.run_worker, args=(desk.settings,), kwargs={"stop_event": stop}
        )
        running.start()
        try:
            yield turns
        finally:
            stop.set()
            running.join()


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[..., tuple[Desk, OpenAIServer]]]:
    """`make_desk(questions, **server options)` returns a desk and the server it sends calls to."""
    with ExitStack() as open_servers:

        def make(
            questions: int,
            *,
            lamps: int | None = None,
            timeout_s: float = PATIENCE_S,
            **options: Any,
        ) -> tuple[Desk, OpenAIServer]:
            server = open_servers.enter_context(serving(**options))
            desk = open_desk(tmp_path, server.url, questions, lamps=lamps, timeout_s=timeout_s)
            return desk, server

        yield make

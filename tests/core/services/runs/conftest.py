import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.worker import worker
from core.worker.planner import RunPlanner
from tests.core.services.runs.desk import Desk, open_desk
from tests.openai_server import OpenAIServer


@contextmanager
def serving(**options: Any) -> Iterator[OpenAIServer]:
    """The test server on a loop of its own, so that workers may run in this process."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def run(coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(10)

    server = OpenAIServer(**options)
    run(server.__aenter__())
    try:
        yield server
    finally:
        run(server.__aexit__())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


class Turns:
    """The turns of a planner, to be waited for instead of seconds."""

    def __init__(self) -> None:
        self._taken = 0
        self._one_more = threading.Condition()

    def count(self) -> None:
        with self._one_more:
            self._taken += 1
            self._one_more.notify_all()

    def wait(self, number: int = 3) -> None:
        """Until it has looked so many times more at what there is to do."""
        with self._one_more:
            due = self._taken + number
            assert self._one_more.wait_for(lambda: self._taken >= due, 60)


@contextmanager
def working(desk: Desk) -> Iterator[Turns]:
    """A worker in this process, whose planner takes ten turns in a second."""
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
    """`make_desk(questions, **server options)` -> the desk and the server it asks."""
    with ExitStack() as open_servers:

        def make(
            questions: int, *, lamps: int | None = None, timeout_s: float = 5, **options: Any
        ) -> tuple[Desk, OpenAIServer]:
            server = open_servers.enter_context(serving(**options))
            desk = open_desk(tmp_path, server.url, questions, lamps=lamps, timeout_s=timeout_s)
            return desk, server

        yield make

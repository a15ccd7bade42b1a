import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.worker.worker import run_worker
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


@contextmanager
def working(desk: Desk) -> Iterator[None]:
    """A worker in this process."""
    stop = threading.Event()
    worker = threading.Thread(target=run_worker, args=(desk.settings,), kwargs={"stop_event": stop})
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[..., tuple[Desk, OpenAIServer]]]:
    """`make_desk(questions, **server options)` -> the desk and the server it asks."""
    with ExitStack() as open_servers:

        def make(questions: int, **options: Any) -> tuple[Desk, OpenAIServer]:
            server = open_servers.enter_context(serving(**options))
            return open_desk(tmp_path, server.url, questions), server

        yield make

"""Workers and their ids: who holds one keeps it through a restart of PostgreSQL, and who has lost
it all the same ends for good, and leaves neither places nor a standing run behind.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from core.queue.locks import ExecutorLock
from core.services.runs import workers_alive
from core.worker.supervisor import supervise_worker
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import Desk, open_desk
from tests.core.worker.test_crashes import is_there, worker_pids
from tests.openai_server import OpenAIServer
from tests.postgres import new_database, restartable_server

PLACES = 4
HANGS = """
import threading, time
threading.Thread(target=time.sleep, args=[600]).start()
"""


@contextmanager
def _stands_still(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _take_away(engine: Engine) -> ExecutorLock:
    """`worker-0`, whose holder's session the server ends."""
    holders = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 56925"
    with engine.connect() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM ({holders}) AS held"))
    lock = ExecutorLock(engine, 0)
    until = time.monotonic() + 60
    while not lock.take():
        assert time.monotonic() < until
        time.sleep(0.02)
    return lock


@pytest.mark.long
@pytest.mark.postgres
async def test_a_worker_that_lost_its_id_ends_is_started_anew_and_leaves_its_places(
    tmp_path: Path, postgres_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    """All places of the connection are its own: a run would stand still if it kept them."""
    with serving(latency_s=0.1) as asked:
        desk = open_desk(tmp_path, asked.url, 150, new_database(postgres_server))
        connections = tmp_path / "connections.toml"
        said = connections.read_text("utf-8")
        connections.write_text(said.replace("max_concurrency = 50", f"max_concurrency = {PLACES}"))
        run_id = desk.start(concurrency=10)
        async with supervise_worker(desk.settings):
            await asyncio.to_thread(desk.wait, run_id, lambda now: now.done > 10)
            (first,) = worker_pids(desk.engine)
            with _stands_still(first):
                taken = _take_away(desk.engine)
            end = await asyncio.to_thread(desk.wait, run_id)
            assert not is_there(first)
        assert "the worker ended (1)" in caplog.text
        taken.release()
        assert (end.status, end.passed) == ("done", 150)
        assert {item.worker for item in desk.items(run_id)} == {"worker-0", "worker-1"}
        assert asked.seen.total() <= 150 + PLACES
        desk.engine.dispose()


@pytest.mark.long
@pytest.mark.postgres
def test_a_worker_that_starts_as_postgresql_does_leaves_the_others_their_ids(
    tmp_path: Path,
) -> None:
    """As one that systemd starts again and again until the server is there."""
    with restartable_server() as (postgres, restart), serving(latency_s=0.1) as asked:
        desk = open_desk(tmp_path, asked.url, 150, new_database(postgres))
        run_id = desk.start(concurrency=10)
        with desk.worker() as worker:
            desk.wait(run_id, lambda now: now.done > 10)
            restart()
            second = ExecutorLock.first_free(desk.engine)
            assert second.name == "worker-1"
            second.release()
            end = desk.wait(run_id)
            assert worker.poll() is None
        assert (end.passed, asked.seen.total()) == (150, 150)
        desk.engine.dispose()


def test_a_worker_ends_although_a_thread_of_its_hangs(
    make_desk: Callable[..., tuple[Desk, OpenAIServer]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "sitecustomize.py").write_text(HANGS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    desk, _ = make_desk(1)
    worker = desk.spawn()
    until = time.monotonic() + 60
    while not workers_alive(desk.engine):
        assert time.monotonic() < until
        time.sleep(0.1)
    worker.terminate()
    worker.wait(40)
    assert not workers_alive(desk.engine), "it left in order first"

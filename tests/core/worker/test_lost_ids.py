"""Executor ids: a worker keeps its id through a restart of PostgreSQL; one that loses it ends, and
leaves neither occupied slots nor a stuck run behind.
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
from tests.core.services.runs.desk import PATIENCE_S, Desk, open_desk
from tests.core.worker.test_crashes import is_there, worker_pids
from tests.openai_server import OpenAIServer
from tests.postgres import new_database, restartable_server

PLACES = 4
HANGS = """
import threading, time
threading.Thread(target=time.sleep, args=[3600]).start()
"""


@contextmanager
def _suspended(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _take_away(engine: Engine) -> ExecutorLock:
    """Take the lock of `worker-0` after ending its holder's database session."""
    holders = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 56925"
    with engine.connect() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM ({holders}) AS held"))
    lock = ExecutorLock(engine, 0)
    until = time.monotonic() + PATIENCE_S
    while not lock.take():
        assert time.monotonic() < until
        time.sleep(0.02)
    return lock


@pytest.mark.long
@pytest.mark.postgres
async def test_a_worker_that_lost_its_id_ends_is_started_anew_and_leaves_its_places(
    tmp_path: Path, postgres_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The worker uses all slots of the connection: if it kept them, the run would get stuck."""
    with serving(latency_s=0.1) as server:
        desk = open_desk(tmp_path, server.url, 150, new_database(postgres_server))
        connections = tmp_path / "connections.toml"
        original = connections.read_text("utf-8")
        connections.write_text(
            original.replace("max_concurrency = 50", f"max_concurrency = {PLACES}")
        )
        run_id = desk.start(concurrency=10)
        async with supervise_worker(desk.settings):
            await asyncio.to_thread(desk.wait, run_id, lambda now: now.done > 10)
            (first,) = worker_pids(desk.engine)
            with _suspended(first):
                lock = _take_away(desk.engine)
            end = await asyncio.to_thread(desk.wait, run_id)
            assert not is_there(first)
        assert "the worker ended (1)" in caplog.text
        lock.release()
        assert (end.status, end.passed) == ("done", 150)
        assert {item.worker for item in desk.items(run_id)} == {"worker-0", "worker-1"}
        assert server.seen.total() <= 150 + PLACES
        desk.engine.dispose()


@pytest.mark.long
@pytest.mark.postgres
def test_a_worker_that_starts_as_postgresql_does_leaves_the_others_their_ids(
    tmp_path: Path,
) -> None:
    """For example, systemd restarts a worker until the server is up."""
    with restartable_server() as (postgres, restart), serving(latency_s=0.1) as server:
        desk = open_desk(tmp_path, server.url, 150, new_database(postgres))
        run_id = desk.start(concurrency=10)
        with desk.worker() as worker:
            desk.wait(run_id, lambda now: now.done > 10)
            restart()
            second = ExecutorLock.first_free(desk.engine)
            assert second.name == "worker-1"
            second.release()
            end = desk.wait(run_id)
            assert worker.poll() is None
        assert (end.passed, server.seen.total()) == (150, 150)
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
    until = time.monotonic() + PATIENCE_S
    while not workers_alive(desk.engine):
        assert time.monotonic() < until
        time.sleep(0.1)
    worker.terminate()
    worker.wait(PATIENCE_S)
    assert not workers_alive(desk.engine), "it left in order first"

"""Workers that die, and items that kill them."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from core.queue.locks import ExecutorLock
from core.worker import planner
from core.worker.supervisor import supervise_worker
from db.engine import make_engine
from db.tables import Worker
from tests.core.services.runs.conftest import serving, working
from tests.core.services.runs.desk import PATIENCE_S, Desk, open_desk
from tests.openai_server import OpenAIServer
from tests.postgres import new_database

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]

KILLER = """
import os, signal
from core.validation import QuestionValidator

judged = QuestionValidator.validate_item

async def validate_item(self, question, *rest):
    if question.item_key == "q7":
        os.kill(os.getpid(), signal.SIGKILL)
    return await judged(self, question, *rest)

QuestionValidator.validate_item = validate_item
"""


@pytest.mark.long
def test_an_item_that_kills_its_process_is_found_and_its_neighbours_finish(
    make_desk: MakeDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, _ = make_desk(60)
    (tmp_path / "sitecustomize.py").write_text(KILLER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    run_id = desk.start(concurrency=2)
    deaths = 0
    worker = desk.spawn()
    while not (end := desk.wait(run_id, lambda now: True)).is_over:
        if worker.poll() is not None:
            deaths += 1
            worker = desk.spawn()
        assert deaths < 10
        time.sleep(0.1)
    worker.terminate()
    worker.wait(PATIENCE_S)
    assert (end.status, end.done, end.passed) == ("done", 60, 59)
    crashed = [item for item in desk.items(run_id) if item.outcome == "infrastructure"]
    assert [(item.item_key, item.reason) for item in crashed] == [("q7", "crashed")]
    assert crashed[0].error_params == {"cause": "SIGKILL"}
    assert deaths <= 4


def test_two_workers_share_a_run_and_one_takes_over_when_the_other_dies(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planner, "_REAP_EVERY_S", 0.5)
    monkeypatch.setattr(planner, "_GRACE_S", 1.0)
    opened = threading.Event()
    desk, server = make_desk(400, latency_s=0.1, opened=opened)
    run_id = desk.start(concurrency=8)
    other = desk.spawn()
    with working(desk):
        desk.wait(run_id, lambda _: server.in_flight == 2 * 8)
        opened.set()
        desk.wait(run_id, lambda _: len({item.worker for item in desk.items(run_id)}) == 2)
        other.kill()
        other.wait()
        end = desk.wait(run_id)
    items = desk.items(run_id)
    assert (end.passed, len({item.item_key for item in items})) == (400, 400)
    lost = server.seen.total() - sum(item.attempts for item in items)
    assert 0 <= lost <= 8, "what the killed worker had in flight"


@pytest.mark.long
@pytest.mark.postgres
def test_a_run_on_postgresql_survives_its_worker(tmp_path: Path, postgres_server: str) -> None:
    with serving(latency_s=0.1) as server:
        desk = open_desk(tmp_path, server.url, 100, new_database(postgres_server))
        run_id = desk.start(concurrency=10)
        worker = desk.spawn()
        desk.wait(run_id, lambda now: now.done > 10)
        worker.kill()
        worker.wait()
        with desk.worker():
            end = desk.wait(run_id)
        assert (end.status, end.passed) == ("done", 100)
        assert len(server.asked) <= 110
        desk.engine.dispose()


def test_an_executor_id_has_one_holder(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    first, second = ExecutorLock.first_free(engine), ExecutorLock.first_free(engine)
    assert (first.name, second.name) == ("worker-0", "worker-1")
    assert not ExecutorLock(engine, 0).take()
    first.release()
    again = ExecutorLock.first_free(engine)
    assert again.name == "worker-0"
    again.release()
    second.release()


@pytest.mark.postgres
def test_an_executor_id_has_one_holder_on_postgresql(postgres_server: str) -> None:
    engine = make_engine(new_database(postgres_server))
    first, second = ExecutorLock.first_free(engine), ExecutorLock.first_free(engine)
    assert (first.name, second.name) == ("worker-0", "worker-1")
    assert first.hold()
    first.release()
    again = ExecutorLock.first_free(engine)
    assert again.name == "worker-0"
    again.release()
    second.release()
    engine.dispose()


@pytest.mark.long
async def test_a_supervised_worker_comes_back_and_leaves_with_its_supervisor(
    make_desk: MakeDesk,
) -> None:
    desk, _ = make_desk(200, latency_s=0.2)
    run_id = desk.start(concurrency=5)

    async with supervise_worker(desk.settings):
        await asyncio.to_thread(desk.wait, run_id, lambda now: now.done > 0)
        (first,) = worker_pids(desk.engine)
        os.kill(first, signal.SIGKILL)
        before = len(desk.items(run_id))
        await asyncio.to_thread(desk.wait, run_id, lambda now: now.done > before + 10)
        (second,) = worker_pids(desk.engine)
        assert second != first
    assert not is_there(first)
    assert not is_there(second)


def worker_pids(engine: Engine) -> list[int]:
    """Process ids of the workers that have not ended in an orderly way."""
    with Session(engine) as session:
        return list(session.exec(select(Worker.pid)))


def is_there(pid: int) -> bool:
    """Whether there is such a process; a zombie counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

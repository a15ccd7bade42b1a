"""A worker's ticks survive any error, and its heartbeats stop when its event loop hangs."""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session, col, select

from core.errors import InputError
from core.queue import engine as durable
from core.services.runs import get_run, pause, resume
from core.services.runs.validation_items import ValidationItemRunner
from core.worker import planner
from core.worker.planner import RunPlanner
from db.engine import writing
from db.tables import Run, Worker
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import PATIENCE_S, Desk
from tests.openai_server import OpenAIServer

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]


def test_whatever_a_tick_raises_the_next_one_comes(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A resumed run is planned by a tick only, so it would not finish without further ticks."""
    raised: list[Exception] = [NoConnectionFree("pool"), RuntimeError("never seen before")]
    tick = RunPlanner.tick

    def failing(self: RunPlanner) -> None:
        if raised:
            raise raised.pop()
        tick(self)

    monkeypatch.setattr(RunPlanner, "tick", failing)
    desk, _ = make_desk(5)
    run_id = desk.start()
    pause(desk.engine, run_id)
    resume(desk.engine, run_id)
    with working(desk):
        end = desk.wait(run_id)
    assert (end.status, end.passed) == ("done", 5)
    assert "the database is away, planning later" in caplog.text
    assert "planning failed, again later" in caplog.text


def test_a_worker_whose_loop_stands_still_gives_no_sign_of_life(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planner, "_REAP_EVERY_S", 0.1)
    is_blocked, unblock = threading.Event(), threading.Event()
    original_judge = ValidationItemRunner.judge

    async def judge(*args: Any) -> Any:
        is_blocked.set()
        unblock.wait()  # blocks the event loop of all shards, as no call should
        return await original_judge(*args)

    monkeypatch.setattr(ValidationItemRunner, "judge", judge)
    desk, _ = make_desk(1)
    run_id = desk.start()
    with working(desk) as turns:
        assert is_blocked.wait(PATIENCE_S)
        turns.wait(3)  # until a heartbeat in progress has been written
        before = _last_heartbeat(desk.engine)
        turns.wait(10)
        assert _last_heartbeat(desk.engine) == before
        unblock.set()
        desk.wait(run_id)
        until = time.monotonic() + PATIENCE_S
        while _last_heartbeat(desk.engine) == before:
            assert time.monotonic() < until
            time.sleep(0.1)


def _last_heartbeat(engine: Engine) -> datetime:
    with Session(engine) as session:
        return session.exec(select(Worker.seen_at).where(col(Worker.name) == "worker-0")).one()


@pytest.mark.parametrize("by_a_tick", [False, True], ids=["by a shard", "by a tick"])
def test_a_run_of_another_version_is_stopped_and_the_others_go_on(
    make_desk: MakeDesk, *, by_a_tick: bool
) -> None:
    """A real worker process goes on, and stops the run with a message on what to do."""
    desk, _ = make_desk(5)
    unreadable, readable = desk.start(), desk.start()
    pause(desk.engine, readable)
    with writing(desk.engine) as session:
        run = session.get_one(Run, unreadable)
        run.spec = {**run.spec, "asks_in_rhyme": True}
    if by_a_tick:  # no shard of the run is left that could stop it first
        durable.cancel_queued(desk.engine, unreadable)
    with desk.worker() as worker:
        stopped = desk.wait(unreadable)
        resume(desk.engine, readable)
        end = desk.wait(readable)
        assert worker.poll() is None
    assert (end.status, end.passed) == ("done", 5)
    assert stopped.status == "stopped"
    stop_reason = get_run(desk.engine, unreadable).stop_reason
    assert stop_reason
    assert "another release" in stop_reason
    with pytest.raises(
        InputError, match="Update the app and every worker to the same release, then resume the run"
    ):
        resume(desk.engine, unreadable)


def test_a_run_that_a_worker_fails_on_is_stopped_and_the_others_go_on(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk, _ = make_desk(5)
    bad, good = desk.start(), desk.start()
    for run_id in (bad, good):
        pause(desk.engine, run_id)
        resume(desk.engine, run_id)
    add_notices = planner.add_notices

    def failing(engine: Engine, run_id: int) -> None:
        if run_id == bad:
            raise KeyError("never seen before")
        add_notices(engine, run_id)

    monkeypatch.setattr(planner, "add_notices", failing)
    with working(desk):
        stopped, end = desk.wait(bad), desk.wait(good)
    assert (stopped.status, end.status) == ("stopped", "done")
    assert get_run(desk.engine, bad).stop_params == {"error": "KeyError"}
    assert {record.run_id for record in caplog.records if record.msg == "a run is stopped"} == {bad}

"""Leases: kept by living workers, released at once when their worker is dead."""

import threading
import time
from datetime import datetime

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.queue import engine as durable
from core.queue import leases as lease_module
from core.queue.leases import LEASE, Lease, LostError, work_on
from core.queue.locks import ExecutorLock
from core.worker import planner
from db.engine import writing
from db.queries import leases
from db.tables import AnswerLoop, now
from tests.core.services.runs.desk import PATIENCE_S

ME, OTHER = 0, 7


@pytest.fixture
def loop_of_another(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> int:
    """A loop whose lease worker-7 holds."""
    monkeypatch.setattr(planner, "_REAP_EVERY_S", 0.0)
    monkeypatch.setattr(planner, "_GRACE_S", 0.0)
    durable.create_tables(engine)
    with writing(engine) as session:
        loop = AnswerLoop(
            query="Who?",
            language="en",
            spec={},
            status="running",
            worker=f"worker-{OTHER}",
            lease_until=now() + LEASE,
        )
        session.add(loop)
        session.flush()
        assert loop.id is not None
        return loop.id


def _waiting(engine: Engine) -> list[int]:
    with Session(engine) as session:
        return leases.waiting(session, AnswerLoop, f"worker-{ME}")


def test_what_a_worker_that_is_gone_had_in_hand_is_taken_up(
    engine: Engine, loop_of_another: int
) -> None:
    lock = ExecutorLock(engine, ME)
    assert lock.take()
    assert _waiting(engine) == []
    planner.RunPlanner(engine, lock).tick()
    assert _waiting(engine) == [loop_of_another]
    lock.release()


def test_what_a_living_worker_has_in_hand_stays_with_it(
    engine: Engine, loop_of_another: int
) -> None:
    lock, other = ExecutorLock(engine, ME), ExecutorLock(engine, OTHER)
    assert lock.take()
    assert other.take()
    planner.RunPlanner(engine, lock).tick()
    assert _waiting(engine) == []
    other.release()
    lock.release()


def _lease_until(engine: Engine, loop_id: int) -> datetime | None:
    with Session(engine) as session:
        return session.get_one(AnswerLoop, loop_id).lease_until


def test_a_heartbeat_renews_a_lease_while_the_work_is_silent(
    engine: Engine, loop_of_another: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_module, "SIGN_S", 0.01)
    lease = Lease(engine, AnswerLoop, loop_of_another, f"worker-{OTHER}")
    assert lease.take()
    before = _lease_until(engine, loop_of_another)
    with lease.kept_alive():
        (heartbeat,) = [
            thread for thread in threading.enumerate() if thread.name == "signs of life"
        ]
        until = time.monotonic() + PATIENCE_S
        while _lease_until(engine, loop_of_another) == before:
            assert time.monotonic() < until
            time.sleep(0.01)
        with writing(engine) as session:
            leases.release_all(session, AnswerLoop, f"worker-{OTHER}")
            session.get_one(AnswerLoop, loop_of_another).worker = f"worker-{ME}"
        heartbeat.join(PATIENCE_S)
        assert not heartbeat.is_alive(), "what is in other hands is not held on to"
    with pytest.raises(LostError), writing(engine) as session:
        lease.hold(session)


def test_work_that_cannot_be_begun_keeps_nobody_from_the_next(engine: Engine) -> None:
    """The error does not end the thread that looks for work either."""
    with writing(engine) as session:
        loops = [AnswerLoop(query=f"{n}?", language="en", spec={}) for n in range(2)]
        session.add_all(loops)
        session.flush()
        bad, good = [row.id for row in loops]
    stop, begun = threading.Event(), list[int]()

    def work(loop_id: int) -> None:
        begun.append(loop_id)
        if begun.count(loop_id) == 2:
            stop.set()
        if loop_id == bad:
            raise ValueError("of another version of the desk")

    work_on(engine, AnswerLoop, f"worker-{ME}", stop, work)
    assert begun[:3] == [bad, good, bad]

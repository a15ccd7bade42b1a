"""A released lock can be taken by another holder at once."""

import os
import signal

import pytest
from sqlalchemy import event

from core.queue.locks import ExecutorLock
from db.engine import make_engine
from tests.postgres import new_database


@pytest.mark.postgres
def test_a_lock_is_free_before_a_busy_server_has_ended_its_session(postgres_server: str) -> None:
    """SIGSTOP on the server's process stands for a machine too busy to run it."""
    engine = make_engine(new_database(postgres_server))
    held, following, stopped = ExecutorLock(engine, 0), ExecutorLock(engine, 0), list[int]()

    @event.listens_for(engine, "invalidate")
    def stop(connection: object, *_: object) -> None:
        stopped.append(connection.info.backend_pid)  # type: ignore[attr-defined]
        os.kill(stopped[-1], signal.SIGSTOP)

    assert held.take()
    try:
        held.release()
        assert following.take()
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)
    event.remove(engine, "invalidate", stop)
    following.release()
    engine.dispose()
    assert len(stopped) == 1

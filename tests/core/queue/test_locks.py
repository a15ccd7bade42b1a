"""A released lock can be taken by another holder at once, one that is held by nobody else."""

import os
import signal
from pathlib import Path

import pytest
from sqlalchemy import event

from core.queue.locks import ExecutorLock, NamedLock
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


def _lock(folder: Path, *, shared: bool = False) -> NamedLock:
    return NamedLock(make_engine(f"sqlite:///{folder / 'desk.db'}"), "app", (0, 0), shared=shared)


def test_a_lock_whose_file_was_deleted_is_taken_again(tmp_path: Path) -> None:
    first, second, alone = (_lock(tmp_path, shared=n < 2) for n in range(3))
    assert first.take()
    assert second.take()
    (tmp_path / "desk.db.app.lock").unlink()
    assert first.hold()
    assert second.hold()
    first.release()
    assert not alone.take()
    second.release()
    assert alone.take()
    alone.release()


def test_a_lock_whose_deleted_file_another_has_made_anew_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.queue.locks._LOOKED_AT_S", 0)
    held, alone = _lock(tmp_path, shared=True), _lock(tmp_path)
    assert held.take()
    (tmp_path / "desk.db.app.lock").unlink()
    assert alone.take()
    assert not held.hold()
    alone.release()
    assert held.hold()
    held.release()


def test_a_lock_moves_with_its_folder(tmp_path: Path) -> None:
    held, alone = _lock(tmp_path / "old", shared=True), _lock(tmp_path / "new")
    assert held.take()
    (tmp_path / "new").rmdir()
    (tmp_path / "old").rename(tmp_path / "new")
    assert held.hold()
    assert not alone.take()
    held.release()
    assert alone.take()
    alone.release()

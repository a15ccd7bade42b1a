"""How the desk is doing, in code, over HTTP and from the command line."""

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlmodel import Session

from core.cli.main import main
from core.ops.health import check_health
from core.services.answers import LoopSpec, start_loop
from core.settings import DESK_VERSION
from db.engine import make_engine
from db.tables import AnswerLoop, Worker
from tests.core.api.conftest import fetch, in_folder, served
from tests.core.services.runs.desk import PATIENCE_S
from tests.postgres import new_database, server
from tests.prepared_desk import prepared


def _worker(engine: Engine, seen_ago_s: float, name: str = "worker-0") -> None:
    seen = datetime.now(UTC) - timedelta(seconds=seen_ago_s)
    with Session(engine) as session:
        session.merge(Worker(name=name, host="here", pid=1, seen_at=seen))
        session.commit()


def _waits(engine: Engine, ago_s: float, status: str = "queued") -> None:
    loop_id = start_loop(engine, "What?", LoopSpec())
    with Session(engine) as session:
        loop = session.get_one(AnswerLoop, loop_id)
        loop.created_at = datetime.now(UTC) - timedelta(seconds=ago_s)
        loop.status = status
        session.commit()


def test_a_desk_whose_workers_live_is_well(engine: Engine) -> None:
    _worker(engine, 3)
    _worker(engine, 500, "worker-1")
    _waits(engine, 90)
    found = check_health(engine)
    assert found.is_well
    assert (found.workers, found.waiting) == (1, 1)
    assert found.database_ms is not None
    assert found.heartbeat_age_s is not None
    assert found.queue_age_s is not None
    assert 3 <= found.heartbeat_age_s < 60
    assert 90 <= found.queue_age_s < 150


@pytest.mark.parametrize("status", ["queued", "running"])
def test_work_that_nobody_does_is_a_problem(engine: Engine, status: str) -> None:
    _worker(engine, 400)
    _waits(engine, 90, status)
    found = check_health(engine)
    assert not found.is_well
    assert "python -m core worker" in str(found.problems[0])


def test_nobody_at_work_is_no_problem_where_nothing_waits(engine: Engine) -> None:
    _waits(engine, 90, "done")
    found = check_health(engine)
    assert (found.is_well, found.workers, found.waiting, found.queue_age_s) == (True, 0, 0, None)


def test_tables_of_another_version_are_a_problem(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    found = check_health(engine)
    assert "0003" in str(found.problems[0])


def test_a_database_that_is_away_is_a_problem_and_no_exception() -> None:
    away = check_health(make_engine("postgresql://u:hidden@127.0.0.1:9/desk"))
    assert not away.is_well
    assert away.workers is None
    assert "hidden" not in " ".join((*map(str, away.problems), away.cause))
    assert "127.0.0.1" in away.cause, "for whoever runs the machine"


@pytest.mark.parametrize("spoil", [Path.unlink, lambda file: file.write_bytes(b"x" * 9000)])
def test_what_everybody_may_read_of_a_database_that_cannot_be_used_names_no_place(
    spoil: Callable[[Path], object], tmp_path: Path
) -> None:
    for address in served(in_folder(tmp_path)):
        make_engine(in_folder(tmp_path)).dispose()
        for beside in ("-wal", "-shm"):
            (tmp_path / f"desk.db{beside}").unlink(missing_ok=True)
        spoil(tmp_path / "desk.db")
        said = fetch(f"{address}/health")
        assert said.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert "DATABASE_URL" in said.json()["problems"][0]
        assert "own log" not in said.text, "SQLite has none"
        assert str(tmp_path) not in said.text


def test_the_command_line_names_the_version_and_the_place_of_a_desk_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", in_folder(tmp_path))
    assert main(["health"]) == 1
    said = capsys.readouterr()
    assert str(tmp_path / "desk.db") in said.err
    prepared(tmp_path / "desk.db")
    assert main(["health"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"version: {DESK_VERSION}"
    assert any(re.fullmatch(r"tables: \d{4}", line) for line in lines)


@contextmanager
def held(url: str) -> Iterator[None]:
    """The server and all its sessions stand still, as on a host that is out of memory."""
    with make_engine(url).connect() as connection:
        sessions = list(connection.scalars(text("SELECT pid FROM pg_stat_activity")))
    status = Path(f"/proc/{sessions[0]}/status").read_text()
    (server,) = [int(line.split()[1]) for line in status.splitlines() if line.startswith("PPid")]
    for pid in (server, *sessions):
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in (server, *sessions):
            os.kill(pid, signal.SIGCONT)


@pytest.mark.postgres
def test_a_database_that_hangs_is_told_of_and_so_is_its_return() -> None:
    with server() as server_url:
        url = new_database(server_url)
        for _ in served(url):
            engine = make_engine(url)
            assert check_health(engine).is_well
            with held(url):
                looks = threading.active_count()
                for _again in range(3):
                    found = check_health(engine)
                    assert "does not answer" in str(found.problems[0])
                    assert found.workers is None
                assert threading.active_count() <= looks + 1, "those who ask share one look"
            until = time.monotonic() + PATIENCE_S
            while not check_health(engine).is_well:
                assert time.monotonic() < until


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    yield from served(in_folder(tmp_path))


def test_the_api_says_503_with_the_reason_while_work_is_stuck(address: str, tmp_path: Path) -> None:
    well = fetch(f"{address}/health")
    assert (well.status_code, well.json()["status"]) == (HTTPStatus.OK, "ok")
    _waits(make_engine(f"sqlite:///{tmp_path / 'desk.db'}"), 90)
    stuck = fetch(f"{address}/health")
    assert stuck.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert "worker" in stuck.json()["problems"][0]
    document = fetch(f"{address}/openapi.json").json()
    assert "503" in document["paths"]["/health"]["get"]["responses"]


def test_the_command_line_says_the_same_by_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = prepared(tmp_path / "desk.db")
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["health"]) == 0
    assert "waiting: 0" in capsys.readouterr().out
    _waits(make_engine(url), 90)
    assert main(["health"]) == 1
    assert "no worker is alive" in capsys.readouterr().err

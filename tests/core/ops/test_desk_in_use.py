"""Restore and move want the desk alone: each kind of process that writes to it is in their way, is
named, and leaves nothing in the way when it dies.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from alembic.config import CommandLine
from sqlalchemy import text

from core.cli.main import main
from core.cli.migrations import CHANGING
from core.errors import InputError
from core.ops.backup import back_up, restore
from core.ops.database import desk_alone
from core.queue import locks
from core.queue.desk_lock import Process
from core.settings import Settings
from db.engine import make_engine, migrate, revisions
from tests.children import killed
from tests.core.services.runs.desk import PATIENCE_S
from tests.e2e.conftest import serving
from tests.postgres import new_database

ROOT = Path(__file__).parents[3]

SERVICES = [
    ["-m", "streamlit", "run", "app.py", "--server.port", "0"],
    ["-m", "core", "serve", "--port", "0"],
    ["-m", "core", "worker"],
]
COMMANDS = [
    ["ask", "Who?"],
    ["token", "create", "ci"],
    ["token", "list"],
    ["token", "revoke", "1"],
    ["users", "list"],
    ["users", "set-role", "1", "viewer"],
    ["delete", "source", "1"],
    ["delete", "source", "1", "--yes", "Title"],
    ["retention", "--older-than", "90d"],
]
CHANGES_OF_TABLES = [
    ["upgrade", "head"],
    ["downgrade", "0016"],
    ["stamp", "0016"],
    ["ensure_version"],
]
REFUSED = "error: Data is being restored or moved. Wait until that ends, then start again.\n"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty desk."""
    if request.param == "postgresql":
        address = new_database(request.getfixturevalue("postgres_server"))
        migrate(address)
        make_engine(address).dispose()
        return address
    return _sqlite_desk(request, tmp_path)


@pytest.fixture
def file_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return _sqlite_desk(request, tmp_path)


def _sqlite_desk(request: pytest.FixtureRequest, folder: Path) -> str:
    return (
        f"sqlite:///{shutil.copy(request.getfixturevalue('migrated_sqlite'), folder / 'desk.db')}"
    )


@contextmanager
def holder(url: str, kind: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that holds the desk as that kind does, until the block ends or it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.core.ops.holding", kind],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with killed(process):
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process


def run(url: str, *command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("app", "the app (stop streamlit run app.py, or its service)"),
        ("api", "the API (stop python -m core serve)"),
        ("worker", "a worker (stop python -m core worker; the app stops its own)"),
        ("command", "another command of python -m core (wait for its end)"),
    ],
    ids=list(Process),
)
def test_each_kind_of_process_is_named_and_one_that_is_killed_is_in_nobodys_way(
    kind: str, told: str, url: str
) -> None:
    settings = Settings(database_url=url)
    with holder(url, kind) as first, holder(url, kind) as second:
        for process in (first, second):
            with pytest.raises(InputError) as refused, desk_alone(settings):
                pass
            assert str(refused.value) == (
                f"The database is in use by {told}. Try again once nothing uses it."
            )
            process.kill()
            process.wait()
        until = time.monotonic() + PATIENCE_S
        while (alone := _taken(settings)) is None:  # the server has yet to notice
            assert time.monotonic() < until
        alone.close()
    make_engine(url).dispose()


def test_nothing_that_serves_or_works_starts_while_a_desk_is_restored_or_moved(
    file_url: str,
) -> None:
    with holder(file_url, "alone"), ThreadPoolExecutor() as pool:
        for ended in pool.map(lambda command: run(file_url, *command), SERVICES):
            assert ended.returncode != 0
            assert ended.stderr == REFUSED


def test_no_command_writes_while_a_desk_is_restored_or_moved(
    file_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(locks, "_LOOKED_AT_S", 0)
    monkeypatch.setenv("DATABASE_URL", file_url)
    back_up(file_url, tmp_path / "desk.backup")
    with holder(file_url, "alone"):
        for command in COMMANDS:
            assert main(command) == 2
            assert capsys.readouterr().err == REFUSED
        assert main(["restore", str(tmp_path / "desk.backup"), "--replace"]) == 2
        assert main(["move", "--to", f"sqlite:///{tmp_path / 'other.db'}"]) == 2
        assert capsys.readouterr().err.count("error: The database is in use by") == 2


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "error: The database is in use by the app (stop streamlit run app.py, or its service), "
            "a worker (stop python -m core worker; the app stops its own). Try again once nothing "
            "uses it.\n",
        ),
        (
            "zh_CN",
            "错误: 数据库正在使用中，使用者：应用（请停止 streamlit run app.py 或其服务）、"
            "工作进程（请停止 python -m core worker；应用会停止它自己的工作进程）。"
            "请在没有进程使用后重试。\n",
        ),
    ],
)
def test_migrations_change_no_table_of_a_desk_in_use(
    language: str, sentence: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESK_LANGUAGE", language)
    before = revision(url)
    with holder(url, "app"), holder(url, "worker"):
        for command in CHANGES_OF_TABLES:
            ended = run(url, "-m", "db.migrations", *command)
            assert (ended.returncode, ended.stderr, ended.stdout) == (2, sentence, "")
        assert run(url, "-m", "db.migrations", "current").stdout == f"{before} (head)\n"
    assert revision(url) == before
    assert run(url, "-m", "db.migrations", "downgrade", "0016").returncode == 0
    assert revision(url) == "0016"
    make_engine(url).dispose()


def test_each_command_of_alembic_that_writes_to_the_database_wants_the_desk_alone() -> None:
    reading = {"branches", "check", "current", "heads", "history", "show", "merge", "edit"}
    without_database = {"init", "list_templates", "revision"}
    (acts,) = CommandLine().parser._subparsers._group_actions  # type: ignore[union-attr]
    assert {*(acts.choices or ())} == CHANGING | reading | without_database


def revision(url: str) -> str:
    with make_engine(url).connect() as connection:
        stored, _newest = revisions(connection)
    return stored or ""


def test_the_api_alone_keeps_its_desk_from_a_restore_until_it_has_ended(
    file_url: str, tmp_path: Path
) -> None:
    backup = tmp_path / "desk.backup"
    back_up(file_url, backup)
    serve = subprocess.Popen(
        [sys.executable, "-m", "core", "serve", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": file_url},
        stderr=subprocess.PIPE,
        text=True,
    )
    with killed(serve):
        assert serve.stderr is not None
        assert serve.stderr.readline().startswith("http://")
        with pytest.raises(InputError, match=r"in use by the API \(stop python"):
            restore(file_url, backup, replace=True)
    assert restore(file_url, backup, replace=True)


def test_the_app_keeps_its_desk_from_a_restore(file_url: str, tmp_path: Path) -> None:
    backup = tmp_path / "desk.backup"
    back_up(file_url, backup)
    running = serving(tmp_path, database=file_url)
    with running, pytest.raises(InputError, match=r"in use by the app \(stop streamlit"):
        restore(file_url, backup, replace=True)
    assert restore(file_url, backup, replace=True)


def test_a_desk_whose_lock_files_were_deleted_is_locked_again(
    file_url: str, tmp_path: Path
) -> None:
    """As by whoever clears a folder. Where the desk is taken by then, the process ends."""
    settings = Settings(database_url=file_url)
    until = time.monotonic() + 60
    with holder(file_url, "app") as process:
        _delete_locks(tmp_path)
        while (alone := _taken(settings)) is not None:
            alone.close()
            assert time.monotonic() < until
            time.sleep(0.1)
        while (alone := _taken(settings)) is None:
            assert time.monotonic() < until
            _delete_locks(tmp_path)
        with alone:
            assert process.wait(60) == -signal.SIGTERM


def _delete_locks(folder: Path) -> None:
    for file in folder.glob("desk.db.*.lock"):
        file.unlink()


@pytest.mark.parametrize("name", ["{folder}/link.db", "file:{folder}/desk.db?uri=true"])
def test_by_a_link_or_a_uri_it_is_the_same_desk(name: str, file_url: str, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "desk.db")
    other = Settings(database_url=f"sqlite:///{name.format(folder=tmp_path)}")
    with holder(file_url, "app"), pytest.raises(InputError, match="in use by"), desk_alone(other):
        pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can own a file to somebody else")
def test_a_lock_that_root_makes_belongs_to_the_desks_own_user(
    file_url: str, tmp_path: Path
) -> None:
    os.chown(tmp_path / "desk.db", 12345, 12345)
    umask = os.umask(0o077)
    try:
        with desk_alone(Settings(database_url=file_url)):
            pass
    finally:
        os.umask(umask)
    locks = list(tmp_path.glob("desk.db.*.lock"))
    assert len(locks) == len(Process)
    assert {(lock.stat().st_uid, lock.stat().st_gid) for lock in locks} == {(12345, 12345)}


@pytest.mark.postgres
def test_a_lock_whose_session_the_server_ended_is_taken_again(postgres_server: str) -> None:
    """As at its restart. Where the desk is taken by then, the process ends."""
    url = new_database(postgres_server)
    settings, engine = Settings(database_url=url), make_engine(url)
    held = (
        "FROM pg_locks WHERE locktype = 'advisory' AND classid = 56926 AND database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())"
    )

    def sessions(what: str = "pid") -> list[int]:
        with engine.connect() as connection:
            return list(connection.scalars(text(f"SELECT {what} {held}")))

    until = time.monotonic() + PATIENCE_S
    with holder(url, "app") as process:
        (ended,) = sessions()
        sessions("pg_terminate_backend(pid)")
        while sessions() in ([], [ended]):
            assert time.monotonic() < until
            time.sleep(0.1)
        while (alone := _taken(settings)) is None:
            assert time.monotonic() < until
            sessions("pg_terminate_backend(pid)")
        with alone:
            assert process.wait(PATIENCE_S) == -signal.SIGTERM
    engine.dispose()


def _taken(settings: Settings) -> ExitStack | None:
    """The desk alone, if it was to be had."""
    with ExitStack() as stack, suppress(InputError):
        stack.enter_context(desk_alone(settings))
        return stack.pop_all()
    return None

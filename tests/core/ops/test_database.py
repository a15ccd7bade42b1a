"""A database that cannot be used is one sentence with the fix, whoever opens it."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, QueuePool, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from core.cli.main import main
from core.errors import ConfigurationError
from core.ids import LARGEST
from core.ops.backup import back_up
from core.ops.database import describe_failure, open_database
from core.settings import Settings
from db.engine import make_engine, url_of
from tests.ports import free_port
from tests.prepared_desk import prepared

ROOT = Path(__file__).parents[3]
APP = ["-m", "streamlit", "run", "app.py", "--server.port"]


@pytest.mark.parametrize(
    "command", [["-m", "core", "worker"], ["-m", "core", "users", "list"], [*APP, "0"]]
)
def test_every_process_says_so_in_one_sentence_and_ends(command: list[str], tmp_path: Path) -> None:
    away = f"postgresql://desk:hidden@127.0.0.1:{free_port()}/desk"
    environ = {**os.environ, "DATABASE_URL": away, "DESK_CONNECTIONS": str(tmp_path / "none.toml")}
    (tmp_path / "none.toml").touch()
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode != 0
    (said,) = ended.stderr.strip().splitlines()
    assert said.startswith("error: Cannot use the database (")
    assert "DATABASE_URL" in said
    assert "hidden" not in ended.stderr + ended.stdout


def test_that_of_a_newer_desk_is_told_apart(tmp_path: Path) -> None:
    url = prepared(tmp_path / "desk.db")
    with make_engine(url).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ConfigurationError, match="newer release"):
        open_database(Settings(database_url=url))


def _write(file: Path, *before: str) -> None:
    with closing(sqlite3.connect(f"file:{file}?{before[0]}", uri=True, timeout=0)) as connection:
        for setting in before[1:]:
            connection.execute(setting)
        connection.execute("CREATE TABLE more (a)")
        connection.execute("INSERT INTO more VALUES (zeroblob(1000000))")


def _held(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        _write(file, "mode=rw")


TROUBLES: dict[str, tuple[Callable[[Path], None], str]] = {
    "full": (lambda file: _write(file, "mode=rw", "PRAGMA max_page_count=3"), "disk is full"),
    "read-only": (
        lambda file: _write(file, "mode=ro"),
        "grant this user access to its file and folder, or set database_url",
    ),
    "away": (
        lambda file: _write(file.parent, "mode=rw"),
        "grant this user access to its file and folder, or set database_url",
    ),
    "locked": (_held, "another program"),
    "none": (
        lambda file: _write(Path(__file__), "mode=rw"),
        "the file is not a database or is damaged",
    ),
}


@pytest.mark.parametrize("kind", TROUBLES)
def test_each_trouble_of_sqlite_has_its_own_sentence_and_names_no_log(
    kind: str, tmp_path: Path
) -> None:
    file = tmp_path / "desk.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE one (a)")
    provoke, expected = TROUBLES[kind]
    with pytest.raises(sqlite3.Error) as raised:
        provoke(file)
    said = str(describe_failure(raised.value))
    assert expected in said.lower()
    assert "own log" not in said
    assert str(file) not in said


@pytest.mark.postgres
def test_a_server_that_lets_nobody_write_is_told_and_a_wrong_statement_is_no_trouble_of_its(
    postgres_server: str,
) -> None:
    with make_engine(postgres_server).connect() as connection:
        connection.execute(text("SET default_transaction_read_only = on"))
        connection.commit()
        with pytest.raises(DBAPIError) as raised:
            connection.execute(text("CREATE TABLE more (a int)"))
        connection.rollback()
        assert "read-only" in str(describe_failure(raised.value))
        with pytest.raises(DBAPIError) as raised:
            connection.execute(text("SELECT nothing_of_this_name"))
        assert describe_failure(raised.value) is None
        connection.invalidate()


def test_a_pool_without_a_free_connection_is_told(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    engine = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.01)
    with engine.connect(), pytest.raises(NoConnectionFree) as raised:
        engine.connect()
    assert "Cannot use the database" in str(describe_failure(raised.value))


def test_an_error_of_the_desks_own_stays_one(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'desk.db'}")
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text("SELECT nothing_of_this_name"))
    assert describe_failure(raised.value) is None
    assert describe_failure(ValueError("x")) is None


FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (16 * 1024, 16 * 1024))
"""
"""Bytes that a file may have: less than SQLite's smallest."""


@pytest.mark.parametrize(
    "command",
    [
        ["token", "create", "ci"],
        ["health"],
        ["backup", "copy.db"],
        ["restore", "kept.db", "--replace"],
        ["move", "--to", "sqlite:///other.db"],
    ],
    ids=lambda command: command[0],
)
def test_a_disk_without_room_is_one_sentence_and_leaves_no_half_file(
    command: list[str], tmp_path: Path
) -> None:
    url = prepared(tmp_path / "desk.db")
    back_up(url, tmp_path / "kept.db")
    (tmp_path / "sitecustomize.py").write_text(FULL)
    paths = os.pathsep.join((str(ROOT), str(tmp_path)))
    ended = subprocess.run(
        [sys.executable, "-m", "core", *command],
        cwd=tmp_path,
        env={**os.environ, "DATABASE_URL": url, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == (1 if command == ["health"] else 2)
    (said,) = ended.stderr.strip().splitlines()
    assert said.startswith("error: The database disk is full or failing (")
    assert not [*tmp_path.glob("*.part"), *tmp_path.glob("copy.db"), *tmp_path.glob("*before*")]


def test_a_database_that_fails_in_the_middle_of_a_command_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    engine = open_database(Settings(database_url=url))
    with engine.begin() as connection:
        connection.execute(
            text(
                "CREATE TRIGGER full BEFORE INSERT ON api_token "
                "BEGIN INSERT INTO connection_pages VALUES (zeroblob(1000000)); END"
            )
        )
        connection.execute(text("CREATE TABLE connection_pages (a)"))
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    with engine.connect() as connection:
        connection.execute(text(f"PRAGMA max_page_count={pages + 4}"))
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["token", "create", "ci"]) == 2
    assert capsys.readouterr().err == "error: The disk is full. Free some space, then try again.\n"


@pytest.mark.parametrize("url", ["sqlite:///", "sqlite:///:memory:"])
@pytest.mark.parametrize(
    "command",
    [["token", "list"], ["health"], ["backup", "x.db"], ["move", "--to", "sqlite:///x.db"]],
    ids=lambda command: command[0],
)
def test_a_database_that_would_be_thrown_away_is_refused_with_the_fix(
    url: str,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(command) == 2
    assert "Use sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["backup", "x.db"],
        ["restore", "x.db"],
        ["move", "--to", "sqlite:///x.db"],
        ["delete", "source", "1"],
        ["retention", "--older-than", "9d"],
        ["health"],
        ["worker"],
        ["users", "list"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_says_the_same_of_an_address_that_cannot_be_read(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://a:hidden@127.0.0.1:notaport/x")
    assert main(command) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: The database address is not supported.")
    assert "hidden" not in said


@pytest.mark.parametrize("number", ["99999999999", "99999999999999999999", "-1", "one"])
@pytest.mark.parametrize("command", [["delete", "source"], ["delete", "set"], ["token", "revoke"]])
def test_a_number_that_no_row_can_have_is_refused_where_it_is_read(
    command: list[str], number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as raised:
        main([*command, "--", number])
    assert raised.value.code == 2
    assert "write a number from 0 to 2147483647" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["delete", "source"], ["delete", "set"], ["token", "revoke"]])
def test_the_largest_number_is_looked_up_on_either_database(
    command: list[str],
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", url_of(engine))
    assert main([*command, str(LARGEST)]) == 2
    assert str(LARGEST) in capsys.readouterr().err

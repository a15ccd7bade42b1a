"""Settings that make no sense are one sentence that names them, without a secret."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.main import main
from core.errors import ConfigurationError
from core.settings import Settings

ROOT = Path(__file__).parents[2]
APP = ["-m", "streamlit", "run", "app.py", "--server.port", "0"]
HEALTH, USERS = ["-m", "core", "health"], ["-m", "core", "users", "list"]


@pytest.mark.parametrize(
    ("command", "name", "value"),
    [
        (HEALTH, "DATABASE_URL", "a hidden word"),
        (USERS, "DATABASE_URL", "postgres://desk:hidden@host/desk"),
        (APP, "DATABASE_URL", "mysql://desk:hidden@host/desk"),
        (HEALTH, "DATABASE_URL", "postgresql://desk:hidden@host:port/desk"),
        (USERS, "DESK_LOG_LEVEL", "LOUD"),
        (APP, "DESK_MAX_UPLOAD_MB", "none"),
    ],
)
def test_every_process_says_in_one_sentence_what_is_wrong(
    command: list[str], name: str, value: str
) -> None:
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, name: value},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    (said,) = ended.stderr.strip().splitlines()
    assert said.startswith("error: ")
    assert "postgresql://USER" in said if name == "DATABASE_URL" else name in said
    assert "hidden" not in ended.stderr + ended.stdout


@pytest.mark.parametrize("level", ["debug", "Debug", "DEBUG", " debug "])
def test_a_level_is_read_in_any_case(level: str) -> None:
    assert Settings.from_environment({"DESK_LOG_LEVEL": level}).log_level == "DEBUG"


@pytest.mark.parametrize(
    "url",
    ["sqlite:///a.db", "postgresql://h/d", "postgresql+psycopg://u:p@h:5432/d?sslmode=require"],
)
def test_addresses_of_both_databases_are_taken_as_they_are(url: str) -> None:
    assert Settings.from_environment({"DATABASE_URL": url}).database_url == url


def test_what_is_in_the_place_of_a_database_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/file/desk.db")
    for command in (["users", "list"], ["worker"], ["health"]):
        assert main(command) != 0
        said = capsys.readouterr().err
        assert "DATABASE_URL" in said
        assert "Traceback" not in said


@pytest.mark.parametrize(
    "command",
    [
        ["move", "--to", "sqlite:///other.db"],
        ["backup", "copy.db"],
        ["delete", "source", "1"],
        ["retention", "--older-than", "9d"],
    ],
)
def test_a_desk_that_is_not_there_is_not_made_by_what_wants_one(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///desk.db")
    assert main(command) == 2
    assert "There is no database at desk.db. Set DATABASE_URL." in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_a_number_that_is_none_is_named() -> None:
    with pytest.raises(ConfigurationError, match="EVIDENCE_GATE_THRESHOLD is '2'"):
        Settings.from_environment({"EVIDENCE_GATE_THRESHOLD": "2"})

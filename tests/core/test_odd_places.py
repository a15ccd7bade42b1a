"""A place that the system will not even look at is told by a sentence.

A name that is too long stands for them all: it is refused to root as well, which a closed folder
is not.
"""

from pathlib import Path

import pytest

from core.cli.main import main
from core.errors import ConfigurationError
from core.llm.connections import load_connections

LONG = "n" * 300


def test_health_says_that_the_database_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / LONG}.db")
    assert main(["health"]) == 1
    assert "unable to open database file" in capsys.readouterr().err


def test_a_backup_names_the_place_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / LONG}.db")
    copy = tmp_path / f"{LONG}.copy"
    assert main(["backup", str(copy)]) == 2
    said = f"error: {copy}: Cannot read or write this file (File name too long)."
    assert capsys.readouterr().err.startswith(said)


def test_connections_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    file = tmp_path / f"{LONG}.toml"
    with pytest.raises(ConfigurationError, match="File name too long") as refused:
        load_connections(file, {"DESK_CONNECTIONS": str(file)})
    assert str(file) in str(refused.value)

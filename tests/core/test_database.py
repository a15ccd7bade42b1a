"""A database that cannot be used is one sentence with the fix, whoever opens it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.database import open_database
from core.errors import ConfigurationError
from core.settings import Settings
from db.engine import make_engine, migrate
from tests.e2e.conftest import free_port

ROOT = Path(__file__).parents[2]
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
        timeout=60,
        check=False,
    )
    assert ended.returncode != 0
    (said,) = ended.stderr.strip().splitlines()
    assert said.startswith("error: The database cannot be used (")
    assert "DATABASE_URL" in said
    assert "hidden" not in ended.stderr + ended.stdout


def test_that_of_a_newer_desk_is_told_apart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    with make_engine(url).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ConfigurationError, match="newer desk"):
        open_database(Settings(database_url=url))

"""A real SQLite database with one small finished run in it."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from db.engine import make_engine, migrate
from tests.core.results.desk_data import fill


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    made = make_engine(url)
    fill(made)
    return made

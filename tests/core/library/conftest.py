"""A real database for the library, new for every test."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from db.engine import make_engine, migrate


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    return make_engine(url)

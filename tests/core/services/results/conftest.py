"""Fixture: a database with one small finished run, copied for each test."""

from pathlib import Path

import pytest

from db.engine import make_engine, migrate
from tests.core.services.results.desk_data import fill
from tests.postgres import new_database


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str) -> str:
    return _filled(new_database(postgres_server))


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("copy") / "filled.db"
    _filled(f"sqlite:///{file}")
    return file


def _filled(url: str) -> str:
    migrate(url)
    engine = make_engine(url)
    fill(engine)
    engine.dispose()
    return url

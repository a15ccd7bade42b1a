"""A real database, new for every test: SQLite, and PostgreSQL from a wheel. Fixtures to import."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, make_url, text

from db.engine import make_engine, migrate
from tests.postgres import new_database, server


@pytest.fixture(scope="session")
def migrated_postgres() -> Iterator[str]:
    """The URL of a database with all tables and no rows, to be copied."""
    with server() as url:
        empty = new_database(url)
        migrate(empty)
        make_engine(empty).dispose()
        yield empty


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables and no rows, to be copied."""
    file = tmp_path_factory.mktemp("copy") / "empty.db"
    url = f"sqlite:///{file}"
    migrate(url)
    make_engine(url).dispose()
    return file


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("migrated_sqlite"), tmp_path / "desk.db")
        made = make_engine(f"sqlite:///{file}")
    else:
        made = make_engine(_copied(request.getfixturevalue("migrated_postgres")))
    yield made
    made.dispose()  # a server has room for so many connections, and caches keep engines


def _copied(url: str) -> str:
    address = make_url(url)
    name = f"desk_{uuid4().hex[:12]}"
    admin = create_engine(address.set(drivername="postgresql+psycopg", database="postgres"))
    with admin.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {address.database}"))
    admin.dispose()
    return address.set(database=name).render_as_string(hide_password=False)

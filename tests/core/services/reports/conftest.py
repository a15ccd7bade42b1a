"""A desk with validations and reviews in it, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from db.engine import make_engine, migrate
from tests.core.services.reports.accuracy_data import Known, fill_accuracy
from tests.postgres import new_database


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
)
def desk(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, list[Known]]]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('accuracy') / 'desk.db'}"
        yield from _filled(url)
        return
    yield from _filled(new_database(request.getfixturevalue("postgres_server")))


def _filled(url: str) -> Iterator[tuple[Engine, list[Known]]]:
    migrate(url)
    engine = make_engine(url)
    yield engine, fill_accuracy(engine)
    engine.dispose()

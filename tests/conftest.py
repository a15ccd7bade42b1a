"""What every test may ask for: a real database of its own, on SQLite and on PostgreSQL.

It also says which process runs which tests where there are several.
"""

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from core.llm import retries
from db.engine import make_engine, migrate
from tests import warm_starts
from tests.postgres import copied_database, drop_database, new_database, server

os.environ["DESK_LANGUAGE"] = "en"  # commands speak English to tests, whatever the machine does
warm_starts.install()
# A shell starts what it runs in the background deaf to Ctrl-C, and our children would be deaf too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# On a shared machine seconds say nothing about correctness.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", settings.get_profile("all"), max_examples=50)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("short" if "not long" in config.option.markexpr else "all")


def pytest_sessionstart() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """What all tests hold is looked through by no collection of garbage: a fifth of their time."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
    gc.enable()


BROWSER_TESTS = "tests/e2e/"


class OneDeskScheduling(LoadFileScheduling):
    """The tests of a file stay in one process, and so do all browser tests, which share a desk."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return BROWSER_TESTS if file.startswith(BROWSER_TESTS) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OneDeskScheduling:
    return OneDeskScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests first, and files with a long test: what takes longest must not begin last."""
    for item in items:
        if item.get_closest_marker("long_on_postgres") and item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.long)
    long = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: (not item.nodeid.startswith(BROWSER_TESTS), item.path not in long))


@pytest.fixture
def no_retry_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed call is made again at once; how long it would wait is tests/core/llm's to say."""
    monkeypatch.setattr(retries, "retry_delay", lambda *_: 0.0)


@pytest.fixture
def cold_starts() -> Iterator[None]:
    """Processes that begin with the interpreter itself, for what only these show."""
    warm_starts.uninstall()
    yield
    warm_starts.install()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server on which tests make databases of their own."""
    with server() as url:
        yield url


@pytest.fixture(scope="session")
def migrated_postgres(postgres_server: str) -> str:
    """The URL of a database with all tables and no rows, to be copied."""
    empty = new_database(postgres_server)
    migrate(empty)
    make_engine(empty).dispose()
    return empty


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
        yield made
        made.dispose()
        return
    url = copied_database(request.getfixturevalue("migrated_postgres"))
    made = make_engine(url)
    yield made
    made.dispose()  # a server has room for so many connections, and caches keep engines
    drop_database(url)

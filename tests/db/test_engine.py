"""The database of the desk: connection settings, migrations and concurrent writers."""

import os
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlmodel import Session, SQLModel, select

from db.engine import make_engine, migrate, url_of, writing
from db.tables import Reviewer, SourceText
from tests.postgres import new_database, server_on

INDEX = ("passage_fts", "passage_terms", "passage_vocabulary")
"""Each database's own way to find passages (migration 0011): no tables of ours."""

WATCHED = (
    *(f"tcp_keepalives_{what}" for what in ("idle", "interval", "count")),
    "tcp_user_timeout",
)


def differences(url: str) -> list[object]:
    with make_engine(url).connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": _is_ours,
            },
        )
        return compare_metadata(context, SQLModel.metadata)


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    if kind == "schema":
        return name != "dbos"
    return kind != "table" or not str(name).startswith(INDEX)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/new/folder/desk.db"


def test_migrations_and_tables_agree_on_sqlite(url: str) -> None:
    migrate(url)
    assert differences(url) == []


@pytest.mark.postgres
def test_migrations_and_tables_agree_on_postgresql(postgres_server: str) -> None:
    url = new_database(postgres_server)
    migrate(url)
    assert differences(url) == []


def test_migrating_twice_and_from_many_threads_changes_nothing(url: str) -> None:
    failures: list[Exception] = []

    def run() -> None:
        try:
            migrate(url)
        except Exception as error:  # noqa: BLE001 - any failure is the finding
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with make_engine(url).connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1


def test_sqlite_is_durable_and_keeps_foreign_keys(url: str) -> None:
    with make_engine(url).connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 30_000,
    }


def test_one_engine_per_url(url: str) -> None:
    assert make_engine(url) is make_engine(url)
    assert url_of(make_engine(url)) == url


def test_transactions_that_read_then_write_never_find_the_database_locked(url: str) -> None:
    migrate(url)
    engine = make_engine(url)
    failures: list[Exception] = []

    def claim(thread_number: int) -> None:
        try:
            for number in range(10):
                with writing(engine) as session:
                    reviewer_count = len(session.exec(select(Reviewer)).all())
                    session.add(Reviewer(name=f"{thread_number}-{number}-{reviewer_count}"))
        except Exception as error:  # noqa: BLE001 - any failure is the finding
            failures.append(error)

    threads = [threading.Thread(target=claim, args=(thread_number,)) for thread_number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with Session(engine) as session:
        names = [reviewer.name for reviewer in session.exec(select(Reviewer))]
    assert sorted(int(name.rsplit("-", 1)[1]) for name in names) == list(range(80))


def test_a_failed_transaction_leaves_nothing(url: str) -> None:
    migrate(url)
    engine = make_engine(url)
    with pytest.raises(RuntimeError), writing(engine) as session:
        session.add(Reviewer(name="Ada"))
        session.flush()
        raise RuntimeError
    with Session(engine) as session:
        assert session.exec(select(Reviewer)).all() == []


def test_moments_come_back_with_their_zone(url: str) -> None:
    migrate(url)
    engine = make_engine(url)
    with writing(engine) as session:
        session.add(
            SourceText(
                title="t",
                language="en",
                file_name="t.txt",
                encoding="utf-8",
                content_hash="h",
                chars=1,
                text="x",
            )
        )
    with Session(engine) as session:
        created = session.exec(select(SourceText.created_at)).one()
    assert created.utcoffset() is not None


@pytest.mark.postgres
def test_every_session_notices_a_lost_client_unless_the_url_says_otherwise() -> None:
    with server_on("127.0.0.1") as url:
        for address in (url, f"{url}?keepalives_idle=60&connect_timeout=3"):
            with make_engine(address).connect() as connection:
                values = [connection.execute(text(f"SHOW {name}")).scalar() for name in WATCHED]
                driver = connection.connection.driver_connection
                assert driver is not None
                parameters = driver.info.get_parameters()
            assert values == ["5", "2", "3", "10000"]
            assert parameters["keepalives_idle"] == ("5" if address == url else "60")
            assert parameters["connect_timeout"] == ("10" if address == url else "3")


def test_a_new_file_and_its_logs_are_its_owners_alone_whatever_the_umask(tmp_path: Path) -> None:
    file = tmp_path / "desk.db"
    umask = os.umask(0o022)
    try:
        engine = make_engine(f"sqlite:///{file}")
        assert not file.exists(), "what is only looked for is not made"
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE one (a)"))
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(umask)
    assert modes == dict.fromkeys(("desk.db", "desk.db-wal", "desk.db-shm"), 0o600)
    file.chmod(0o640)
    engine.dispose()
    with engine.connect():
        assert file.stat().st_mode & 0o777 == 0o640, "what somebody has chosen stays"

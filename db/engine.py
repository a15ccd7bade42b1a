"""One engine per database URL: SQLite tuned for a desk and its worker, PostgreSQL as it is."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlmodel import Session

from db.queries import projection

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_MS = 30_000
_CONNECT_PG: dict[str, str | int] = {
    "connect_timeout": 10,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A server that has gone without a word (power, network) is missed after about ten seconds."""

_NOTICE_A_LOST_CLIENT = """
SELECT set_config('tcp_keepalives_idle', '5', false),
       set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '3', false),
       set_config('tcp_user_timeout', '10000', false)
"""
"""The same the other way: the server lets go of the locks of a host that is gone after ten
seconds, not after the system's two hours. (core.llm.limits.postgres_limits says it of its own.)
"""
_MIGRATION_LOCK = 0x0DE5C
OPERATORS = "desk_operators"
"""The option of an engine in somebody's hands that holds the one that is nobody's."""
_WRITES = "desk_writes"
_TURNS: dict[str, threading.Lock] = {}


@cache
def make_engine(url: str) -> Engine:
    """The engine of `url`, made once per process; a SQLite file's folder is created.

    SQLite: WAL, foreign keys, `synchronous=FULL`, 30 s of patience with other writers, and what is
    deleted is overwritten.
    PostgreSQL: psycopg, connections checked before use so that a restart goes unnoticed, and given
    up by both ends ten seconds after the other is gone; what the URL says goes before.
    """
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        driver = address.set(drivername="postgresql+psycopg")
        engine = create_engine(
            driver,
            connect_args=_CONNECT_PG | address.query,
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=20,
            hide_parameters=True,
        )
        event.listen(engine, "connect", _prepare_postgres)
        return engine
    engine = create_engine(address, connect_args={"check_same_thread": False}, hide_parameters=True)
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        event.listen(engine, "do_connect", partial(_own, Path(address.database)))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def is_transient(error: Exception) -> bool:
    """Whether it says of the database that it is away or busy, and nothing of what was asked."""
    return isinstance(error, OperationalError | NoConnectionFree) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session whose transaction may read and then write; commits at the end.

    On SQLite it takes the write lock at once (`BEGIN IMMEDIATE`): a transaction that reads first
    and writes later fails with "database is locked" whenever another writer came in between.
    """
    with _turn(engine), Session(for_writing(engine)) as session, session.begin():
        yield session


def empty_log(engine: Engine) -> None:
    """Brings SQLite's write-ahead log into its file and empties it, unless somebody reads."""
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            driver = connection.connection.driver_connection
            if isinstance(driver, sqlite3.Connection):
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """One thread of a process after the other: SQLite has no queue, and of many who ask again and
    again on a busy machine one may not get in for longer than its patience.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    with _TURNS.setdefault(url_of(engine), threading.Lock()):
        yield


def for_writing(engine: Engine) -> Engine:
    """The same engine and pool; its transactions take SQLite's write lock as they begin."""
    return engine.execution_options(**{_WRITES: True})


def as_operator(engine: Engine) -> Engine:
    """The engine that was handed on in somebody's name: for what is kept for all, whoever asked
    for it.
    """
    found: Engine = engine.get_execution_options().get(OPERATORS, engine)
    return found


def url_of(engine: Engine) -> str:
    """The engine's address with its password, to be handed to another engine or process."""
    return engine.url.render_as_string(hide_password=False)


def place_of(engine: Engine) -> str:
    """Which database it is, to be told: no user, no password and nothing else of its address."""
    url = engine.url
    host = url.host or url.query.get("host") or "this machine"
    return f"{url.get_backend_name()} {url.database or url.query.get('dbname')} on {host}"


def migrate(url: str) -> None:
    """Bring the database at `url` to the newest schema; safe to call from several processes.

    Whenever the schema has changed, what is derived from the rest is made anew.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with changing_tables(make_engine(url)) as connection:
        config.attributes["connection"] = connection
        before = MigrationContext.configure(connection).get_current_revision()
        command.upgrade(config, "head")
        if before not in (None, MigrationContext.configure(connection).get_current_revision()):
            with Session(connection) as session:
                projection.rebuild(session)
                session.commit()


@contextmanager
def changing_tables(engine: Engine) -> Iterator[Connection]:
    """A transaction of one process at a time, at whose end every foreign key leads somewhere.

    SQLite changes a table by making it anew, in whose middle the keys of others lead nowhere:
    it is told before the transaction not to mind, and looks at all of them before its end.
    """
    with for_writing(engine).connect() as connection:
        driver = connection.connection.driver_connection
        if not isinstance(driver, sqlite3.Connection):
            with connection.begin():
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
                yield connection
            return
        driver.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                yield connection
                astray = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
                if astray:
                    raise RuntimeError(f"foreign keys that lead nowhere: {astray[:5]}")
        finally:
            driver.execute("PRAGMA foreign_keys=ON")


def revisions(connection: Connection) -> tuple[str | None, str | None]:
    """The version of the stored tables, None where there are none, and this desk's own."""
    stored = MigrationContext.configure(connection).get_current_revision()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return stored, ScriptDirectory.from_config(config).get_current_head()


def _prepare_postgres(connection: Any, _record: Any) -> None:
    connection.execute(_NOTICE_A_LOST_CLIENT)
    connection.commit()


def _own(file: Path, *_arguments: Any) -> None:
    """A new file is its owner's alone to read, and with it the logs that SQLite puts beside it."""
    with suppress(OSError):  # it is there, or SQLite says what is wrong
        file.touch(0o600, exist_ok=False)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` says which kind.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (
        *(f"busy_timeout={BUSY_TIMEOUT_MS}", "synchronous=FULL", "foreign_keys=ON"),
        "secure_delete=ON",  # what is deleted or written over is gone from the file
    ):
        cursor.execute(f"PRAGMA {setting}")
    _keep_a_write_ahead_log(cursor)
    cursor.close()


def _keep_a_write_ahead_log(cursor: sqlite3.Cursor) -> None:
    """Of a new file that several open at once SQLite changes the journal for one of them and
    refuses the others at once, whatever their busy_timeout.
    """
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    if writes:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    # Nothing is locked before it reads, so it cannot fail, and a page reads some twenty times.
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.execute("BEGIN")

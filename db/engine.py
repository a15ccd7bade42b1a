"""One engine per database URL: SQLite tuned for an app and its worker, or PostgreSQL."""

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

from core.sqlite_address import plain_address
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
"""Connection options by which a server that vanished (power, network) is noticed within about ten
seconds.
"""

_NOTICE_A_LOST_CLIENT = """
SELECT set_config('tcp_keepalives_idle', '5', false),
       set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '3', false),
       set_config('tcp_user_timeout', '10000', false)
"""
"""Makes the server drop a vanished client, and its locks, after ten seconds instead of the system's
two hours. core.llm.limits.postgres_limits does the same for its own connections.
"""
_MIGRATION_LOCK = 0x0DE5C
OPERATORS = "desk_operators"
"""Execution option of an engine that acts for a person: the operator's engine it was made from."""
_WRITES = "desk_writes"
_WRITE_LOCKS: dict[str, threading.Lock] = {}


@cache
def make_engine(url: str) -> Engine:
    """The engine of `url`, made once per process; creates the folder of a SQLite file.

    SQLite: WAL, foreign keys, `synchronous=FULL`, a 30 s wait for other writers; deleted data is
    overwritten.
    PostgreSQL: psycopg; connections are checked before use, so that a restart goes unnoticed, and
    dropped by either end ten seconds after the other vanished. Options in the URL take precedence.
    """
    address = make_url(plain_address(url))
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
        event.listen(engine, "do_connect", partial(_create_private, Path(address.database)))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def is_transient(error: Exception) -> bool:
    """Whether the error means that the database is away or busy, so that a retry may succeed."""
    return isinstance(error, OperationalError | NoConnectionFree) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session with a transaction that may read and then write; commits at the end.

    On SQLite it takes the write lock at once (`BEGIN IMMEDIATE`): a transaction that reads first
    and writes later fails with "database is locked" if another one wrote in between.
    """
    with _one_writer(engine), Session(for_writing(engine)) as session, session.begin():
        yield session


def empty_log(engine: Engine) -> None:
    """Move SQLite's write-ahead log into the database file, unless a reader is using it."""
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            driver = connection.connection.driver_connection
            if isinstance(driver, sqlite3.Connection):
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _one_writer(engine: Engine) -> Iterator[None]:
    """Let the writing threads of this process take turns on SQLite.

    SQLite has no queue of writers: on a busy machine, one of many that retry may not get the lock
    within its busy timeout.
    """
    if engine.dialect.name != "sqlite":
        yield
        return
    with _WRITE_LOCKS.setdefault(url_of(engine), threading.Lock()):
        yield


def for_writing(engine: Engine) -> Engine:
    """The same engine and pool, whose transactions take SQLite's write lock when they begin."""
    return engine.execution_options(**{_WRITES: True})


def as_operator(engine: Engine) -> Engine:
    """The operator's engine behind one that acts for a person; for data that is shared by all."""
    operator_engine: Engine = engine.get_execution_options().get(OPERATORS, engine)
    return operator_engine


def url_of(engine: Engine) -> str:
    """The engine's URL with its password, for another engine or process."""
    return engine.url.render_as_string(hide_password=False)


def place_of(engine: Engine) -> str:
    """Backend, name and host of the database, for logs and messages; no user and no password."""
    url = engine.url
    host = url.host or url.query.get("host") or "this machine"
    return f"{url.get_backend_name()} {url.database or url.query.get('dbname')} on {host}"


def migrate(url: str) -> None:
    """Upgrade the database at `url` to the newest schema; safe to call from several processes.

    If the schema changed, the review projection is rebuilt.
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
    """A transaction for changes of the schema, in one process at a time.

    SQLite changes a table by creating it anew, which breaks foreign keys meanwhile: their checks
    are off during the transaction. Raises RuntimeError if a key is broken at its end.
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
                broken_keys = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
                if broken_keys:
                    raise RuntimeError(f"foreign keys that lead nowhere: {broken_keys[:5]}")
        finally:
            driver.execute("PRAGMA foreign_keys=ON")


def revisions(connection: Connection) -> tuple[str | None, str | None]:
    """(schema version of the database, None if it is empty; newest version of this release)."""
    stored = MigrationContext.configure(connection).get_current_revision()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return stored, ScriptDirectory.from_config(config).get_current_head()


def _prepare_postgres(connection: Any, _record: Any) -> None:
    connection.execute(_NOTICE_A_LOST_CLIENT)
    connection.commit()


def _create_private(file: Path, *_arguments: Any) -> None:
    """Create a missing database file readable by its owner only, and so SQLite's logs beside it."""
    with suppress(OSError):  # it exists, or SQLite raises a better error when it opens it
        file.touch(0o600, exist_ok=False)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` chooses their kind.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in (
        *(f"busy_timeout={BUSY_TIMEOUT_MS}", "synchronous=FULL", "foreign_keys=ON"),
        "secure_delete=ON",  # overwrite deleted data in the file
    ):
        cursor.execute(f"PRAGMA {setting}")
    _use_write_ahead_log(cursor)
    cursor.close()


def _use_write_ahead_log(cursor: sqlite3.Cursor) -> None:
    """Switch to the write-ahead log, retrying for up to the busy timeout.

    SQLite ignores busy_timeout here: if several connections open a new file at once, it refuses
    all but one.
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
    # Straight to the driver, which is faster: a plain BEGIN locks nothing, so it cannot fail, and a
    # page begins some twenty transactions.
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.execute("BEGIN")

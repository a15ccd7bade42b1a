"""Move a desk to another database, SQLite or PostgreSQL, comparing every table."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, Table
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from core.errors import ConfigurationError, InputError
from core.files import real_path
from core.ops.database import address_of, database_message, desk_alone, open_database, require_desk
from core.ops.health import check_health
from core.ops.preparing import prepare
from core.services.answers import clear_outdated, index_copied
from core.settings import Settings
from db import for_writing, make_engine
from db.queries import table_copy


@dataclass(frozen=True, slots=True)
class TransferredTable:
    """A table's number of rows in source and target, and whether their contents are equal."""

    table: str
    rows: int
    arrived: int
    same: bool


def move(
    url: str, to: str, on_table: Callable[[TransferredTable], None] = lambda _: None
) -> list[TransferredTable]:
    """Copy everything into the database at `to` in one transaction, and compare each table.

    Unfinished runs continue there: a worker plans what is missing. The source stays unchanged.
    `on_table` gets each table once it is compared. If any differs, the target is rolled back.
    Raises InputError for a desk in use and a target with contents, ConfigurationError for a
    missing desk and an unreachable database.
    """
    _require_another(url, to)
    require_desk(url)
    with desk_alone(Settings(database_url=url)):
        engine = open_database(Settings(database_url=url))
        _require_no_sign_of_life(engine)
        clear_outdated(engine)
        _require_usable(to)
        with desk_alone(Settings(database_url=to)):
            return _moved(engine, prepare(Settings(database_url=to)), on_table)


def _moved(
    engine: Engine, target: Engine, on_table: Callable[[TransferredTable], None]
) -> list[TransferredTable]:
    tables: list[TransferredTable] = []
    with (
        _snapshot(engine) as source,
        for_writing(target).connect() as destination,
        destination.begin() as transaction,
    ):
        if table_copy.has_contents(destination):
            raise InputError("The target address already has data. Choose an empty database.")
        sums = {table.name: _copy(source, destination, table) for table in table_copy.tables()}
        table_copy.set_last_ids(destination, table_copy.last_ids(source))
        with Session(destination) as session:
            index_copied(session)
            session.flush()
        for table in table_copy.tables():
            arrived = table_copy.Digest()
            for rows in table_copy.rows(destination, table):
                arrived.take(rows)
            sent = sums[table.name]
            tables.append(TransferredTable(table.name, sent.rows, arrived.rows, sent == arrived))
            on_table(tables[-1])
        if not all(transferred.same for transferred in tables):
            transaction.rollback()
    return tables


def _copy(source: Connection, destination: Connection, table: Table) -> table_copy.Digest:
    sent = table_copy.Digest()
    for rows in table_copy.rows(source, table):
        table_copy.write(destination, table, rows)
        sent.take(rows)
    return sent


def _snapshot(engine: Engine) -> Connection:
    """A connection that reads every table as of one moment."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def _require_another(url: str, to: str) -> None:
    current = address_of(url)
    try:
        requested = address_of(to)
    except ConfigurationError:
        raise InputError(
            "The target address is not valid. Use postgresql://user:password@host/name or "
            "sqlite:///file.db."
        ) from None
    if _file_or_address(current) == _file_or_address(requested):
        raise InputError("The target address is the current database. Choose another one.")


def _file_or_address(address: URL) -> URL | Path:
    """Return the file of an SQLite address, which has many names; else the address."""
    if address.get_backend_name() == "sqlite" and address.database:
        return real_path(Path(address.database))
    return address


def _require_usable(to: str) -> None:
    try:
        make_engine(to).connect().close()
    except DBAPIError as error:
        raise ConfigurationError(
            "Cannot use the target database ({cause}). Check its address.",
            cause=database_message(error),
        ) from error


def _require_no_sign_of_life(engine: Engine) -> None:
    """Refuse while a worker was active lately: a cut-off one has lost its PostgreSQL lock."""
    if engine.dialect.name == "postgresql" and check_health(engine).workers:
        raise InputError(
            "A worker was active within the last 30 s. Stop the app and its workers, then wait."
        )

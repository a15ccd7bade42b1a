"""Moving a desk to another database, SQLite or PostgreSQL, counted and compared."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, Table
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from core.errors import ConfigurationError, InputError
from core.ops.database import address_of, database_message, desk_alone, open_database, require_desk
from core.ops.health import check_health
from core.ops.preparing import prepare
from core.services.answers.index import clear_outdated, index_copied
from core.settings import Settings
from db.engine import for_writing, make_engine
from db.queries import table_copy


@dataclass(frozen=True, slots=True)
class TransferredTable:
    """A table's rows here and there, and whether they say the same."""

    table: str
    rows: int
    arrived: int
    same: bool


def move(
    url: str, to: str, told: Callable[[TransferredTable], None] = lambda _: None
) -> list[TransferredTable]:
    """Copies everything into the database at `to`, in one transaction of its own, and compares.

    Runs that are not over go on there: a worker plans what they miss. The desk here stays as it
    is. `told` hears of each table once it was compared. Where one differs nothing is kept there.
    Raises InputError for a desk in use and a database with contents, ConfigurationError for a
    desk that is not there, and a database that cannot be reached.
    """
    _require_another(url, to)
    require_desk(url)
    with desk_alone(Settings(database_url=url)):
        engine = open_database(Settings(database_url=url))
        _require_no_sign_of_life(engine)
        clear_outdated(engine)
        _require_usable(to)
        with desk_alone(Settings(database_url=to)):
            return _moved(engine, prepare(Settings(database_url=to)), told)


def _moved(
    engine: Engine, target: Engine, told: Callable[[TransferredTable], None]
) -> list[TransferredTable]:
    found: list[TransferredTable] = []
    with (
        _snapshot(engine) as here,
        for_writing(target).connect() as there,
        there.begin() as moving,
    ):
        if table_copy.has_contents(there):
            raise InputError("The target address already has data. Choose an empty database.")
        sums = {table.name: _copy(here, there, table) for table in table_copy.tables()}
        table_copy.set_last_ids(there, table_copy.last_ids(here))
        with Session(there) as session:
            index_copied(session)
            session.flush()
        for table in table_copy.tables():
            arrived = table_copy.Digest()
            for some in table_copy.rows(there, table):
                arrived.take(some)
            sent = sums[table.name]
            found.append(TransferredTable(table.name, sent.rows, arrived.rows, sent == arrived))
            told(found[-1])
        if not all(one.same for one in found):
            moving.rollback()
    return found


def _copy(here: Connection, there: Connection, table: Table) -> table_copy.Digest:
    sent = table_copy.Digest()
    for some in table_copy.rows(here, table):
        table_copy.write(there, table, some)
        sent.take(some)
    return sent


def _snapshot(engine: Engine) -> Connection:
    """Every table as it was at one moment."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def _require_another(url: str, to: str) -> None:
    here = address_of(url)
    try:
        there = address_of(to)
    except ConfigurationError:
        raise InputError(
            "The target address is not valid. Use postgresql://user:password@host/name or "
            "sqlite:///file.db."
        ) from None
    if _place_of(here) == _place_of(there):
        raise InputError("The target address is the current database. Choose another one.")


def _place_of(address: URL) -> URL | Path:
    """One file has many names."""
    if address.get_backend_name() == "sqlite" and address.database:
        return Path(address.database).resolve()
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
    """Of a worker on a host that is cut off, PostgreSQL has dropped the lock before it ends."""
    if engine.dialect.name == "postgresql" and check_health(engine).workers:
        raise InputError(
            "A worker was active within the last 30 s. Stop the app and its workers, then wait."
        )

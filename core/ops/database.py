"""Open the desk's database with all its tables, or raise an error that names the fix."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from core.errors import ConfigurationError, Sentence
from core.files import path_may_exist, system_reason
from core.queue import Process, shared_desk, whole_desk
from core.settings import Settings, database_address, database_url, no_address
from db import is_transient, make_engine, migrate

_READ_ONLY_SERVER = "25006"


def address_of(url: str) -> URL:
    """The parsed database address.

    Raises ConfigurationError if it is invalid, and for SQLite in memory, whose data would be lost
    with the process.
    """
    try:
        address = make_url(database_address(url))
    except (ArgumentError, ValueError):  # its message may contain the password
        raise no_address() from None
    if address.get_backend_name() == "sqlite" and address.database in (None, "", ":memory:"):
        raise no_address()
    return address


def require_desk(url: str) -> None:
    """Raise ConfigurationError if the SQLite file is missing; opening would create an empty one."""
    address = address_of(url)
    file = address.database if address.get_backend_name() == "sqlite" else None
    if file and not path_may_exist(Path(file)):
        raise ConfigurationError("There is no database at {path}. Set DATABASE_URL.", path=file)


def open_engine(settings: Settings) -> Engine:
    """An engine without migration. Raises ConfigurationError if the address cannot be used."""
    address_of(settings.database_url)
    try:
        return make_engine(settings.database_url)
    except OSError as error:  # from creating the folder of SQLite's file
        raise ConfigurationError(
            "Cannot use the database ({file}: {cause}). Make its folder writable for this user, "
            "or set DATABASE_URL.",
            file=error.filename,
            cause=system_reason(error),
        ) from error


def shared_engine(settings: Settings) -> Engine:
    """The process's one connection pool, for a database that was opened before."""
    return make_engine(settings.database_url)


def engine_named_in(environ: Mapping[str, str]) -> Engine:
    """The same pool, without reading the other settings."""
    return make_engine(database_url(environ))


def using_desk(settings: Settings, process: Process) -> AbstractContextManager[None]:
    """Hold the shared lock of a process that writes to the desk; take it before opening the desk.

    Raises InputError while the desk is restored or moved, ConfigurationError as `open_engine` and
    for a database that cannot be reached.
    """
    return _locked(settings, lambda engine: shared_desk(engine, process))


def desk_alone(settings: Settings) -> AbstractContextManager[None]:
    """Hold the exclusive lock of a restore or a move.

    Raises InputError that names the processes using the desk; ConfigurationError as `using_desk`.
    """
    return _locked(settings, whole_desk)


@contextmanager
def _locked(
    settings: Settings, lock: Callable[[Engine], AbstractContextManager[None]]
) -> Iterator[None]:
    engine = open_engine(settings)
    with ExitStack() as held:
        try:
            held.enter_context(lock(engine))
        except OSError as error:  # from the lock file beside SQLite's file
            raise _not_writable(system_reason(error)) from error
        except DBAPIError as error:
            raise describe_failure(error) or _unusable(database_message(error)) from error
        yield


def open_database(settings: Settings) -> Engine:
    """An engine with migrated tables.

    Raises ConfigurationError as `open_engine`, for a database that cannot be reached or refuses
    the connection, and for one of a newer release.
    """
    engine = open_engine(settings)
    try:
        migrate(settings.database_url)
    except CommandError as error:  # a revision unknown to this release
        raise ConfigurationError(
            "The database is from a newer release than this one. Install that release, or "
            "restore a backup from before the upgrade."
        ) from error
    except DBAPIError as error:
        raise describe_failure(error) or _unusable(database_message(error)) from error
    return engine


def describe_failure(error: Exception) -> ConfigurationError | None:
    """The error to show for an unreachable, full, locked, read-only or invalid database.

    None for a fault of the desk's own code, such as an invalid statement.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _sqlite_failure(cause)
    if isinstance(error, NoConnectionFree):
        return _unusable(str(error))
    if not isinstance(error, DBAPIError):
        return None
    if is_transient(error) or getattr(cause, "sqlstate", None) == _READ_ONLY_SERVER:
        return _unusable(database_message(error))
    return None


def database_message(error: DBAPIError) -> str:
    """The first line of the driver's message."""
    return str(error.orig).splitlines()[0] if error.orig else type(error).__name__


def full_disk() -> ConfigurationError:
    return ConfigurationError("The disk is full. Free some space, then try again.")


def _unusable(cause: str) -> ConfigurationError:
    return ConfigurationError(
        "Cannot use the database ({cause}). Check the database log and DATABASE_URL.",
        cause=cause,
    )


def _not_writable(cause: Sentence) -> ConfigurationError:
    return ConfigurationError(
        "Cannot open the database for writing ({cause}). Grant this user access to its file and "
        "folder, or set DATABASE_URL.",
        cause=cause,
    )


def _sqlite_failure(error: sqlite3.Error) -> ConfigurationError | None:
    """The error to show by SQLite's primary code; its messages name no file and no text."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # higher bits are the extended code
        case sqlite3.SQLITE_FULL:
            return full_disk()
        case sqlite3.SQLITE_IOERR:  # also raised for a full disk
            return ConfigurationError(
                "The database disk is full or failing ({cause}). Free some space; if there is "
                "space, check the system log.",
                cause=str(error),
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return ConfigurationError(
                "Another program has locked the database ({cause}). Wait for it or stop it, then "
                "try again.",
                cause=str(error),
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return _not_writable(Sentence.verbatim(str(error)))
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return ConfigurationError(
                "The file is not a database or is damaged ({cause}). Set DATABASE_URL, or "
                "restore a backup.",
                cause=str(error),
            )
    return None

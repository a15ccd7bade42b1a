"""The desk's database as every process opens it: with all its tables, or with a sentence."""

from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from core.errors import ConfigurationError
from core.settings import Settings, no_address
from db.engine import make_engine, migrate


def require_desk(url: str) -> None:
    """Raises ConfigurationError where SQLite would make a new file: nothing is to be had of it."""
    address = make_url(url)
    file = address.database if address.get_backend_name() == "sqlite" else None
    if file and not Path(file).exists():
        raise ConfigurationError("There is no desk at {path}. Set DATABASE_URL.", path=file)


def open_engine(settings: Settings) -> Engine:
    """Its tables are as they are. Raises ConfigurationError for an address that leads nowhere."""
    try:
        return make_engine(settings.database_url)
    except OSError as error:  # the folder of SQLite's file
        raise ConfigurationError(
            "The database cannot be used ({cause}). Look at its own log, and at DATABASE_URL.",
            cause=f"{error.filename}: {error.strerror}",
        ) from error
    except (ArgumentError, ValueError):  # whose words may hold the password
        raise no_address() from None


def open_database(settings: Settings) -> Engine:
    """Raises ConfigurationError as `open_engine`, for a database that is away or refuses, and for
    that of a newer desk.
    """
    engine = open_engine(settings)
    try:
        migrate(settings.database_url)
    except CommandError as error:  # a revision that this desk does not know
        raise ConfigurationError(
            "The database is of a newer desk than this one. Install that one, or restore a backup "
            "that was made before."
        ) from error
    except DBAPIError as error:
        raise ConfigurationError(
            "The database cannot be used ({cause}). Look at its own log, and at DATABASE_URL.",
            cause=said_by(error),
        ) from error
    return engine


def said_by(error: DBAPIError) -> str:
    """The driver's own first line."""
    return str(error.orig).splitlines()[0] if error.orig else type(error).__name__

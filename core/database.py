"""The desk's database as every process opens it: with all its tables, or with a sentence."""

from alembic.util import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from core.errors import ConfigurationError
from core.settings import Settings
from db.engine import make_engine, migrate


def open_database(settings: Settings) -> Engine:
    """Raises ConfigurationError for one that is away or refuses, and for that of a newer desk."""
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
    return make_engine(settings.database_url)


def said_by(error: DBAPIError) -> str:
    """The driver's own first line."""
    return str(error.orig).splitlines()[0] if error.orig else type(error).__name__

"""The desk's database as a command opens it: held, so that no restore comes between."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine


@contextmanager
def opened_desk() -> Iterator["Engine"]:
    """The engine that DATABASE_URL names, up to date. Raises InputError while the desk is restored
    or moved, ConfigurationError for a database that cannot be used.
    """
    from core.ops.database import open_database, using_desk  # noqa: PLC0415 - heavy to import
    from core.queue.desk_lock import Process  # noqa: PLC0415

    settings = Settings.from_environment()
    with using_desk(settings, Process.COMMAND):
        yield open_database(settings)

"""Prepare the desk's database: its own tables and the queue's."""

from sqlalchemy import Engine

from core.ops.database import open_database
from core.queue import engine as durable
from core.settings import Settings


def prepare(settings: Settings) -> Engine:
    """An engine with the desk's and the queue's tables migrated.

    Raises ConfigurationError for a database that cannot be used.
    """
    engine = open_database(settings)
    durable.create_tables(engine)
    return engine

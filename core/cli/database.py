"""The desk's database as commands open it."""

from sqlalchemy import Engine

from core.settings import Settings
from db.engine import make_engine, migrate


def opened() -> Engine:
    """With all its tables."""
    url = Settings.from_environment().database_url
    migrate(url)
    return make_engine(url)

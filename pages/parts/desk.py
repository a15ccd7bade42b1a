"""What every page stands on: the settings, the database and the configured connections."""

import os

from sqlalchemy import Engine

from core.llm import Connections, Prices, load_connections, load_prices
from core.settings import Settings
from db.engine import make_engine


def settings() -> Settings:
    return Settings.from_environment()


def engine() -> Engine:
    """The desk's database; the same engine for the whole process."""
    return make_engine(settings().database_url)


def connections() -> Connections:
    """Read anew each time, so that an edited connections.toml counts at the next click."""
    return load_connections(settings().connections_file, os.environ)


def prices() -> Prices:
    """Read anew each time, as connections are."""
    return load_prices(settings().prices_file, os.environ)

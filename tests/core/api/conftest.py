"""The API as `python -m core serve` serves it, over real HTTP."""

import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx2
import pytest
import uvicorn
from sqlalchemy import make_url

from core.api.server import make_server
from core.services.answers import AnswerContext, load_sample_documents
from core.settings import Settings
from db.engine import make_engine, migrate
from tests.postgres import new_database
from tests.prepared_desk import prepared_with_documents

fetch, send = partial(httpx2.get, timeout=60), partial(httpx2.post, timeout=60)
"""Alone, they give a busy machine five seconds."""


def served(url: str, **settings: object) -> Iterator[str]:
    """The address of a desk with its sample documents and nothing else."""
    if (address := make_url(url)).get_backend_name() == "sqlite":
        prepared_with_documents(Path(address.database or ""))
    migrate(url)
    desk = AnswerContext(Settings(database_url=url, **settings), {})  # type: ignore[arg-type]
    load_sample_documents(desk.engine)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(make_server(desk), log_level="warning"))
    thread = threading.Thread(target=server.run, args=[[listening]])
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/api/v1"
    server.should_exit = True
    thread.join()
    listening.close()
    make_engine(url).dispose()


def in_folder(folder: Path) -> str:
    return f"sqlite:///{folder / 'desk.db'}"


@pytest.fixture(
    scope="package", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "sqlite":
        url = in_folder(tmp_path_factory.mktemp("api"))
    else:
        url = new_database(request.getfixturevalue("postgres_server"))
    yield from served(url, api_requests_per_minute=1_000_000)

"""The API as `python -m core serve` serves it, over real HTTP."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from core.answering import Desk, load_sample_documents
from core.api.serving import make_server
from core.settings import Settings
from db.engine import make_engine, migrate


def served(folder: Path, **settings: object) -> Iterator[str]:
    """The address of a desk with its sample documents and nothing else."""
    url = f"sqlite:///{folder / 'desk.db'}"
    migrate(url)
    desk = Desk(Settings(database_url=url, **settings), {})  # type: ignore[arg-type]
    load_sample_documents(desk.engine)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(make_server(desk), host="127.0.0.1", port=port, log_level="warning")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}/api/v1"
    server.should_exit = True
    thread.join()
    make_engine(url).dispose()


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from served(tmp_path_factory.mktemp("api"), api_requests_per_minute=1_000_000)

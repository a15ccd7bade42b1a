"""The API by itself, without pages: `python -m core serve`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette

from core.answering import Desk
from core.api.app import api_mount
from core.api.problems import answer_errors_with_problems


def make_server(desk: Desk) -> Starlette:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await desk.aclose()

    server = Starlette(routes=[api_mount(desk)], lifespan=lifespan)
    answer_errors_with_problems(server)
    return server


def serve(desk: Desk, *, host: str, port: int) -> None:
    """Until it is told to stop."""
    uvicorn.run(
        make_server(desk),
        host=host,
        port=port,
        log_config=None,
        log_level="warning",
        server_header=False,
    )

"""The API by itself, without pages: `python -m core serve`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette

from core.answering import Desk
from core.api.app import api_mount


def make_server(desk: Desk) -> Starlette:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await desk.aclose()

    return Starlette(routes=[api_mount(desk)], lifespan=lifespan)


def serve(desk: Desk, *, host: str, port: int) -> None:
    """Until it is told to stop."""
    uvicorn.run(make_server(desk), host=host, port=port, log_level="warning", server_header=False)

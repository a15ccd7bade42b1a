"""The API without pages, for `python -m core serve`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware

from core.api.app import api_mount
from core.api.local_only import LocalOnly
from core.api.problems import answer_errors_with_problems
from core.services.answers import AnswerContext


def make_server(desk: AnswerContext, *, guarded: bool = False) -> Starlette:
    """The server; unless `guarded`, it answers requests from this machine only."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await desk.aclose()

    server = Starlette(
        routes=[api_mount(desk)],
        lifespan=lifespan,
        middleware=[] if guarded else [Middleware(LocalOnly)],
    )
    answer_errors_with_problems(server)
    return server

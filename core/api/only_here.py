"""A desk that asks nobody who they are answers on its own machine, whatever serves it."""

import re
from http import HTTPStatus

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from core.access import is_local
from core.api.problems import problem

REFUSED = (
    "This desk has no login and answers on its own machine only. Let people sign in, or set "
    "DESK_OPEN=1 when a proxy of your own asks people who they are."
)


FIGURES = "/_stcore/metrics"
FIGURES_REFUSED = "The figures of this process are for programs on its own machine."


class OnlyHere:
    """Refuses what came in at an address that others reach too, and what asks for another host: a
    name that somebody had lead here from their own page (DNS rebinding), or a proxy.
    """

    def __init__(self, app: ASGIApp, what: str = "", refused: str = REFUSED) -> None:
        """`what` is in the addresses that are refused; everything, where it is not given."""
        self._app, self._what, self._refused = app, what, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._what not in scope["path"] or _is_from_here(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "this machine only"})
        else:
            path = Request(scope).url.path
            await problem(HTTPStatus.FORBIDDEN, self._refused, path)(scope, receive, send)


def _is_from_here(scope: Scope) -> bool:
    came_in_at = (scope.get("server") or ("127.0.0.1", None))[0]
    asks_for = HTTPConnection(scope).headers.get("host", "localhost")
    return is_local(came_in_at) and is_local(_PORT.sub("", asks_for))


_PORT = re.compile(r":\d*$")

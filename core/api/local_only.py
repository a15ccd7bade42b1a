"""A desk without authentication answers only requests from its own machine."""

import re
from http import HTTPStatus

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from core.api.problems import problem
from core.services.access import is_local

REFUSED = (
    "This desk has no login and answers on its own machine only. Let people sign in, or set "
    "DESK_OPEN=1 when a proxy of your own asks people who they are."
)


FIGURES = "/_stcore/metrics"
FIGURES_REFUSED = "The figures of this process are for programs on its own machine."


class LocalOnly:
    """Refuse requests not from this machine.

    Those are: received at or sent from a non-local address; for another Host, which means DNS
    rebinding or a proxy; or with a forwarding header, which a proxy adds that asks for localhost.
    """

    def __init__(self, app: ASGIApp, what: str = "", refused: str = REFUSED) -> None:
        """Guard the paths that contain `what`, by default all; `refused` is the error's detail."""
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
    came_in_at, came_from = (
        (scope.get(end) or ("127.0.0.1", None))[0] for end in ("server", "client")
    )
    headers = HTTPConnection(scope).headers
    asks_for = _PORT.sub("", headers.get("host", "localhost"))
    is_handed_on = any(name.startswith(HANDED_ON) for name in headers)
    return not is_handed_on and all(map(is_local, (came_in_at, came_from, asks_for)))


HANDED_ON = ("forwarded", "via", "x-forwarded-", "x-real-ip")
"""Prefixes of headers by which proxies name the client. Their values do not matter: a request from
this machine has none of them.
"""
_PORT = re.compile(r":\d*$")

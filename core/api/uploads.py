"""Accept uploads only from sessions whose page offered a file field to a permitted user."""

from http import HTTPStatus
from threading import Lock

from cachetools import TTLCache
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from core.api.problems import problem

_DAY_S = 86_400.0
_MOST_SESSIONS = 100_000
_UPLOADS = "/_stcore/upload_file/"
REFUSED = "No page of this session has asked for a file. Open the page and choose it there."

_invited: TTLCache[str, bool] = TTLCache(_MOST_SESSIONS, _DAY_S)
_lock = Lock()


def invite(session_id: str) -> None:
    """Allow uploads of a session, as its page shows a file field to a user who may upload."""
    with _lock:
        _invited[session_id] = True


class InvitedUploads:
    """Refuse uploads of sessions without an invitation.

    Streamlit keeps any upload in memory, even of a session that only reached the sign-in page.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "PUT" and _UPLOADS in scope["path"]:
            session_id = scope["path"].partition(_UPLOADS)[2].partition("/")[0]
            with _lock:
                is_invited = session_id in _invited
            if not is_invited:
                path = Request(scope).url.path
                await problem(HTTPStatus.FORBIDDEN, REFUSED, path)(scope, receive, send)
                return
        await self._app(scope, receive, send)

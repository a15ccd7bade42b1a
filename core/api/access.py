"""Authentication by bearer token (RFC 6750): needed with a login, or once a token was created."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import HTTPException, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.status import HTTP_401_UNAUTHORIZED

from core.services.access import has_tokens, principal_with
from core.services.answers import AnswerContext

_bearer = HTTPBearer(
    auto_error=False,
    description="A token from Settings or `python -m core token create`. A desk without a login "
    "and without tokens asks for none.",
)
_Credentials = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]

MISSING = "Send a token: Authorization: Bearer desk_.... An admin of this desk makes one."
UNUSABLE = "This token is unknown, revoked or over. Ask an admin of this desk for another."


def desk_for(desk: AnswerContext) -> Callable[[_Credentials], Awaitable[AnswerContext]]:
    """A FastAPI dependency: the desk acting as the token's owner, or 401 without a usable token."""

    async def acting(credentials: _Credentials) -> AnswerContext:
        if credentials is not None:
            principal = await asyncio.to_thread(
                principal_with, desk.engine, credentials.credentials
            )
            if principal is not None:
                return desk.acting_as(principal)
            if await _requires_token(desk):
                raise _unauthorised(UNUSABLE, 'Bearer error="invalid_token"')
        elif await _requires_token(desk):
            raise _unauthorised(MISSING, "Bearer")
        return desk

    return acting


async def _requires_token(desk: AnswerContext) -> bool:
    return desk.has_login or await asyncio.to_thread(has_tokens, desk.engine)


def _unauthorised(detail: str, challenge: str) -> HTTPException:
    return HTTPException(HTTP_401_UNAUTHORIZED, detail, {"WWW-Authenticate": challenge})

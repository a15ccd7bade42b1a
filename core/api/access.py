"""Who asks: a bearer token, where the desk knows people or has ever made one (RFC 6750)."""

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
_Given = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]

MISSING = "Send a token: Authorization: Bearer desk_.... An admin of this desk makes one."
UNUSABLE = "This token is unknown, revoked or over. Ask an admin of this desk for another."


def desk_for(desk: AnswerContext) -> Callable[[_Given], Awaitable[AnswerContext]]:
    """The dependency that gives the desk in the hands of whoever asks."""

    async def acting(given: _Given) -> AnswerContext:
        if given is not None:
            found = await asyncio.to_thread(principal_with, desk.engine, given.credentials)
            if found is not None:
                return desk.acting_as(found)
            if await _asks(desk):
                raise _unauthorised(UNUSABLE, 'Bearer error="invalid_token"')
        elif await _asks(desk):
            raise _unauthorised(MISSING, "Bearer")
        return desk

    return acting


async def _asks(desk: AnswerContext) -> bool:
    return desk.has_login or await asyncio.to_thread(has_tokens, desk.engine)


def _unauthorised(detail: str, challenge: str) -> HTTPException:
    return HTTPException(HTTP_401_UNAUTHORIZED, detail, {"WWW-Authenticate": challenge})

"""Errors over HTTP as problem details (RFC 9457)."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount

from core.errors import DeskError, ForbiddenError, InputError, NotFoundError
from core.evidence_gate import invalid_field

MEDIA_TYPE = "application/problem+json"

_log = logging.getLogger(__name__)


class FieldProblem(BaseModel):
    """A problem with one field; `field` is its path in the body, such as `query`."""

    field: str
    detail: str


class Problem(BaseModel):
    """Problem details (RFC 9457); `errors` lists every invalid field."""

    model_config = ConfigDict(extra="forbid")

    type: str = "about:blank"
    title: str = Field(examples=["Unprocessable Entity"])
    status: int = Field(examples=[422])
    detail: str
    instance: str = Field(examples=["/api/v1/npc/chat"])
    errors: list[FieldProblem] = []


def problem(
    status: HTTPStatus,
    detail: str,
    path: str,
    *,
    errors: Sequence[FieldProblem] = (),
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    details = Problem(
        title=status.phrase, status=status, detail=detail, instance=path, errors=list(errors)
    )
    body = details.model_dump()
    return JSONResponse(body, status, dict(headers or {}), media_type=MEDIA_TYPE)


def responses(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """OpenAPI descriptions of a route's error responses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {int(status): {"description": status.phrase, "content": content} for status in statuses}


def answer_errors_with_problems(app: Starlette) -> None:
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(DeskError, _desk_error)
    app.add_exception_handler(Exception, _unexpected)


async def _invalid_request(request: Request, error: Exception) -> JSONResponse:
    """Report invalid fields without their values, which may be long, secret or unprintable."""
    assert isinstance(error, RequestValidationError)
    field_errors = error.errors()
    if any(item["type"] == "json_invalid" for item in field_errors):
        detail = "The body is no JSON. Send a JSON object."
        return problem(HTTPStatus.BAD_REQUEST, detail, request.url.path)
    fields = [(item, ".".join(map(str, item["loc"][1:])) or "body") for item in field_errors]
    errors = [
        FieldProblem(field=field, detail=str(invalid_field(item, field))) for item, field in fields
    ]
    several = "The request cannot be used. Correct the fields under errors."
    detail = errors[0].detail if len(errors) == 1 else several
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, request.url.path, errors=errors)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    status, detail, path = HTTPStatus(error.status_code), error.detail, request.url.path
    if detail == status.phrase == HTTPStatus.NOT_FOUND.phrase:
        operations = ", ".join(_operations(request.app, request.scope.get("root_path", "")))
        detail = f"There is nothing at this address. Ask for one of: {operations}."
    elif status is HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "another method")
        detail = f"This address does not take {request.method}. Send {allowed}."
    return problem(status, detail, path, headers=error.headers)


def _operations(app: object, prefix: str) -> Iterator[str]:
    """Yield every operation of the OpenAPI document, such as "GET /api/v1/health"."""
    if isinstance(app, FastAPI):
        for path, operations in app.openapi()["paths"].items():
            yield from (f"{method.upper()} {prefix}{path}" for method in operations)
    elif isinstance(app, Starlette):
        for route in app.routes:
            if isinstance(route, Mount):
                yield from _operations(route.app, prefix + route.path)


async def _desk_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DeskError)
    if isinstance(error, NotFoundError):
        return problem(HTTPStatus.NOT_FOUND, str(error), request.url.path)
    if isinstance(error, ForbiddenError):
        return problem(HTTPStatus.FORBIDDEN, str(error), request.url.path)
    if isinstance(error, InputError):
        errors = [FieldProblem(field=error.field, detail=str(error))] if error.field else []
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return problem(status, str(error), request.url.path, errors=errors)
    _log.error("%s cannot be answered", request.url.path, exc_info=error)
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, str(error), request.url.path)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    _log.error("%s cannot be answered", request.url.path, exc_info=error)
    detail = "The desk could not answer. Its log says why."
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, detail, request.url.path)

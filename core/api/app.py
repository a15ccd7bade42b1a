"""The HTTP application served under /api/v1."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.routing import Mount

from core.api.chat import routes
from core.api.headers import OF_API, SafeHeaders
from core.api.health import health_route
from core.api.limits import RateLimit, SizeLimit
from core.api.problems import Problem, answer_errors_with_problems, responses
from core.services.answers import AnswerContext
from core.settings import DESK_VERSION

PREFIX = "/api/v1"


def api_mount(desk: AnswerContext) -> Mount:
    """The API as a mount, for the pages or for a server of its own."""
    return Mount(PREFIX, app=make_api(desk))


def make_api(desk: AnswerContext) -> FastAPI:
    """The API, with `openapi.json` but no documentation pages, whose scripts are on other hosts."""
    api = FastAPI(
        title="Evidence Desk",
        version=DESK_VERSION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        servers=[{"url": PREFIX}],
        root_path_in_servers=False,
        redirect_slashes=False,
        responses=responses(
            HTTPStatus.BAD_REQUEST,
            HTTPStatus.UNAUTHORIZED,
            HTTPStatus.FORBIDDEN,
            HTTPStatus.NOT_FOUND,
            HTTPStatus.METHOD_NOT_ALLOWED,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            HTTPStatus.UNPROCESSABLE_ENTITY,
            HTTPStatus.TOO_MANY_REQUESTS,
            HTTPStatus.INTERNAL_SERVER_ERROR,
            HTTPStatus.SERVICE_UNAVAILABLE,
        ),
    )
    answer_errors_with_problems(api)
    api.include_router(routes(desk))
    api.include_router(health_route(desk))
    api.add_middleware(SizeLimit)
    api.add_middleware(RateLimit, per_minute=desk.settings.api_requests_per_minute)
    api.add_middleware(SafeHeaders, headers=OF_API)
    api.openapi = lambda: _document(api, token_required=desk.has_login)  # type: ignore[method-assign]
    return api


def _document(api: FastAPI, *, token_required: bool) -> dict[str, Any]:
    """The OpenAPI document, with the schema of problems, which FastAPI does not add by itself.

    With `token_required` every route needs a token; else it is optional.
    """
    if api.openapi_schema is None:
        document = get_openapi(
            title=api.title, version=api.version, routes=api.routes, servers=api.servers
        )
        schemas = document["components"]["schemas"]
        problem_schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= problem_schema.pop("$defs", {}) | {"Problem": problem_schema}
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        if not token_required:  # without a login, tokens are needed only once one exists
            for path in document["paths"].values():
                for route in path.values():
                    route["security"] = [*route.get("security", ()), {}]
        api.openapi_schema = document
    return api.openapi_schema

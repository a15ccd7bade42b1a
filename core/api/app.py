"""The HTTP application: what is served under /api/v1."""

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
    """The API beside the pages, or by itself."""
    return Mount(PREFIX, app=make_api(desk))


def make_api(desk: AnswerContext) -> FastAPI:
    """Serves `openapi.json` and no page that would fetch its scripts from elsewhere."""
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
    api.openapi = lambda: _document(api, asks=desk.has_login)  # type: ignore[method-assign]
    return api


def _document(api: FastAPI, *, asks: bool) -> dict[str, Any]:
    """With the schema of problems, which routes name and FastAPI does not know; `asks`: for a
    token, whatever happens.
    """
    if api.openapi_schema is None:
        document = get_openapi(
            title=api.title, version=api.version, routes=api.routes, servers=api.servers
        )
        schemas = document["components"]["schemas"]
        made = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= made.pop("$defs", {}) | {"Problem": made}
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        if not asks:  # a desk without a login answers without a token, until it has one
            for path in document["paths"].values():
                for route in path.values():
                    route["security"] = [*route.get("security", ()), {}]
        api.openapi_schema = document
    return api.openapi_schema

"""`GET /api/v1/health`, for operators and process supervisors."""

import asyncio
from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from core.ops.health import check_health
from core.services.answers import AnswerContext


class HealthOut(BaseModel):
    """Ages are in seconds; null if nothing waits or the database does not answer."""

    model_config = ConfigDict(extra="forbid")

    status: str = Field(examples=["ok", "failing"])
    problems: list[str] = Field(description="what is wrong, each with its fix")
    version: str
    revision: str | None
    database_ms: float | None
    workers: int | None = Field(description="those that gave a sign of life within 30 s")
    heartbeat_age_s: float | None
    waiting: int | None = Field(description="runs, checks and loops that nobody has taken up")
    queue_age_s: float | None


def health_route(desk: AnswerContext) -> APIRouter:
    router = APIRouter()

    @router.get("/health", responses={int(HTTPStatus.SERVICE_UNAVAILABLE): {"model": HealthOut}})
    async def health(response: Response) -> HealthOut:
        """200 while the desk is working, else 503 with the problems."""
        report = await asyncio.to_thread(check_health, desk.engine)
        if not report.is_well:
            response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        fields = asdict(report) | {"problems": [str(problem) for problem in report.problems]}
        del fields["cause"]  # it names paths and addresses, and this route needs no token
        return HealthOut(status="ok" if report.is_well else "failing", **fields)

    return router

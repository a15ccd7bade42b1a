"""Limits on size and rate of requests, enforced before the application reads them."""

import time
from http import HTTPStatus
from math import ceil

from cachetools import TTLCache
from pyrate_limiter import Duration, InMemoryBucket, Rate, RateItem
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.api.problems import problem

MAX_BODY_BYTES = 64 * 1024
_MOST_CLIENTS = 10_000


class SizeLimit:
    """Refuse bodies over `MAX_BODY_BYTES`, also those without Content-Length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > MAX_BODY_BYTES:
                detail = f"The body is over {MAX_BODY_BYTES} bytes. Send less at once."
                path = Request(scope).url.path
                too_large = problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, path)
                await too_large(scope, receive, send)
                return
        await self._app(scope, _replayed(body, receive), send)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A receive function that replays a body already read, then continues with `receive`."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return messages.pop() if messages else await receive()

    return read


class RateLimit:
    """Allow `per_minute` requests in any 60 seconds per address; refuse others with Retry-After.

    Health checks are never refused: they cost three small queries.
    """

    def __init__(self, app: ASGIApp, *, per_minute: int) -> None:
        self._app = app
        self._rate = Rate(per_minute, Duration.MINUTE)
        self._buckets: TTLCache[str, InMemoryBucket] = TTLCache(_MOST_CLIENTS, ttl=120)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_counted = scope["type"] == "http" and not scope["path"].endswith("/health")
        if is_counted and (wait_s := self._wait_s(scope)):
            detail = f"Too many requests: at most {self._rate.limit} a minute. Wait and ask again."
            headers = {"Retry-After": str(wait_s)}
            status, path = HTTPStatus.TOO_MANY_REQUESTS, Request(scope).url.path
            await problem(status, detail, path, headers=headers)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _wait_s(self, scope: Scope) -> int:
        """Seconds until the request is allowed; 0 if it is now."""
        address = (scope.get("client") or ("", 0))[0]
        bucket = self._buckets.get(address) or InMemoryBucket([self._rate])
        self._buckets[address] = bucket
        now = time.monotonic_ns() // 1_000_000  # in milliseconds, the unit of the bucket's clock
        bucket.leak(now)
        item = RateItem("request", now)
        if bucket.put(item):
            return 0
        waiting = bucket.waiting(item)
        assert isinstance(waiting, int)
        return max(1, ceil(waiting / 1000))

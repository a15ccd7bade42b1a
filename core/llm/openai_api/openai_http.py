"""Send one request to an endpoint and return its raw answer; the only module that imports openai.

The SDK brings the HTTP client, the address, the headers and the key; the request itself is made
here and not by `chat.completions.create`, so that answers of every status are read up to a size
limit and returned unchanged, and no exception carries the request with its key
(docs/decisions/0010-the-openai-call.md).
"""

import asyncio
import ssl
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import aiohttp
import httpx2
import openai

_CONNECT_S = 10.0
_NO_KEY = "not-needed"
MOST_BYTES = 50_000_000
"""Largest answer: it is held in memory, and parsed on the event loop that all other calls share."""
UNREACHED = (httpx2.RequestError, aiohttp.ClientError, ssl.SSLError)
"""What a request without an answer raises; aiohttp's own error if the answer is not HTTP at all."""


class HttpAnswer(NamedTuple):
    """An endpoint's complete answer."""

    status: int
    headers: httpx2.Headers
    body: bytes


class AnswerTooLong(Exception):
    """An answer has more than `most` bytes, which no reply or batch of vectors needs."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


@dataclass
class _SharedHttp:
    """The HTTP client of an event loop and how many lines use it."""

    client: httpx2.AsyncClient
    users: int = 0


_http: WeakKeyDictionary[asyncio.AbstractEventLoop, _SharedHttp] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class HttpLine:
    """What all requests to one address on one event loop share."""

    loop: asyncio.AbstractEventLoop
    base_url: str
    headers: httpx2.Headers
    extensions: dict[str, Any]

    @classmethod
    def open(cls, base_url: str, api_key: str, timeout_s: float) -> "HttpLine":
        """Open a line on the running loop; the caller closes it."""
        loop = asyncio.get_running_loop()
        shared = _http.get(loop) or _http.setdefault(
            loop, _SharedHttp(openai.DefaultAioHttpClient(verify=trusted_certificates()))
        )
        shared.users += 1
        sdk = openai.AsyncOpenAI(
            api_key=api_key or _NO_KEY, base_url=base_url, http_client=shared.client
        )
        sdk_headers = {**sdk.default_headers, **sdk.auth_headers}
        headers = {name: value for name, value in sdk_headers.items() if isinstance(value, str)}
        timeout = openai.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s))
        return cls(
            loop,
            str(sdk.base_url).rstrip("/"),
            httpx2.Headers(headers),
            {"timeout": timeout.as_dict()},
        )

    async def post(self, path: str, content: bytes) -> HttpAnswer:
        """Send a POST request and read its answer; a redirect is an answer and is not followed.

        Raises AnswerTooLong or one of UNREACHED.
        """
        request = httpx2.Request(
            "POST",
            _url(self.base_url + path),
            headers=self.headers,
            content=content,
            extensions=self.extensions,
        )
        http = _http[self.loop].client
        response = await http.send(request, stream=True, follow_redirects=False)
        body = bytearray()
        try:
            async for part in response.aiter_bytes():
                body += part
                if len(body) > MOST_BYTES:
                    raise AnswerTooLong(MOST_BYTES)
        finally:
            await response.aclose()
        return HttpAnswer(response.status_code, response.headers, bytes(body))

    async def close(self) -> None:
        """Stop using the loop's HTTP client; the loop's last line closes it."""
        shared = _http.get(self.loop)
        if shared is None or self.loop is not asyncio.get_running_loop():
            return
        shared.users -= 1
        if not shared.users:
            del _http[self.loop]
            await shared.client.aclose()


@lru_cache(maxsize=256)
def _url(address: str) -> httpx2.URL:
    """Parse an address once instead of for every request."""
    return httpx2.URL(address)


@cache
def trusted_certificates() -> ssl.SSLContext:
    """The trusted certificates, loaded once a process: each client would load them on the loop."""
    return httpx2.create_ssl_context()

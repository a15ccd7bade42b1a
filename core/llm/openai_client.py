"""Any endpoint that speaks the OpenAI protocol: the only module that imports openai.

One HTTP client per event loop serves every connection. The SDK brings it, with the address, headers
and key; the body is serialised once, by orjson, and sent by that client itself: what the SDK's own
request building and options cost is more than the call (docs/benchmarks.md).
"""

import asyncio
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import aiohttp
import httpx2
import openai
import orjson

from core.llm.client import Completion, Prompt
from core.llm.connection import Connection
from core.llm.embeddings import Embedded
from core.llm.errors import FailureKind, LLMError
from core.llm.limits import estimated_tokens, shared_limits
from core.llm.openai_errors import Endpoint, failed_status
from core.llm.openai_replies import read_completion
from core.llm.openai_vectors import read_vectors

_CONNECT_S = 10.0
_NO_KEY = "not-needed"
_MOST_BYTES = 50_000_000
"""Of an answer: it is held in memory, and read on the loop that all other calls share."""
_UNREACHED = (httpx2.RequestError, aiohttp.ClientError, ssl.SSLError)
"""aiohttp's own come through where an answer is no HTTP at all."""


@dataclass
class _SharedHttp:
    """The HTTP client of an event loop and how many of our clients use it."""

    client: httpx2.AsyncClient
    users: int = 0


@dataclass(frozen=True, slots=True)
class _Line:
    """What every request of a connection has in common."""

    http: httpx2.AsyncClient
    base_url: str
    headers: httpx2.Headers
    extensions: dict[str, Any]

    @classmethod
    def of(cls, sdk: openai.AsyncOpenAI, http: httpx2.AsyncClient, timeout_s: float) -> "_Line":
        said = {**sdk.default_headers, **sdk.auth_headers}
        headers = {name: value for name, value in said.items() if isinstance(value, str)}
        timeout = openai.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s))
        return cls(
            http,
            str(sdk.base_url).rstrip("/"),
            httpx2.Headers(headers),
            {"timeout": timeout.as_dict()},
        )

    async def post(self, path: str, content: bytes) -> "_Answer":
        """Raises _AnswerTooLong; nothing more of such an answer is taken."""
        request = httpx2.Request(
            "POST",
            _url(self.base_url + path),
            headers=self.headers,
            content=content,
            extensions=self.extensions,
        )
        response = await self.http.send(request, stream=True, follow_redirects=False)
        body = bytearray()
        try:
            async for part in response.aiter_bytes():
                body += part
                if len(body) > _MOST_BYTES:
                    raise _AnswerTooLong
        finally:
            await response.aclose()
        return _Answer(response.status_code, response.headers, bytes(body))


class _Answer(NamedTuple):
    """What an endpoint sent back, whole."""

    status: int
    headers: httpx2.Headers
    body: bytes


class _AnswerTooLong(Exception):
    """An endpoint sends more than any reply or any batch of vectors has."""


@lru_cache(maxsize=256)
def _url(address: str) -> httpx2.URL:
    """Taken apart once, and not for every request."""
    return httpx2.URL(address)


@cache
def trusted() -> ssl.SSLContext:
    """Whom HTTPS trusts, read once a process: every client would read it anew on the event loop."""
    return httpx2.create_ssl_context()


_http: WeakKeyDictionary[asyncio.AbstractEventLoop, _SharedHttp] = WeakKeyDictionary()


class _Caller:
    """One call to a connection's endpoint, no retries.

    Raises the leaf of LLMError that fits. No message, repr or log line holds the key.
    """

    def __init__(
        self, connection: Connection, api_key: str | None, *, shared_by: str | None = None
    ) -> None:
        self.name = connection.name
        self.model = connection.model
        self._connection = connection
        self._endpoint = Endpoint(
            connection.name, connection.base_url, connection.api_key_env, api_key or ""
        )
        self._limits = shared_limits(
            f"{connection.name} {connection.base_url} {connection.model}",
            connection.max_concurrency,
            connection.requests_per_minute,
            connection.tokens_per_minute,
            shared_by,
        )
        self._answered = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open_line: _Line | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, model={self.model!r})"

    async def aclose(self) -> None:
        """Gives the HTTP client back; the last user of it closes it."""
        loop, self._loop, self._open_line = self._loop, None, None
        shared = _http.get(loop) if loop else None
        if shared is None or loop is not asyncio.get_running_loop():
            return
        shared.users -= 1
        if not shared.users:
            del _http[loop]
            await shared.client.aclose()

    def _serialised(self, body: dict[str, Any]) -> bytes:
        """The request's JSON, exactly as it is sent."""
        body |= self._connection.extra_body
        return orjson.dumps({key: body[key] for key in body if key not in self._connection.omit})

    async def _post(self, path: str, content: bytes) -> _Answer:
        """The endpoint's answer, or the LLMError that fits.

        That is raised outside the handler: exceptions of a call carry the request, and with it the
        key, which must not travel on in `__context__`.
        """
        try:
            async with asyncio.timeout(self._connection.timeout_s):
                answer = await self._line().post(path, content)
        except (TimeoutError, *_UNREACHED) as error:
            failure = self._unreached(error)
        except _AnswerTooLong:
            failure = LLMError(
                FailureKind.SERVER_ERROR,
                "{name} sent an answer of more than {most} MB, which is not read. Check base_url, "
                "or lower max_output_tokens.",
                name=self.name,
                most=_MOST_BYTES // 1_000_000,
            )
        else:
            if 200 <= answer.status < 300:
                return answer
            failure = failed_status(
                answer.status,
                answer.body,
                dict(answer.headers),
                self._endpoint,
                answered_before=self._answered,
            )
        raise failure

    def _unreached(self, error: BaseException) -> LLMError:
        """A timeout only if one is at the bottom: the aiohttp transport reports a refused or reset
        connection as a timeout too.
        """
        chain = [error]
        while (cause := chain[-1].__cause__) is not None:
            chain.append(cause)
        if any(isinstance(link, TimeoutError) for link in chain):
            return LLMError(
                FailureKind.TIMEOUT,
                "{name} did not answer within {seconds:g} s. Raise timeout_s or send less text.",
                name=self.name,
                seconds=self._connection.timeout_s,
            )
        return LLMError(
            FailureKind.CONNECTION,
            "{name} cannot be reached at {base_url} ({cause}). Check base_url and the server.",
            name=self.name,
            base_url=self._connection.base_url,
            cause=type(chain[-1]).__name__,
        )

    def _line(self) -> _Line:
        loop = asyncio.get_running_loop()
        if self._open_line is None or loop is not self._loop:
            shared = _http.get(loop) or _http.setdefault(
                loop, _SharedHttp(openai.DefaultAioHttpClient(verify=trusted()))
            )
            shared.users += 1
            self._loop = loop
            sdk = openai.AsyncOpenAI(
                api_key=self._endpoint.key or _NO_KEY,
                base_url=self._connection.base_url,
                http_client=shared.client,
            )
            self._open_line = _Line.of(sdk, shared.client, self._connection.timeout_s)
        return self._open_line


class OpenAIClient(_Caller):
    """A connection's client: one call per `complete`."""

    kind: Literal["openai"] = "openai"

    async def complete(self, prompt: Prompt) -> Completion:
        content = self.body(prompt)
        tokens = estimated_tokens(len(content)) + self._connection.max_output_tokens
        async with self._limits.slot(tokens):
            started = time.perf_counter()
            answer = await self._post("/chat/completions", content)
            latency = time.perf_counter() - started
        completion = read_completion(
            answer.body,
            self._endpoint,
            self.model,
            latency,
            sent_bytes=len(content),
            output_limit=self._output_limit,
        )
        self._answered = True
        return completion

    @property
    def _output_limit(self) -> int | None:
        """As it is sent; None where the endpoint is told none."""
        wanted = self._connection
        field = wanted.output_limit_field
        limit = wanted.extra_body.get(field, wanted.max_output_tokens)
        return limit if isinstance(limit, int) and field not in wanted.omit else None

    def body(self, prompt: Prompt) -> bytes:
        """The request's JSON, exactly as it is sent."""
        wanted = self._connection
        body: dict[str, Any] = {
            "model": wanted.model,
            "messages": [
                {"role": message.role, "content": message.content} for message in prompt.messages
            ],
            "temperature": wanted.temperature,
            wanted.output_limit_field: wanted.max_output_tokens,
        }
        if wanted.json_mode and prompt.task != "connection_test":
            body["response_format"] = {"type": "json_object"}
        return self._serialised(body)


class OpenAIEmbedder(_Caller):
    """A connection of the kind "embeddings": one call per `embed`."""

    @property
    def settings(self) -> str:
        return self._connection.reply_settings

    @property
    def batch_size(self) -> int:
        return self._connection.batch_size

    async def embed(self, texts: Sequence[str]) -> Embedded:
        content = self._serialised({"model": self.model, "input": list(texts)})
        async with self._limits.slot(estimated_tokens(len(content))):
            answer = await self._post("/embeddings", content)
        embedded = read_vectors(answer.body, self._endpoint, self.model, len(texts))
        self._answered = True
        return embedded

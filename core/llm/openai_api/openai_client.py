"""Clients of endpoints that speak the OpenAI protocol, for completions and for vectors."""

import asyncio
import time
from collections.abc import Sequence
from typing import Literal

from core.llm.client import Completion, Prompt
from core.llm.connection import Connection
from core.llm.embeddings import Embedded
from core.llm.errors import FailureKind, LLMError
from core.llm.limits.limits import shared_limits
from core.llm.openai_api.chat_requests import (
    chat_body,
    output_limit,
    own_fields,
    sent_output_limit,
    serialised,
)
from core.llm.openai_api.openai_errors import Endpoint, failed_status
from core.llm.openai_api.openai_http import UNREACHED, AnswerTooLong, HttpAnswer, HttpLine
from core.llm.openai_api.openai_replies import read_completion
from core.llm.openai_api.openai_vectors import read_vectors
from core.llm.reply_formats import ReplyFormat, refuses_format, response_format
from core.llm.token_counts import estimated_tokens


class _Caller:
    """Makes single calls to a connection's endpoint, without retries.

    A failed call raises the fitting LLMError. No message, repr or log line holds the key.
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
        self._open_line: HttpLine | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, model={self.model!r})"

    async def aclose(self) -> None:
        line, self._open_line = self._open_line, None
        if line is not None:
            await line.close()

    async def _post(self, path: str, content: bytes) -> HttpAnswer:
        """The endpoint's answer, whatever its status; raises LLMError if none came.

        The error is raised outside the handler: exceptions of a call carry the request, and with it
        the key, which must not travel on in `__context__`.
        """
        try:
            async with asyncio.timeout(self._connection.timeout_s):
                return await self._line().post(path, content)
        except (TimeoutError, *UNREACHED) as error:
            failure = self._unreached(error)
        except AnswerTooLong as error:
            failure = LLMError(
                FailureKind.SERVER_ERROR,
                "{name} sent more than {most} MB, which is not read. Check base_url, or lower "
                "max_output_tokens.",
                name=self.name,
                most=error.most // 1_000_000,
            )
        raise failure

    def _require_success(self, answer: HttpAnswer) -> None:
        """Raise the LLMError for an error status."""
        if 200 <= answer.status < 300:
            return
        raise failed_status(
            answer.status,
            answer.body,
            dict(answer.headers),
            self._endpoint,
            answered_before=self._answered,
        )

    def _unreached(self, error: BaseException) -> LLMError:
        """The LLMError for a call without an answer.

        A timeout only if a TimeoutError is among the causes: the aiohttp transport reports a
        refused or reset connection as a timeout, too.
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

    def _line(self) -> HttpLine:
        if self._open_line is None or self._open_line.loop is not asyncio.get_running_loop():
            self._open_line = HttpLine.open(
                self._connection.base_url, self._endpoint.key, self._connection.timeout_s
            )
        return self._open_line


class OpenAIClient(_Caller):
    """A connection's client: one answered call per `complete`.

    `reply_format` is the format it asks for. Once the endpoint refuses it, the client asks for the
    next weaker one, at once and from then on: a refused request is not billed and is no failure.
    """

    kind: Literal["openai"] = "openai"

    def __init__(
        self, connection: Connection, api_key: str | None, *, shared_by: str | None = None
    ) -> None:
        super().__init__(connection, api_key, shared_by=shared_by)
        self.reply_format = connection.requested_format

    async def complete(self, prompt: Prompt) -> Completion:
        while True:
            reply_format = self.reply_format
            content = serialised(chat_body(self._connection, prompt, reply_format))
            tokens = estimated_tokens(len(content)) + output_limit(self._connection, prompt)
            async with self._limits.slot(tokens):
                started = time.perf_counter()
                answer = await self._post("/chat/completions", content)
                latency = time.perf_counter() - started
            sends_format = response_format(prompt, reply_format) is not None
            if sends_format and refuses_format(answer.status, answer.body):
                self.weaken_format(reply_format)
                continue
            self._require_success(answer)
            completion = read_completion(
                answer.body,
                self._endpoint,
                self.model,
                latency,
                sent_bytes=len(content),
                output_limit=sent_output_limit(self._connection, prompt),
            )
            self._answered = True
            return completion

    def weaken_format(self, refused: ReplyFormat) -> None:
        """Ask for the next weaker format from now on, unless another call has already done so."""
        if self.reply_format is refused:
            self.reply_format = refused.weaker


class OpenAIEmbedder(_Caller):
    """A connection of the kind "embeddings": one call per `embed`."""

    @property
    def settings(self) -> str:
        return self._connection.reply_settings

    @property
    def batch_size(self) -> int:
        return self._connection.batch_size

    async def embed(self, texts: Sequence[str]) -> Embedded:
        body = own_fields(self._connection, {"model": self.model, "input": list(texts)})
        content = serialised(body)
        async with self._limits.slot(estimated_tokens(len(content))):
            answer = await self._post("/embeddings", content)
        self._require_success(answer)
        embedded = read_vectors(answer.body, self._endpoint, self.model, len(texts))
        self._answered = True
        return embedded

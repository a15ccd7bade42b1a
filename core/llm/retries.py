"""Ask until a reply can be read: retries count failures of transport and format together."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from core.llm.client import Completion, LLMClient, Prompt, Usage
from core.llm.errors import AuthenticationFailed, FailureKind, LLMError, WindowFull
from core.llm.replies.reply_length import require_readable_length
from core.llm.second_tries import UNREADABLE, second_try

T = TypeVar("T")

RETRIES = 3
"""Retries after the first call, in total (readings 45, 54)."""

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
"""Caps the backoff and a server's Retry-After alike."""

JITTER = random.Random()  # noqa: S311 - not a secret; one for all, seeding costs a system call


@dataclass(frozen=True, slots=True)
class ReadReply(Generic[T]):
    """A reply that was read. `usage` sums all attempts; `latency_s` is the seconds spent in calls,
    waits between them left out; `completion` is the call that answered.
    """

    value: T
    raw: str
    completion: Completion
    attempts: int
    usage: Usage
    latency_s: float


@dataclass(frozen=True, slots=True)
class FailedCall:
    """No usable reply: says nothing about the question (reading 45). `raw` is the last reply."""

    error: LLMError
    raw: str | None
    attempts: int
    usage: Usage
    latency_s: float

    @property
    def kind(self) -> FailureKind:
        return self.error.kind

    @property
    def message(self) -> str:
        return str(self.error)


@runtime_checkable
class RemembersReplies(Protocol):
    """A client that returns stored replies; `forget` drops one that could not be read."""

    async def forget(self, prompt: Prompt) -> None: ...


async def ask(
    client: LLMClient,
    prompt: Prompt,
    read: Callable[[Completion], T],
    *,
    retries: int = RETRIES,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    rng: random.Random = JITTER,
) -> ReadReply[T] | FailedCall:
    """Call and read, and call again after a retryable failure of either, up to `retries` times.

    After an unusable reply the request is changed (core.llm.second_tries); if the endpoint rejects
    the changed one, the earlier failure is returned. A recording has one reply only. Waits grow
    exponentially with full jitter and never fall below the server's Retry-After (up to 60 s). A
    TimeoutError that the client raises is a timeout like any other. Raises AuthenticationFailed,
    since no further call can succeed.
    """
    usage, latency, raw = Usage(), 0.0, None
    request, unreadable = prompt, None
    for attempt in range(retries + 1):
        started = time.perf_counter()
        completion = None
        try:
            completion = await _completed(client, request)
            raw = completion.text
            usage += completion.usage
            require_readable_length(raw)
            value = read(completion)
        except AuthenticationFailed:
            raise
        except LLMError as error:
            failure = error
            if completion and completion.is_window_full and error.kind is FailureKind.TRUNCATED:
                failure = WindowFull(completion.usage, completion.text)
        else:
            latency += time.perf_counter() - started
            return ReadReply(value, completion.text, completion, attempt + 1, usage, latency)
        latency += time.perf_counter() - started
        if completion is None:
            usage += failure.usage
        raw = raw if failure.raw is None else failure.raw
        if unreadable is not None and failure.kind in _CHANGE_REJECTED:
            failure = unreadable
            break
        unreadable = failure if failure.kind in UNREADABLE else unreadable
        next_request = second_try(request, failure) if failure.retryable else None
        if attempt == retries or next_request is None:
            break
        request = next_request
        if completion is not None and completion.reused and isinstance(client, RemembersReplies):
            await client.forget(prompt)
        elif client.kind == "recorded":
            break
        else:
            await sleep(retry_delay(attempt, failure.retry_after_s, rng))
    return FailedCall(failure, raw, attempt + 1, usage, latency)


_CHANGE_REJECTED = (FailureKind.CONTEXT_TOO_LONG, FailureKind.BAD_REQUEST)


async def _completed(client: LLMClient, prompt: Prompt) -> Completion:
    """Call the client; a TimeoutError (Python's and asyncio's are the same) becomes an LLMError."""
    try:
        return await client.complete(prompt)
    except TimeoutError as error:
        raise LLMError(
            FailureKind.TIMEOUT,
            "{name} did not answer in time. Retry, or allow more time.",
            name=client.name,
        ) from error


async def ask_within(
    open_client: Callable[[], LLMClient],
    prompt: Prompt,
    read: Callable[[Completion], T],
    timeout_s: float,
    *,
    retries: int = RETRIES,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> tuple[ReadReply[T], LLMClient]:
    """Ask a client opened for this prompt, all tries together within `timeout_s` seconds.

    Returns the reply, and the closed client for its name. Raises LLMError if no usable reply came,
    AuthenticationFailed at once.
    """
    client = open_client()
    try:
        async with asyncio.timeout(timeout_s):
            outcome = await ask(client, prompt, read, retries=retries, sleep=sleep)
    except TimeoutError:
        raise LLMError(
            FailureKind.TIMEOUT,
            "No usable reply within {seconds:g} seconds. Retry.",
            seconds=timeout_s,
        ) from None
    finally:
        await client.aclose()
    if isinstance(outcome, FailedCall):
        raise outcome.error
    return outcome, client


async def ask_all(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run all concurrently; the first exception cancels the others and is raised unchanged."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def retry_delay(attempt: int, retry_after_s: float | None, rng: random.Random) -> float:
    """Seconds to wait after failed attempt number `attempt` (from 0)."""
    jitter = rng.uniform(0.0, min(LONGEST_WAIT_S, FIRST_WAIT_S * 2**attempt))
    server_wait = min(max(retry_after_s or 0.0, 0.0), LONGEST_WAIT_S)
    return server_wait + jitter

"""Calls per second against a local server that answers at once."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from statistics import median

from openai import AsyncOpenAI

from core.llm import Connection, Prompt, PromptTemplateManager, open_client
from tests.bench.pairs import Row

CONCURRENCY = 50


async def rows() -> list[Row]:
    return [row async for row in _rows()]


async def _rows() -> AsyncIterator[Row]:
    async with _server() as url:
        for characters, calls in ((2_000, 400), (200_000, 100)):
            ours, plain = await _paired(url, _prompt(characters), calls)
            yield Row(
                f"one call with a prompt of {characters:,} characters, {CONCURRENCY} at a time",
                "OpenAIClient",
                ours / calls,
                "AsyncOpenAI.chat.completions.create",
                plain / calls,
            )


@contextlib.asynccontextmanager
async def _server() -> AsyncIterator[str]:
    """In a process of its own, so that only the clients are timed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.openai_server", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.kill()
        await process.wait()


def _prompt(characters: int) -> Prompt:
    variables = {
        "item": "q",
        "question": "Which?",
        "question_type": "single_choice",
        "choice": {"a": "one", "b": "two"},
        "context": "The lamp was lit. " * (characters // 18),
    }
    return PromptTemplateManager().render("validation_prompt", "en", variables)


async def _paired(url: str, prompt: Prompt, calls: int) -> tuple[float, float]:
    connection = Connection(
        name="bench", kind="openai", base_url=url, model="m", max_concurrency=CONCURRENCY
    )
    client = open_client(connection, os.environ)
    plain = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    messages = [{"role": message.role, "content": message.content} for message in prompt.messages]

    async def create() -> None:
        await plain.chat.completions.create(model="m", messages=messages, temperature=0)  # type: ignore[arg-type]

    times = []
    for _ in range(4):
        ours_s = await _time(lambda: client.complete(prompt), calls)
        times.append((ours_s, await _time(create, calls)))
    await client.aclose()
    await plain.close()
    return median(a for a, _ in times[1:]), median(b for _, b in times[1:])


async def _time(call: Callable[[], Awaitable[object]], calls: int) -> float:
    slots = asyncio.Semaphore(CONCURRENCY)

    async def one() -> None:
        async with slots:
            await call()

    started = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(calls)))
    return time.perf_counter() - started

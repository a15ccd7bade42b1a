"""What one call costs this process: the desk's own request beside the SDK's.

`python -m tests.bench.openai_call` starts the test server as a process of its own and calls it one
call after the other, in blocks that take turns; CPU time is this process's alone.
"""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

import openai

from core.llm import Connection, Prompt, open_client
from core.llm.openai_api.chat_requests import chat_body
from core.llm.openai_api.openai_http import trusted_certificates
from core.llm.reply_formats import ReplyFormat
from tests.core.llm.asked import prompt

BLOCKS, CALLS = 10, 50
SIZES = (1_000, 200_000)

Call = Callable[[], Awaitable[object]]


async def _measured(calls: dict[str, Call]) -> dict[str, tuple[list[float], list[float]]]:
    """By name, milliseconds of CPU and of the clock a call, one of each for a block."""
    figures: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in calls}
    for block in range(BLOCKS + 1):
        for name, call in calls.items():
            cpu, clock = time.process_time(), time.perf_counter()
            for _ in range(CALLS):
                await call()
            if block:  # the first one warms up
                figures[name][0].append((time.process_time() - cpu) / CALLS * 1000)
                figures[name][1].append((time.perf_counter() - clock) / CALLS * 1000)
    return figures


async def _compare(url: str, asked: Prompt) -> None:
    connection = Connection(name="test", model="m", base_url=url)
    own = open_client(connection, {})
    http = openai.DefaultAioHttpClient(verify=trusted_certificates())
    sdk = openai.AsyncOpenAI(api_key="k", base_url=url, max_retries=0, http_client=http)
    body = chat_body(connection, asked, ReplyFormat.PROMPT)

    async def parsed() -> object:
        return await sdk.chat.completions.create(**body)

    async def raw() -> object:
        response = await sdk.chat.completions.with_raw_response.create(**body)
        return response.content

    async def streamed() -> object:
        async with sdk.chat.completions.with_streaming_response.create(**body) as response:
            return [part async for part in response.iter_bytes()]

    calls: dict[str, Call] = {
        "own": lambda: own.complete(asked),
        "SDK, parsed": parsed,
        "SDK, raw": raw,
        "SDK, streamed": streamed,
    }
    for name, (cpu, clock) in (await _measured(calls)).items():
        low, high = min(cpu), max(cpu)
        print(
            f"{name:15} CPU {statistics.median(cpu):.2f} ms ({low:.2f}-{high:.2f}), "
            f"clock {statistics.median(clock):.2f} ms"
        )
    await own.aclose()
    await sdk.close()


def main() -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.openai_server"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        for size in SIZES:
            print(f"{BLOCKS} blocks of {CALLS} calls, a prompt of {size:,} characters")
            asyncio.run(_compare(url, prompt(context="x" * size)))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()

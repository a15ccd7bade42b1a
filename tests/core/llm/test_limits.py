import asyncio
import time

import pytest

from core.llm.limits import Limits, estimated_tokens, shared_limits


async def went_through(limits: Limits, calls: int, tokens: int, within_s: float) -> int:
    """How many of `calls` got their turn in time."""
    done = 0

    async def call() -> None:
        nonlocal done
        async with limits.slot(tokens):
            done += 1

    tasks = [asyncio.create_task(call()) for _ in range(calls)]
    await asyncio.wait(tasks, timeout=within_s)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return done


async def test_requests_per_minute_are_kept() -> None:
    assert await went_through(Limits(50, requests_per_minute=5), 12, 1, 0.4) == 5


async def test_tokens_per_minute_are_kept() -> None:
    assert await went_through(Limits(50, tokens_per_minute=100_000), 12, 30_000, 0.4) == 3


async def test_a_call_above_the_limit_waits_for_a_free_minute_instead_of_failing() -> None:
    limits = Limits(50, tokens_per_minute=1_000)
    assert await went_through(limits, 1, 5_000, 0.4) == 1
    assert await went_through(limits, 1, 1, 0.2) == 0


async def test_without_limits_nothing_waits() -> None:
    started = time.perf_counter()
    assert await went_through(Limits(8), 500, 10**9, 5) == 500
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("fields", [{"requests_per_minute": 4}, {"tokens_per_minute": 4_000}])
async def test_processes_share_the_limits_through_a_database(tmp_path, fields) -> None:
    file = tmp_path / "limits.db"
    first = Limits(50, **fields, database=file, name="my 模型")
    second = Limits(50, **fields, database=file, name="my 模型")
    other = Limits(50, **fields, database=file, name="other")
    passed = await asyncio.gather(
        went_through(first, 4, 1_000, 0.4), went_through(second, 4, 1_000, 0.4)
    )
    assert sum(passed) == 4
    assert await went_through(other, 4, 1_000, 0.4) == 4


def test_the_same_connection_has_the_same_limits() -> None:
    assert shared_limits("x", 2, None, None) is shared_limits("x", 2, None, None)
    assert shared_limits("x", 2, None, None) is not shared_limits("x", 3, None, None)


def test_a_token_is_about_four_bytes() -> None:
    assert estimated_tokens(len(b"It rained all day, and Ann went home.")) == 10

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.llm.limit_stores import store_of
from core.llm.limits import Limits, estimated_tokens, shared_limits
from tests.core.services.runs.conftest import serving
from tests.openai_server import OpenAIServer
from tests.postgres import new_database, restartable_server


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


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database that processes share."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/desk.db"
    return new_database(request.getfixturevalue("settled_server"))


@pytest.fixture(scope="module")
def settled_server(postgres_server: str) -> str:
    """One that has just started gives its places to who held them before."""
    time.sleep(3)
    return postgres_server


@pytest.mark.parametrize("fields", [{"requests_per_minute": 4}, {"tokens_per_minute": 4_000}])
async def test_processes_share_the_limits_through_a_database(address, fields) -> None:
    first = Limits(50, **fields, store=store_of(address), name="my 模型")
    second = Limits(50, **fields, store=store_of(address), name="my 模型")
    other = Limits(50, **fields, store=store_of(address), name="other")
    passed = await asyncio.gather(
        went_through(first, 4, 1_000, 1), went_through(second, 4, 1_000, 1)
    )
    assert sum(passed) == 4
    assert await went_through(other, 4, 1_000, 1) == 4


CALLER = """
import asyncio, sys
from core.llm import open_client
from core.llm.connection import Connection
from tests.core.llm.asked import prompt

async def main(url, address, calls):
    connection = Connection(name="x", base_url=url, model="m", max_concurrency=4)
    client = open_client(connection, {}, shared_by=address)
    print("ready", flush=True)
    await asyncio.gather(*(client.complete(prompt(str(n))) for n in range(calls)))

asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


def caller(asked: OpenAIServer, address: str, calls: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", CALLER, asked.url, address, str(calls)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_calls_at_once_are_counted_over_all_processes(address) -> None:
    """The server's own count; a process that is killed gives its places back."""
    with serving(latency_s=0.05) as asked:
        killed, *others = [caller(asked, address, calls) for calls in (10_000, 60, 60)]
        for one in (killed, *others):
            assert one.stdout is not None
            one.stdout.readline()
        until = time.monotonic() + 30
        while len(asked.asked) < 40 and time.monotonic() < until:
            time.sleep(0.01)
        killed.kill()
        assert [one.wait(60) for one in others] == [0, 0]
        assert asked.most_in_flight == 4


def test_several_places_are_taken_at_one_look_and_none_twice(address) -> None:
    store = store_of(address)
    assert store
    places = store.places("x")
    first = places.take(range(5), 3)
    rest = places.take(range(5), 3)
    assert (len(first), sorted([*first, *rest])) == (3, [0, 1, 2, 3, 4])
    assert not places.take(range(5), 3)
    places.give(first[:2])
    assert sorted(places.take(range(5), 3)) == sorted(first[:2])
    places.give(range(5))


async def test_one_process_does_not_keep_every_place(address) -> None:
    """Whoever never pauses gives a place back after two seconds, and others get it."""
    busy = Limits(2, store=store_of(address))
    late = Limits(2, store=store_of(address))
    at_work = True

    async def without_pause() -> None:
        while at_work:
            async with busy.slot(1):
                await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(without_pause()) for _ in range(4)]
    await asyncio.sleep(0.2)
    async with asyncio.timeout(10), late.slot(1):
        at_work = False
    await asyncio.gather(*tasks)


async def test_a_call_that_no_longer_waits_leaves_its_place_to_others(address) -> None:
    limits = Limits(1, store=store_of(address))
    other = Limits(1, store=store_of(address))
    async with other.slot(1):
        assert await went_through(limits, 3, 1, 0.3) == 0
    async with asyncio.timeout(10):
        assert await went_through(limits, 3, 1, 3) == 3
        async with other.slot(1):
            pass


@pytest.mark.postgres
async def test_a_restarted_database_is_waited_for_and_calls_in_flight_keep_their_places() -> None:
    with restartable_server() as (url, restart):
        store = store_of(new_database(url))
        limits = Limits(2, requests_per_minute=100, store=store)
        async with limits.slot(1), limits.slot(1):
            await asyncio.to_thread(restart)
            waiting = asyncio.create_task(went_through(limits, 1, 1, 20))
            await asyncio.sleep(1.5)
            assert not waiting.done()
        assert await waiting == 1


@pytest.mark.postgres
async def test_nobody_takes_the_place_of_a_call_in_flight_when_the_database_restarts() -> None:
    """Each address has a session of its own, as each process has."""
    with restartable_server() as (url, restart):
        address = new_database(url)
        address += "&" if "?" in address else "?"
        ours = Limits(2, store=store_of(f"{address}application_name=ours"))
        theirs = Limits(2, store=store_of(f"{address}application_name=theirs"))
        assert await went_through(theirs, 1, 1, 10) == 1
        async with ours.slot(1), ours.slot(1):
            await asyncio.to_thread(restart)
            assert await went_through(theirs, 2, 1, 6) == 0
        assert await went_through(theirs, 2, 1, 10) == 2


def test_a_database_in_memory_is_shared_by_nobody() -> None:
    assert store_of("sqlite://") is None


def test_the_same_connection_has_the_same_limits() -> None:
    assert shared_limits("x", 2, None, None) is shared_limits("x", 2, None, None)
    assert shared_limits("x", 2, None, None) is not shared_limits("x", 3, None, None)


def test_a_token_is_about_four_bytes() -> None:
    assert estimated_tokens(len(b"It rained all day, and Ann went home.")) == 10

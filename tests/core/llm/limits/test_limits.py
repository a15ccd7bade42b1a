import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from pyrate_limiter import Rate

from core.llm.limits.limit_stores import LimitStore, store_of
from core.llm.limits.limits import Limits, shared_limits
from core.llm.limits.postgres_limits import PostgresLimitStore
from core.llm.limits.slots import Slots
from tests.children import killed
from tests.core.llm.clocks import MovableClock, StillClock, skipping
from tests.core.services.runs.conftest import serving
from tests.core.services.runs.desk import PATIENCE_S
from tests.openai_server import OpenAIServer
from tests.postgres import new_database, restartable_server


async def turn(limits: Limits, tokens: int, clock: Callable[[], float]) -> float:
    """When a call of so many tokens got its turn."""
    async with limits.slot(tokens):
        return clock()


def turns(clock: MovableClock, calls: Sequence[tuple[Limits, int]]) -> list[float]:
    """When each call got its turn, in order."""
    return sorted(skipping(clock, *(turn(limits, tokens, clock) for limits, tokens in calls)))


def by_minute(times: Sequence[float]) -> list[int]:
    """How many came together; a minute or more lies between them and the next."""
    counts = [1]
    for earlier, later in pairwise(times):
        if later - earlier < 60:
            counts[-1] += 1
        else:
            counts.append(1)
    return counts


def most_in_a_minute(times: Sequence[float]) -> int:
    return max(sum(0 <= later - start < 60 for later in times) for start in times)


async def until(is_so: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
    """Looks until it is; fails after so long."""
    async with asyncio.timeout(within_s):
        while not is_so():
            await asyncio.sleep(0.02)


def test_requests_per_minute_are_kept() -> None:
    clock = StillClock()
    limits = Limits(50, requests_per_minute=5, clock=clock)
    assert by_minute(turns(clock, [(limits, 1)] * 12)) == [5, 5, 2]


def test_tokens_per_minute_are_kept() -> None:
    clock = StillClock()
    limits = Limits(50, tokens_per_minute=100_000, clock=clock)
    assert by_minute(turns(clock, [(limits, 30_000)] * 7)) == [3, 3, 1]


def test_a_call_above_the_limit_waits_for_a_free_minute_instead_of_failing() -> None:
    clock = StillClock()
    limits = Limits(50, tokens_per_minute=1_000, clock=clock)
    assert by_minute(turns(clock, [(limits, 5_000), (limits, 1)])) == [1, 1]


def test_a_call_of_no_tokens_gets_its_turn() -> None:
    clock = StillClock()
    limits = Limits(50, tokens_per_minute=1_000, clock=clock)
    assert len(turns(clock, [(limits, 0)])) == 1


def test_a_request_that_waited_for_tokens_counts_in_the_minute_it_is_sent() -> None:
    """The second call has its request granted a minute before its tokens, and asks for it again."""
    clock = StillClock()
    limits = Limits(50, requests_per_minute=2, tokens_per_minute=1_000, clock=clock)
    calls = [(limits, 1_000), (limits, 900), (limits, 1), (limits, 1)]
    assert by_minute(turns(clock, calls)) == [1, 2, 1]


def test_without_limits_nothing_waits() -> None:
    clock = StillClock()
    assert len(turns(clock, [(Limits(8, clock=clock), 10**9)] * 500)) == 500
    assert clock.ahead == 0


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a database that processes share."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/desk.db"
    return new_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def store(address: str) -> LimitStore:
    """Its store, as it is long after the server's start."""
    if address.startswith("postgresql"):
        return PostgresLimitStore(address, holders_first_s=0)
    in_files = store_of(address)
    assert in_files
    return in_files


@pytest.mark.parametrize("fields", [{"requests_per_minute": 4}, {"tokens_per_minute": 4_000}])
def test_processes_share_the_limits_through_a_database(store, fields) -> None:
    clock = MovableClock()
    first, second, other = (
        Limits(50, **fields, store=store, name=name, clock=clock)
        for name in ("my 模型", "my 模型", "other")
    )
    together = turns(clock, [(first, 1_000), (second, 1_000)] * 4)
    assert most_in_a_minute(together) == 4
    started_at = clock()
    turns(clock, [(other, 1_000)] * 4)
    assert clock() - started_at < 60


def caller(asked: OpenAIServer, address: str, calls: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.core.llm.caller", asked.url, address, str(calls)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_calls_at_once_are_counted_over_all_processes(address) -> None:
    """The server's own count; a process that is killed gives its places back."""
    with serving(latency_s=0.05) as asked:
        first, other = [caller(asked, address, calls) for calls in (1_000, 40)]
        with killed(other):
            with killed(first):
                for process in (first, other):
                    assert process.stdout is not None
                    process.stdout.readline()
                until = time.monotonic() + PATIENCE_S
                while len(asked.asked) < 20:
                    assert time.monotonic() < until
                    time.sleep(0.01)
            assert other.wait(PATIENCE_S) == 0
        assert asked.most_in_flight == 4


def test_several_places_are_taken_at_one_look_and_none_twice(store) -> None:
    slots = store.slots("x")
    first = slots.take(range(5), 3)
    remaining = slots.take(range(5), 3)
    assert (len(first), sorted([*first, *remaining])) == (3, [0, 1, 2, 3, 4])
    assert not slots.take(range(5), 3)
    slots.release(first[:2])
    assert sorted(slots.take(range(5), 3)) == sorted(first[:2])
    slots.release(range(5))


async def test_one_process_does_not_keep_every_place(store) -> None:
    """Whoever never pauses gives a place back after two seconds, and others get it."""
    clock = MovableClock()
    busy = Limits(2, store=store, clock=clock)
    late = Limits(2, store=store, clock=clock)
    at_work = True

    async def without_pause() -> None:
        while at_work:
            async with busy.slot(1):
                await asyncio.sleep(0.01)

    async with busy.slot(1), busy.slot(1):
        waiting = asyncio.create_task(turn(late, 1, clock))
        tasks = [asyncio.create_task(without_pause()) for _ in range(4)]

    def is_in_after_two_seconds_more() -> bool:
        clock.move(2)
        return waiting.done()

    await until(is_in_after_two_seconds_more)
    at_work = False
    await asyncio.gather(*tasks)


async def test_a_call_that_no_longer_waits_leaves_its_place_to_others(store) -> None:
    limits, other = Limits(1, store=store), Limits(1, store=store)
    async with other.slot(1):
        leaving = [asyncio.create_task(turn(limits, 1, time.time)) for _ in range(3)]
        await asyncio.sleep(0)  # each has begun to wait
        for task in leaving:
            task.cancel()
        await asyncio.wait(leaving)
        assert all(task.cancelled() for task in leaving)
    async with asyncio.timeout(PATIENCE_S):
        for limited in (limits, limits, limits, other):
            await turn(limited, 1, time.time)


@pytest.fixture(scope="module")
def restartable() -> Iterator[tuple[str, Callable[[], None]]]:
    with restartable_server() as server:
        yield server


def places_held(url: str) -> int:
    """Over all sessions of the server's database."""
    query = "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database"
    query += " WHERE locktype = 'advisory' AND granted AND d.datname = current_database()"
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
    return row[0] if row else 0


@pytest.mark.postgres
async def test_a_restarted_database_is_waited_for_and_calls_in_flight_keep_their_places(
    restartable,
) -> None:
    server, restart = restartable
    address = new_database(server)
    limits = Limits(
        2, requests_per_minute=100, store=PostgresLimitStore(address, holders_first_s=0)
    )
    async with limits.slot(1), limits.slot(1):
        await asyncio.to_thread(restart)
        waiting = asyncio.create_task(turn(limits, 1, time.time))
        await until(lambda: places_held(address) == 2)
        assert not waiting.done()
    async with asyncio.timeout(PATIENCE_S):
        await waiting


@pytest.mark.postgres
def test_nobody_takes_the_place_of_a_call_in_flight_when_the_database_restarts(restartable) -> None:
    """Each address has a session of its own, as each process has."""
    server, restart = restartable
    address = new_database(server)
    address += "&" if "?" in address else "?"

    def places(name: str, holders_first_s: float) -> Slots:
        return PostgresLimitStore(f"{address}application_name={name}", holders_first_s).slots("x")

    ours, theirs, newcomer = places("ours", 0), places("theirs", 60), places("newcomer", 60)
    much_later = places("much_later", 0)
    assert sorted(ours.take(range(2), 2)) == [0, 1]
    theirs.renew()
    restart()
    for cut_off in (ours, theirs):
        with pytest.raises(psycopg.Error):
            cut_off.renew()
    assert not theirs.take(range(2), 2)
    assert not newcomer.take(range(2), 2)
    ours.renew()
    assert not much_later.take(range(2), 2)
    ours.release(range(2))
    assert sorted(much_later.take(range(2), 2)) == [0, 1]


@pytest.mark.postgres
def test_what_is_over_is_dropped_again_after_the_database_was_away(postgres_server: str) -> None:
    """An error would end the thread that drops it."""
    bucket = PostgresLimitStore(new_database(postgres_server)).bucket([Rate(1, 60_000)], "x")
    bucket.close()
    assert bucket.leak(2) == 0


def test_a_database_in_memory_is_shared_by_nobody() -> None:
    assert store_of("sqlite://") is None


def test_the_same_connection_has_the_same_limits() -> None:
    assert shared_limits("x", 2, None, None) is shared_limits("x", 2, None, None)
    assert shared_limits("x", 2, None, None) is not shared_limits("x", 3, None, None)

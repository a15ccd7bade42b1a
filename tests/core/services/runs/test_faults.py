"""Faults around a run: a failing provider, a full disk, a restart of PostgreSQL, two workers on one
SQLite file. Each item ends once, answered or with the reason, and no fault counts as a wrong answer
(reading 45).
"""

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from core.errors import InputError
from core.services.runs import set_caps
from core.services.runs.progress import RunProgress
from tests.core.services.runs.conftest import serving, working
from tests.core.services.runs.desk import PATIENCE_S, Desk, open_desk
from tests.openai_server import Fault, OpenAIServer, a_days_trouble
from tests.postgres import new_database, restartable_server

MakeDesk = Callable[..., tuple[Desk, OpenAIServer]]
A_YEAR_S = 365 * 24 * 3600.0


def _require_each_item_once(desk: Desk, run_id: int, end: RunProgress, items: int) -> None:
    stored = desk.items(run_id)
    assert end.status == "done"
    assert end.done == len(stored) == len({item.item_key for item in stored}) == items
    assert end.passed + end.failed + end.infrastructure + end.skipped == items


def test_a_bad_day_of_the_provider_leaves_every_item_answered_or_with_its_reason(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.llm.retries.FIRST_WAIT_S", 0.05)
    day = a_days_trouble(requests=490)
    desk, server = make_desk(
        300, plan=day, retry_after="0.1", timeout_s=10, hang_s=12, clock_skew_s=A_YEAR_S
    )
    run_id = desk.start(concurrency=25)
    with working(desk):
        end = desk.wait(run_id)
    _require_each_item_once(desk, run_id, end, 300)
    assert end.calls == len(server.asked)
    outcomes = server.outcomes
    for fault in (
        Fault.RATE_LIMIT, Fault.RATE_LIMIT_UNTIL, Fault.SERVER_ERROR, Fault.UNAVAILABLE, Fault.HANG,
        Fault.RESET, Fault.HALF_REPLY, Fault.WRONG_TYPE, Fault.HTML, Fault.MALFORMED,
    ):  # fmt: skip
        assert outcomes[fault.value], f"the day has {fault}"
    assert end.failed == 0, "no trouble of the provider is a question that failed"
    for item in desk.items(run_id):
        if item.outcome == "infrastructure":
            assert item.reason
            assert item.error
    assert end.passed > end.infrastructure
    assert end.pass_rate.n == end.passed
    assert len(desk.replies()) == end.passed


def test_a_full_disk_is_waited_out_and_nothing_that_was_paid_for_is_lost(
    make_desk: MakeDesk, caplog: pytest.LogCaptureFixture
) -> None:
    """A real SQLITE_FULL: the database may not grow until `full` is cleared."""
    full, opened = threading.Event(), threading.Event()
    desk, server = make_desk(60, opened=opened, answered=5)

    def limit(raw: sqlite3.Connection, *_: object) -> None:
        pages = raw.execute("PRAGMA page_count").fetchone()[0]
        raw.execute(f"PRAGMA max_page_count={pages if full.is_set() else 2**30}")

    event.listen(desk.engine, "checkout", limit)
    try:
        run_id = desk.start(concurrency=10)
        with working(desk):
            desk.wait(run_id, lambda now: now.done >= 5)
            full.set()
            opened.set()
            _wait_until(lambda: "disk is full" in caplog.text and not server.in_flight)
            asked_when_full = len(server.asked)
            full.clear()
            end = desk.wait(run_id)
    finally:
        event.remove(desk.engine, "checkout", limit)
    _require_each_item_once(desk, run_id, end, 60)
    assert (end.passed, max(server.seen.values())) == (60, 1)
    assert asked_when_full < 60, "nothing more is paid for while nothing can be kept"


def test_a_database_locked_for_longer_than_anyones_patience_costs_no_answer(
    make_desk: MakeDesk, caplog: pytest.LogCaptureFixture
) -> None:
    """Another program holds SQLite's write lock in the middle of a run."""
    opened = threading.Event()
    desk, server = make_desk(150, opened=opened, answered=5)

    def impatient(raw: sqlite3.Connection, *_: object) -> None:
        raw.execute("PRAGMA busy_timeout=20")

    event.listen(desk.engine, "checkout", impatient)
    try:
        run_id = desk.start(concurrency=10)
        with working(desk):
            desk.wait(run_id, lambda now: now.done >= 5)
            with _write_lock(desk):
                opened.set()
                _wait_until(
                    lambda: "waiting to record results" in caplog.text and not server.in_flight
                )
                asked_meanwhile = len(server.asked)
            end = desk.wait(run_id)
    finally:
        event.remove(desk.engine, "checkout", impatient)
    assert "database is locked" in caplog.text
    _require_each_item_once(desk, run_id, end, 150)
    assert (end.passed, max(server.seen.values())) == (150, 1)
    assert asked_meanwhile < 150, "nothing more is paid for while nothing can be kept"


@contextmanager
def _write_lock(desk: Desk) -> Iterator[None]:
    connection = sqlite3.connect(desk.engine.url.database or "", isolation_level=None)
    _wait_until(lambda: _take_write_lock(connection))
    try:
        yield
    finally:
        connection.execute("COMMIT")
        connection.close()


def _take_write_lock(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def _wait_until(condition: Callable[[], bool], timeout_s: float = PATIENCE_S) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.postgres
def test_postgresql_restarted_in_the_middle_of_a_run_costs_no_answer(tmp_path: Path) -> None:
    opened = threading.Event()
    held = {"opened": opened, "answered": 20}
    with restartable_server() as (postgres, restart), serving(latency_s=0.05, **held) as server:
        desk = open_desk(tmp_path, server.url, 200, new_database(postgres))
        run_id = desk.start(concurrency=10)
        with desk.worker():
            desk.wait(run_id, lambda now: now.done >= 20 and server.in_flight == 10)
            opened.set()
            restart()
            end = desk.wait(run_id)
        _require_each_item_once(desk, run_id, end, 200)
        assert end.passed == 200
        assert Counter(server.seen.values()) == {1: 200}, "an answer that came is waited with"
        desk.engine.dispose()


def test_two_workers_and_two_people_share_one_sqlite_file_without_a_locked_database(
    make_desk: MakeDesk,
) -> None:
    """Two workers run, while two threads write as people do."""
    opened = threading.Event()
    desk, server = make_desk(200, latency_s=0.05, opened=opened, answered=20)
    run_id = desk.start(concurrency=8)
    with desk.worker(), desk.worker(), _people(desk, run_id, 2) as written:
        _wait_until(lambda: min(written) > 3 and server.in_flight >= 8)
        opened.set()
        end = desk.wait(run_id)
    _require_each_item_once(desk, run_id, end, 200)
    assert Counter(server.seen.values()) == {1: 200}


@contextmanager
def _people(desk: Desk, run_id: int, number: int) -> Iterator[list[int]]:
    """Change the run's caps again and again from `number` threads; yield the counts of changes.

    Fails if any thread raised an error, such as a locked database.
    """
    stop, changes, raised = threading.Event(), [0] * number, []

    def change(index: int) -> None:
        try:
            while not stop.wait(0.02):
                set_caps(desk.engine, run_id, max_calls=10_000 + changes[index])
                changes[index] += 1
        except InputError:
            return  # the run is over
        except Exception as error:  # noqa: BLE001 - raised below, in the test's own thread
            raised.append(error)

    threads = [threading.Thread(target=change, args=(index,)) for index in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield changes
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert raised == []

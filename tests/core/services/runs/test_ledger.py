"""The ledger loses no result that was paid for."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from core.services.review import DecisionFilter, Queue, QueueView, count
from core.services.runs.leaks import LEAKED
from core.services.runs.ledger import Ledger
from db.engine import make_engine, writing
from db.queries import runs as rows
from db.queries.runs import Entry
from db.tables import QuestionRow, QuestionSet, Run, RunItem
from tests.prepared_desk import prepared


@pytest.fixture
def run_id(tmp_path: Path) -> int:
    with writing(make_engine(prepared(tmp_path / "desk.db"))) as session:
        session.add(
            QuestionSet(
                title="s", file_name="s", format="jsonl", tokenizer="cl100k_base", content_hash="s"
            )
        )
        session.flush()
        session.add_all(
            QuestionRow(
                set_id=1,
                line=n,
                item_key=f"q{n}",
                question="?",
                question_type="single_choice",
                choice={},
                answer=[],
            )
            for n in range(200)
        )
        session.add(Run(title="r", set_id=1, spec={}, spec_hash="", total=200))
    return 1


def entry(n: int, run_id: int = 1, error: str = "") -> Entry:
    return Entry(
        run_id=run_id,
        question_id=n + 1,
        item_key=f"q{n}",
        outcome="passed",
        attempts=1,
        error=error,
    )


async def _wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_lock_that_outlasts_every_patience_loses_nothing(
    tmp_path: Path, run_id: int, caplog: pytest.LogCaptureFixture
) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    engine.dispose()
    event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout=20"))
    other = sqlite3.connect(tmp_path / "desk.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    ledger = Ledger(engine)
    recorded = asyncio.gather(*(ledger.record(entry(n)) for n in range(50)))
    await _wait_until(lambda: "waiting to record results" in caplog.text)
    assert not recorded.done()
    other.execute("COMMIT")
    await asyncio.wait_for(recorded, 120)
    with Session(engine) as session:
        assert len(session.exec(select(RunItem)).all()) == 50


async def test_an_item_is_recorded_once_and_its_calls_are_counted_each_time(
    tmp_path: Path, run_id: int
) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    ledgers = [Ledger(engine), Ledger(engine)]
    await asyncio.gather(*(ledgers[n % 2].record(entry(n // 2)) for n in range(100)))
    with Session(engine) as session:
        assert len(session.exec(select(RunItem)).all()) == 50
        assert session.get_one(Run, run_id).calls == 100


async def test_an_entry_that_cannot_be_stored_fails_alone(tmp_path: Path, run_id: int) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    ledger = Ledger(engine)
    outcomes = await asyncio.gather(
        ledger.record(entry(1)),
        ledger.record(entry(2, error="half a pair: \ud800")),
        ledger.record(entry(3, run_id=99)),
        ledger.record(entry(4)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        type(None),
        IntegrityError,
        type(None),
    ]
    with Session(engine) as session:
        items = {item.item_key: item for item in session.exec(select(RunItem))}
    assert set(items) == {"q1", "q2", "q4"}
    assert (items["q2"].outcome, items["q2"].reason) == ("infrastructure", "crashed")
    assert "UnicodeEncodeError" in items["q2"].error_params["said"]


async def test_waiting_entries_share_a_commit(tmp_path: Path, run_id: int) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    commits = 0

    def count(_connection: object) -> None:
        nonlocal commits
        commits += 1

    event.listen(engine, "commit", count)
    ledger = Ledger(engine)
    other = sqlite3.connect(tmp_path / "desk.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    recorded = asyncio.gather(*(ledger.record(entry(n)) for n in range(200)))
    await asyncio.sleep(0)  # each has handed over its entry
    other.execute("COMMIT")
    await recorded
    assert commits <= 2


async def test_a_question_leaked_in_many_ways_waits_once_even_from_two_workers(
    tmp_path: Path, run_id: int
) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    ledgers = [Ledger(engine), Ledger(engine)]
    leaks = [
        replace(entry(n % 5), item_key=f"q{n % 5}|{n}", outcome="failed", reason=LEAKED)
        for n in range(40)
    ]
    await asyncio.gather(*(ledgers[n % 2].record(leak) for n, leak in enumerate(leaks)))
    await ledgers[0].record(replace(leaks[0], item_key="q0|later"))
    with Session(engine) as session:
        items = session.exec(select(RunItem)).all()
    waiting = [item.question_id for item in items if item.outcome == "failed"]
    assert sorted(waiting) == [1, 2, 3, 4, 5]
    assert [item.outcome for item in items].count("answered") == 36
    assert {item.reason for item in items if item.outcome == "answered"} == {None}


def test_what_is_written_can_be_reviewed_and_an_answer_asked_again_leaves_review(
    tmp_path: Path, run_id: int
) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/desk.db")
    every = Queue(shown=QueueView.ALL, decided=DecisionFilter.EITHER)
    failed = replace(entry(0), outcome="infrastructure", reason="timeout")
    with writing(engine) as session:
        rows.write(session, [failed, entry(1), replace(entry(2), outcome="answered")])
        session.execute(update(RunItem).where(col(RunItem.id) == 1).values(retry=True))
    assert count(engine, every) == 2
    assert count(engine, Queue(shown=QueueView.NOT_JUDGED, reason="timeout")) == 1
    with writing(engine) as session:
        rows.write(session, [replace(entry(0), outcome="answered")])
    assert count(engine, every) == 1

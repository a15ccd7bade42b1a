"""A shard waits for a database that goes away, and continues when it is back."""

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, select

from core.queue.engine import Shard
from core.services.runs import get_run
from core.services.runs.ledger import Ledger
from core.worker import workflows
from core.worker.workflows import make_executor
from db.queries import runs as rows
from db.tables import QuestionRow
from tests.core.services.runs.desk import open_desk


async def test_a_shard_that_meets_a_database_that_is_away_goes_on_once_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(tmp_path, "http://127.0.0.1:9/v1", 3)
    run_id = desk.start(connection="lexical")
    with Session(desk.engine) as session:
        ids = [id_ for id_ in session.exec(select(QuestionRow.id)) if id_]
    executor = make_executor(desk.engine, desk.settings, Ledger(desk.engine), "worker-0")
    looks = 0

    def away_at_first(*args: object) -> list[int]:
        nonlocal looks
        looks += 1
        if looks < 3:
            raise OperationalError("SELECT", {}, Exception("the server is starting up"))
        return missing(*args)  # type: ignore[arg-type]

    missing = rows.missing
    monkeypatch.setattr(workflows, "_AWAY_S", 0.01)
    monkeypatch.setattr(rows, "missing", away_at_first)
    await executor.execute(Shard(run_id, get_run(desk.engine, run_id).plan, tuple(ids)))
    assert looks == 3
    assert len(desk.items(run_id)) == 3
    assert get_run(desk.engine, run_id).status == "done"

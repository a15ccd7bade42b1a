"""The rate of a run, and from when on it is reported."""

from datetime import timedelta
from importlib import import_module

import pytest
from sqlalchemy import Engine, update
from sqlmodel import col, select

from core.services.runs import progress
from db.engine import writing
from db.tables import Run, RunItem, now
from tests.core.services.results.desk_data import CASES, fill


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays the same moment, however long the machine takes."""
    moment = now()
    monkeypatch.setattr(import_module("core.services.runs.progress"), "now", lambda: moment)
    monkeypatch.setattr(import_module(__name__), "now", lambda: moment)


def running(engine: Engine, ages_s: list[float]) -> int:
    """A running run whose items ended `ages_s` seconds ago."""
    run_id = fill(engine, CASES[: len(ages_s)], title="pace")
    with writing(engine) as session:
        items = session.exec(select(RunItem).where(RunItem.run_id == run_id)).all()
        for item, age in zip(items, ages_s, strict=True):
            item.finished_at = now() - timedelta(seconds=age)
        session.execute(update(Run).where(col(Run.id) == run_id).values(status="running", total=80))
    return run_id


@pytest.mark.parametrize(
    "ages_s",
    [
        [0.4, 0.3, 0.2, 0.2, 0.1, 0.1],  # many, in the first second
        [4.0, 3.0, 2.0, 1.0, 0.5, 0.1],
        [20.0, 1.0],  # few, and not for long
        [40.0],
        [],
    ],
)
def test_no_pace_and_no_time_left_before_there_is_enough_to_tell_them_by(
    engine: Engine, ages_s: list[float]
) -> None:
    run_progress = progress(engine, running(engine, ages_s))
    assert (run_progress.items_per_s, run_progress.eta_s) == (None, None)


@pytest.mark.parametrize(
    ("ages_s", "items_per_s"), [([10.0, 8.0, 6.0, 4.0, 2.0, 0.1], 0.5), ([50.0, 30.0, 10.0], 0.04)]
)
def test_a_pace_is_told_of_several_items_in_seconds_and_of_a_slow_run_in_half_a_minute(
    engine: Engine, ages_s: list[float], items_per_s: float
) -> None:
    run_progress = progress(engine, running(engine, ages_s))
    assert run_progress.items_per_s == pytest.approx(items_per_s, rel=0.2)
    assert run_progress.eta_s

"""A new desk has sample runs to look at."""

from pathlib import Path

from sqlmodel import Session, select

from core.ops.preparing import prepare
from core.services.library import load_sample
from core.services.runs import get_run, list_runs
from core.services.runs.starter_runs import start_sample_runs
from core.settings import Settings
from db.tables import QuestionSet
from tests.core.services.runs.conftest import working
from tests.core.services.runs.desk import Desk


def test_sample_runs_are_started_once_and_finish_without_a_network(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/desk.db")
    engine = prepare(settings)
    load_sample(engine)
    ids = start_sample_runs(engine)
    assert start_sample_runs(engine) == ids
    with Session(engine) as session:
        sets = len(session.exec(select(QuestionSet)).all())
    assert len(ids) == len(list_runs(engine)) == 2 * sets
    desk = Desk(settings, engine, 0)
    with working(desk):
        ends = [desk.wait(run_id) for run_id in ids]
    for run_id, end in zip(ids, ends, strict=True):
        assert (end.status, end.done, end.infrastructure, end.calls) == (
            "done",
            end.total,
            0,
            get_run(engine, run_id).calls,
        )
        assert end.failed > 0
        assert end.passed > 0

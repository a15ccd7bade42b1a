"""What an older desk stored is still there, and read, after an upgrade."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlmodel import Session

from core.results import item
from core.review import Action, Queue, current_decisions, decide, history, page, undo
from core.runs import get_run
from db.engine import MIGRATIONS, for_writing, make_engine, migrate
from db.tables import Run
from tests.core.results.desk_data import fill


def _back_to(url: str, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with for_writing(make_engine(url)).begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def test_results_stored_before_there_were_fragments_have_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    fill(make_engine(url))
    _back_to(url, "0001")
    with make_engine(url).connect() as connection:
        columns = list(connection.execute(text("SELECT * FROM validation")).keys())
    assert "fragments" not in columns
    migrate(url)
    old = item(make_engine(url), 1).result
    assert old is not None
    assert old.fragments == []
    assert old.span is not None
    assert old.places == (old.span,)


def test_a_runs_caps_come_from_the_spec_it_was_stored_with(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    run_id = fill(engine)
    with Session(engine) as session:
        run = session.get_one(Run, run_id)
        run.spec = {**run.spec, "max_calls": 7}
        session.commit()
    _back_to(url, "0003")
    migrate(url)
    run = get_run(make_engine(url), run_id)
    assert (run.max_calls, run.max_tokens, run.max_cost, run.estimate) == (7, None, None, None)


def test_decisions_made_before_there_was_a_standing_stand_after_the_upgrade(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    fill(engine)
    decide(engine, 2, "Li", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "Li", Action.DROP, idempotency_key="2")
    undo(engine, 3, "Li", idempotency_key="3")
    _back_to(url, "0004")
    migrate(url)
    assert current_decisions(engine, 1) == {2: Action.KEEP}
    assert [line.item_id for line in page(engine, Queue())] == [3, 4, 5, 6]
    assert [event.blind for event in history(engine, 2)] == [True], "nobody had decided before"

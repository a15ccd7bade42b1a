"""Data stored by older releases is still there and readable after an upgrade."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import inspect, text
from sqlmodel import Session

from core.questions import ColumnMapping
from core.services.answers import answers_of
from core.services.library import remember_mapping, remembered_mapping, set_questions
from core.services.results import item
from core.services.review import (
    Action,
    Queue,
    State,
    correct,
    count,
    current_decisions,
    decide,
    history,
    page,
    undo,
    visible_events,
)
from core.services.runs import get_run
from db.engine import MIGRATIONS, changing_tables, make_engine, migrate
from db.tables import Run
from tests.core.services.answers.gate_cases import done_run
from tests.core.services.results.desk_data import fill
from tests.core.services.review.test_disputed_corrections import LABEL_C, LABEL_D, corrected


def _downgrade(url: str, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with changing_tables(make_engine(url)) as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def test_results_stored_before_there_were_fragments_have_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    fill(make_engine(url))
    _downgrade(url, "0001")
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
    _downgrade(url, "0003")
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
    _downgrade(url, "0004")
    migrate(url)
    assert current_decisions(engine, 1) == {2: Action.KEEP}
    assert [line.item_id for line in page(engine, Queue())] == [3, 4, 5, 6]
    assert [event.blind for event in history(engine, 2)] == [True], "nobody had decided before"


def test_corrections_that_differ_are_in_dispute_after_the_upgrade_and_equal_ones_are_one(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    fill(engine)
    corrected(engine, LABEL_C, LABEL_D, item=2)
    corrected(engine, LABEL_C, LABEL_C, item=3)
    correct(engine, 4, "Li", LABEL_D, idempotency_key="alone")
    _downgrade(url, "0006")
    with engine.begin() as connection:  # as the desk stored the same correction before
        connection.execute(
            text(
                "INSERT INTO question_revision (item_id, question_id, reviewer_id, question, "
                "question_type, choice, answer, start_pos, end_pos, created_at) SELECT item_id, "
                "question_id, 2, question, question_type, choice, answer, start_pos, end_pos, "
                "created_at FROM question_revision WHERE item_id = 3"
            )
        )
        connection.execute(
            text(
                "UPDATE review_event SET revision_id = (SELECT max(id) FROM question_revision) "
                "WHERE item_id = 3 AND reviewer_id = 2 AND action = 'fix'"
            )
        )
    migrate(url)
    states = {item_id: visible_events(engine, item_id, "Li").state for item_id in (2, 3, 4)}
    assert states == {2: State.DISPUTED, 3: State.DECIDED, 4: State.DECIDED}
    assert {event.revision_id for event in history(engine, 3) if event.is_opinion} == {3}
    assert current_decisions(engine, 1) == {3: Action.FIX, 4: Action.FIX}


def test_notes_of_before_are_searched_after_the_upgrade(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    fill(engine)
    decide(engine, 2, "Li", Action.KEEP, "Ferry", idempotency_key="1")
    undo(engine, 2, "Li", idempotency_key="2")
    _downgrade(url, "0006")
    migrate(url)
    assert [event.batch_id for event in history(engine, 2)] == [None, None]
    assert count(engine, Queue(text="ferry")) == 1


def test_what_came_of_cases_is_the_same_after_the_upgrade(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    run_id = done_run(engine)
    before = answers_of(engine, run_id)
    assert len(before) == 4
    _downgrade(url, "0013")
    with make_engine(url).connect() as connection:
        rows = connection.execute(text("SELECT record, leaked FROM answer_trace")).all()
    assert all('"outcome"' in record for record, _ in rows)
    assert {leaked for _, leaked in rows} == {0, None}, "two cases do not ask for leaks"
    migrate(url)
    assert answers_of(make_engine(url), run_id) == before


def test_a_desk_without_column_mappings_gets_their_table_and_gives_it_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    engine = make_engine(url)
    fill(engine)
    before = set_questions(engine, 1)
    mapping = ColumnMapping.from_arguments(["question=Frage"])
    remember_mapping(engine, ["Frage"], mapping)
    _downgrade(url, "0016")
    assert "column_mapping" not in inspect(make_engine(url)).get_table_names()
    migrate(url)
    engine = make_engine(url)
    assert remembered_mapping(engine, ["Frage"]) is None
    assert set_questions(engine, 1) == before

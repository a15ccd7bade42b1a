"""Starting runs: what it will cost, whether the connection answers, and one run per press."""

from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, update

from core.library import load_sample
from core.runs import get_run, list_runs
from db.tables import Run
from tests.core.results.desk_data import fill
from tests.pages.conftest import Open, texts

CLOSED = """
[away]
base_url = "http://127.0.0.1:9/v1"
model = "none"
input_price = 1.0
output_price = 2.0

[locked]
base_url = "http://127.0.0.1:9/v1"
model = "none"
api_key_env = "DESK_TEST_KEY"
"""


@pytest.fixture
def closed_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection whose server is down, and one whose key is not set."""
    file = tmp_path / "connections.toml"
    file.write_text(CLOSED, encoding="utf-8")
    monkeypatch.setenv("DESK_CONNECTIONS", str(file))


def _set_status(engine: Engine, run_id: int, status: str) -> None:
    with Session(engine) as session:
        session.execute(update(Run).where(col(Run.id) == run_id).values(status=status))
        session.commit()


def test_a_press_starts_one_run_and_opens_it(engine: Engine, open_page: Open) -> None:
    load_sample(engine)
    app = open_page("runs", lang="en", set=2)
    app.button(key="run_start").click().run()
    (run,) = list_runs(engine)
    assert app.query_params["run"] == str(run.id)
    assert (run.spec["connection"], run.spec["language"]) == ("lexical", "zh")
    assert run.created_by == "王晓"
    assert "Queued" in texts(app)


def test_the_choices_reach_the_spec(engine: Engine, open_page: Open) -> None:
    load_sample(engine)
    app = open_page("runs", lang="en", set=1)
    app.slider(key="run_sim").set_value(0.9)
    app.number_input(key="run_concurrency").set_value(7)
    app.selectbox(key="run_tokenizer_1").set_value("o200k_base")
    app.button(key="run_start").click().run()
    spec = list_runs(engine)[0].spec
    assert (spec["similarity_threshold"], spec["concurrency"]) == (0.9, 7)
    assert spec["tokenizer"] == "o200k_base"


def test_an_endpoint_that_is_down_is_one_sentence_with_the_fix(
    engine: Engine, open_page: Open, closed_connections: None
) -> None:
    load_sample(engine)
    app = open_page("settings", lang="en")
    app.selectbox(key="to_test").set_value("away").run()
    app.button(key="test_connection").click().run(timeout=60)
    assert not app.exception
    assert "away cannot be reached at http://127.0.0.1:9/v1" in texts(app)


def test_a_missing_key_names_its_variable(open_page: Open, closed_connections: None) -> None:
    app = open_page("settings", lang="zh_CN")
    assert "DESK_TEST_KEY: 缺失" in texts(app)
    app.selectbox(key="to_test").set_value("locked").run()
    app.button(key="test_connection").click().run()
    assert "请设置环境变量 DESK_TEST_KEY" in texts(app)


def test_the_estimate_shows_calls_tokens_and_cost(
    engine: Engine, open_page: Open, closed_connections: None
) -> None:
    load_sample(engine)
    app = open_page("runs", lang="en", set=1)
    choices = app.selectbox(key="run_connection")
    away = next(label for label in choices.options if label.startswith("away"))
    choices.select(away).run()
    app.button(key="run_estimate").click().run()
    said = texts(app)
    assert "Calls</small><b>31</b>" in said
    assert "no price is set" not in said


@pytest.mark.parametrize(
    ("status", "offered"),
    [
        ("running", ["Pause", "Cancel"]),
        ("paused", ["Resume", "Cancel", "Ask 1 unjudged question again"]),
        ("done", ["Ask 1 unjudged question again"]),
        ("cancelled", []),
    ],
)
def test_a_run_offers_what_its_state_allows(
    engine: Engine, open_page: Open, status: str, offered: list[str]
) -> None:
    run = fill(engine)
    _set_status(engine, run, status)
    app = open_page("runs", lang="en", run=run)
    hands = [button.label for button in app.button if (button.key or "").startswith("hand_")]
    assert hands == offered


def test_without_a_worker_a_waiting_run_says_how_to_start_one(
    engine: Engine, open_page: Open
) -> None:
    _set_status(engine, fill(engine), "queued")
    assert "python -m core worker" in texts(open_page("runs", lang="en"))


def test_cancel_ends_the_run(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    _set_status(engine, run, "paused")
    app = open_page("runs", lang="en", run=run)
    app.button(key=f"hand_2_{run}").click().run()
    assert get_run(engine, run).status == "cancelled"
    assert "Cancelled" in texts(app)

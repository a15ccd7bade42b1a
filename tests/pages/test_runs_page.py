"""Starting runs: what it will cost, whether the connection answers, and one run per press."""

from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, select, update
from streamlit.testing.v1 import AppTest

from core.services.library import load_sample
from core.services.runs import get_run, list_runs
from core.validation import ContextMode
from db.tables import QuestionRow, QuestionSet, Run, RunItem
from tests.app_testing import make_app
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, links, texts

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


def test_sets_with_one_title_and_count_are_told_apart(engine: Engine, open_page: Open) -> None:
    fill(engine)
    with Session(engine) as session:
        first = session.get_one(QuestionSet, 1)
        copy = first.model_dump(exclude={"id", "content_hash", "created_at"})
        session.add(QuestionSet(**copy, content_hash="another"))
        session.commit()
    app = open_page("runs", lang="en", set=1)
    labels = app.selectbox(key="run_set").options
    assert len(set(labels)) == len(labels) == 2
    app.selectbox(key="run_set").select(next(one for one in labels if one.startswith("#1 "))).run()
    app.button(key="run_start").click().run()
    assert list_runs(engine)[0].set_id == 1


def test_stored_replies_are_counted_and_can_be_asked_again(
    engine: Engine, open_page: Open, closed_connections: None
) -> None:
    load_sample(engine)
    app = _away(open_page("runs", lang="en", set=1))
    app.button(key="run_start").click().run()
    (first,) = list_runs(engine)
    with Session(engine) as session:
        question = session.exec(select(QuestionRow).where(QuestionRow.set_id == 1)).first()
        assert question is not None
        session.add(
            RunItem(
                run_id=first.id or 0,
                question_id=question.id or 0,
                item_key=question.item_key,
                outcome="passed",
            )
        )
        session.commit()
    app = _away(open_page("runs", lang="en", set=1))
    assert "1 question reuses a stored reply at no cost." in texts(app)
    app.toggle(key="run_again").set_value(True).run()
    assert "question reuses a stored reply at no cost" not in texts(app)
    app.button(key="run_start").click().run()
    assert list_runs(engine)[0].spec["reuse_replies"] is False


def _away(app: AppTest) -> AppTest:
    choices = app.selectbox(key="run_connection")
    return choices.select(next(one for one in choices.options if one.startswith("away"))).run()


def test_a_run_at_work_keeps_back_what_would_be_stale(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    _set_status(engine, run, "running")
    app = open_page("runs", lang="en", run=run)
    assert "Reasons, questions and exports appear when the run is paused or finished" in texts(app)
    assert not app.dataframe
    _set_status(engine, run, "paused")
    app = open_page("runs", lang="en", run=run)
    assert app.dataframe


def test_the_baseline_makes_no_calls(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    with Session(engine) as session:
        session.execute(update(Run).values(calls=31))
        session.commit()
    said = texts(open_page("runs", lang="en", run=run))
    assert "offline baseline (no model)" in said
    assert "31 calls" not in said


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


def _place(engine: Engine, start: int | None, *, among: tuple[str, ...] = ()) -> None:
    """Gives the questions, or those with these keys, another position or none."""
    end = None if start is None else start + 100
    change = update(QuestionRow).values(start_pos=start, end_pos=end)
    if among:
        change = change.where(col(QuestionRow.item_key).in_(among))
    with Session(engine) as session:
        session.execute(change)
        session.commit()


def test_a_set_without_positions_is_asked_about_the_whole_novel(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _place(engine, None)
    app = open_page("runs", lang="en", set=1)
    context = app.button_group(key="run_context_1")
    assert (context.options, context.value) == (["The whole novel"], ContextMode.WHOLE)
    said = "8 of 8 questions have no position. The model reads the whole novel for every question."
    assert said in texts(app)
    app.button(key="run_start").click().run()
    assert list_runs(engine)[0].spec["context_mode"] == "whole"


@pytest.mark.parametrize(
    ("lang", "among", "reads", "skips", "find"),
    [
        (
            "en",
            ("q2", "q3"),
            "2 of 8 questions have no position. The model reads the whole novel for every",
            "2 of 8 questions have no position and would be skipped. Choose the whole novel, or",
            "Find positions in the library",
        ),
        (
            "en",
            ("q2",),
            "1 of 8 questions has no position. The model reads the whole novel for every",
            "1 of 8 questions has no position and would be skipped. Choose the whole novel, or",
            "Find positions in the library",
        ),
        (
            "zh_CN",
            ("q2", "q3"),
            "8 题中有 2 题没有位置。模型会为每道题阅读整部小说。",
            "8 题中有 2 题没有位置，会被跳过。请选择整部小说，或先查找位置。",
            "到书库查找位置",
        ),
    ],
)
def test_a_set_of_both_kinds_is_asked_about_the_whole_novel_and_skips_only_when_chosen(
    engine: Engine,
    open_page: Open,
    lang: str,
    among: tuple[str, ...],
    reads: str,
    skips: str,
    find: str,
) -> None:
    fill(engine)
    placed = open_page("runs", lang=lang, set=1)
    assert placed.button_group(key="run_context_1").value == ContextMode.POSITION
    assert find not in links(placed)
    _place(engine, None, among=among)
    app = open_page("runs", lang=lang, set=1)
    assert app.button_group(key="run_context_1").value == ContextMode.WHOLE
    assert reads in texts(app)
    app = make_app("runs")
    app.session_state["reviewer"] = "王晓"
    app.session_state["run_context_1"] = ContextMode.POSITION
    app.query_params.update(lang=lang, set="1")
    app.run()
    assert skips in texts(app)
    assert "set=1" in links(app)[find]


def test_the_default_follows_the_chosen_set(engine: Engine, open_page: Open) -> None:
    fill(engine)
    _place(engine, None)
    fill(engine, title="placed")
    app = open_page("runs", lang="en", set=2)
    assert app.button_group(key="run_context_2").value == ContextMode.POSITION
    app.selectbox(key="run_set").select_index(1).run()
    assert app.button_group(key="run_context_1").value == ContextMode.WHOLE
    app.button(key="run_start").click().run()
    assert list_runs(engine)[0].spec["context_mode"] == "whole"


def test_a_run_that_would_skip_everything_cannot_be_started(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _place(engine, 1_000_000)
    app = open_page("runs", lang="en", set=1)
    assert "all positions are beyond the end of the novel." in texts(app)
    assert app.button(key="run_start").disabled
    app.button_group(key="run_context_1").set_value(ContextMode.WHOLE).run()
    assert not app.button(key="run_start").disabled
    _place(engine, 0, among=("q1",))
    app = open_page("runs", lang="en", set=1)
    assert not app.button(key="run_start").disabled


def test_questions_with_their_own_texts_leave_nothing_to_choose(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    with Session(engine) as session:
        session.execute(update(QuestionRow).values(context="老周把灯举高。"))
        session.commit()
    app = open_page("runs", lang="en", set=1)
    assert "Every question has its own text." in texts(app)
    assert not any(one.key == "run_context_1" for one in app.button_group)


def test_an_endpoint_that_is_down_is_one_sentence_with_the_fix(
    engine: Engine, open_page: Open, closed_connections: None
) -> None:
    load_sample(engine)
    app = open_page("settings", lang="en")
    app.selectbox(key="to_test").set_value("away").run()
    app.button(key="test_connection").click().run(timeout=60)
    assert not app.exception
    assert "away cannot be reached at http://127.0.0.1:9/v1" in texts(app)


def test_a_connection_that_needs_no_test_is_not_painted_green(open_page: Open) -> None:
    app = open_page("settings", lang="en")
    app.selectbox(key="to_test").set_value("lexical").run()
    app.button(key="test_connection").click().run(timeout=60)
    drawn = [html.proto.body for html in app.get("html")]
    (said,) = (body for body in drawn if "needs no connection." in body)
    assert "desk-notice quiet" in said


def test_a_missing_key_names_its_variable(open_page: Open, closed_connections: None) -> None:
    app = open_page("settings", lang="zh_CN")
    assert "DESK_TEST_KEY：未设置" in texts(app)
    app.selectbox(key="to_test").set_value("locked").run()
    app.button(key="test_connection").click().run()
    assert "请设置环境变量 DESK_TEST_KEY" in texts(app)


@pytest.fixture
def an_embedder_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "connections.toml"
    said = '[vectors]\nkind = "embeddings"\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n'
    file.write_text(said, encoding="utf-8")
    monkeypatch.setenv("DESK_CONNECTIONS", str(file))


def test_an_embeddings_connection_is_shown_and_tested_and_answers_no_questions(
    engine: Engine, open_page: Open, an_embedder_away: None
) -> None:
    load_sample(engine)
    app = open_page("settings", lang="en")
    assert "embeddings only" in texts(app)
    app.selectbox(key="to_test").set_value("vectors").run()
    app.button(key="test_connection").click().run(timeout=60)
    assert not app.exception
    assert "vectors cannot be reached at http://127.0.0.1:9/v1" in texts(app)
    runs = open_page("runs", lang="en", set=1)
    assert not runs.exception
    assert "vectors" not in texts(runs)
    offered = [option for box in runs.selectbox for option in box.options]
    assert any("lexical" in option for option in offered)
    assert not any("vectors" in option for option in offered)


def test_the_estimate_shows_calls_tokens_and_cost(
    engine: Engine, open_page: Open, closed_connections: None
) -> None:
    load_sample(engine)
    app = open_page("runs", lang="en", set=1)
    app = _away(app)
    app.button(key="run_estimate").click().run()
    said = texts(app)
    assert "Calls</small><b>66–132</b><span>at most 264" in said
    assert "no price is set" not in said


@pytest.mark.parametrize(
    ("status", "offered"),
    [
        ("running", ["Pause", "Cancel"]),
        ("paused", ["Resume", "Cancel", "Ask 1 failed question again"]),
        ("done", ["Ask 1 failed question again"]),
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


def test_a_runs_page_leads_on_from_every_number(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    with Session(engine) as session:
        first = session.get_one(Run, run)
        shared = first.model_dump(include={"title", "set_id", "spec", "spec_hash", "total"})
        again = Run(**shared, status="done", calls=24, estimate={"calls": 6, "cost": None})
        again.spec = {**again.spec, "connection": "away", "model": "m"}
        session.add(again)
        session.flush()
        for item in session.exec(select(RunItem).where(RunItem.run_id == run)).all():
            outcome = {"q1": "failed", "q2": "passed", "q3": "passed"}.get(item.item_key)
            kept = item.model_dump(exclude={"id", "run_id"})
            kept["outcome"] = outcome or item.outcome
            session.add(RunItem(**kept, run_id=again.id or 0))
        session.commit()
        new = again.id
    app = open_page("runs", lang="en", run=run)
    assert app.button(key="run_review").label == "Review 5 flagged"
    assert links(app)["5"].endswith(f"questions?run={run}&show=flagged&state=either")
    assert "Compared with" not in texts(app)
    app = open_page("runs", lang="en", run=new)
    assert not app.exception
    said = texts(app)
    # The other run asked another model: what changed may be the model's doing.
    assert f"Compared with run #{run} by lexical baseline" in said
    assert "<b>+16.7 points</b> on the 6 questions both evaluated" in said
    assert "too few questions to say." in said
    assert "estimated 6–12 calls, at most 24" in said
    assert "24 calls made" in said
    assert app.button(key=f"hand_retry_tertiary_{new}").help == "1–2 calls, at most 4"
    assert links(app)[r"Open run \#1"].endswith(f"runs?run={run}")


def test_without_a_worker_a_waiting_run_says_how_to_start_one(
    engine: Engine, open_page: Open
) -> None:
    _set_status(engine, fill(engine), "queued")
    assert "python -m core worker" in texts(open_page("runs", lang="en"))


def test_a_resumed_run_is_shown_at_work(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    _set_status(engine, run, "paused")
    app = open_page("runs", lang="en", run=run)
    app.button(key=f"hand_1_{run}").click().run()
    assert "Reasons, questions and exports appear when the run is paused or finished" in texts(app)


def test_cancel_ends_the_run(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    _set_status(engine, run, "paused")
    app = open_page("runs", lang="en", run=run)
    app.button(key=f"hand_2_{run}").click().run()
    assert get_run(engine, run).status == "cancelled"
    assert "Cancelled" in texts(app)


@pytest.mark.parametrize("alone", [True, False], ids=["its own page", "among others"])
def test_a_run_of_another_version_is_shown_with_what_to_do(
    engine: Engine, open_page: Open, *, alone: bool
) -> None:
    load_sample(engine)
    open_page("runs", lang="en", set=2).button(key="run_start").click().run()
    (run,) = list_runs(engine)
    said = "The run was started by another version of the desk."
    spec = {**run.spec, "connection": "away", "asks_in_rhyme": True}
    stopped = {"spec": spec, "status": "stopped", "stop_reason": said, "tokens": 9}
    with Session(engine) as session:
        session.execute(update(Run).where(col(Run.id) == run.id).values(**stopped))
        session.commit()
    app = open_page("runs", lang="en", **({"run": run.id} if alone else {}))
    assert not app.exception
    assert app.button(key=f"hand_1_{run.id}").label == "Resume"
    assert (said in texts(app)) is alone

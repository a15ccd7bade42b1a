"""A suggested fix in the review: asked for, read, opened in the editor or left; never applied."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.services.answers.fix_suggestions import SUGGEST_FIX, suggestion_of
from core.services.answers.loop_executor import run_loop
from core.services.answers.loops import list_loops
from core.services.answers.stored_retriever import StoredRetriever
from core.services.review import Edit, current_decision, evidence_source, keep_edit, unsaved_edit
from core.settings import Settings
from tests.core.services.results.desk_data import CASES, fill
from tests.pages.conftest import Open, keyed, texts

NAME = "王晓"
ITEM = 1


@pytest.fixture
def suggested(engine: Engine, open_page: Open, tmp_path: Path) -> Open:
    """The review page of a flagged question whose label the text contradicts."""
    fill(engine, (replace(CASES[1], question="账簿上写着收货银多少两？"),))
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE question SET choice = ?",
            ('{"a": "十两", "b": "八两", "c": "四十二两", "d": "九两"}',),
        )
    return open_page


def _made(engine: Engine) -> None:
    found = suggestion_of(engine, ITEM, NAME)
    assert found is not None
    assert run_loop(engine, found.loop_id, StoredRetriever(engine), settings=Settings())


def test_a_press_asks_for_a_fix_and_the_reviewer_may_go_on(engine: Engine, suggested: Open) -> None:
    app = suggested("review", item=ITEM, lang="en")
    app.button(key="suggest").click().run()
    assert "You can continue meanwhile" in texts(app)
    assert app.button(key="keep") is not None
    first = suggestion_of(engine, ITEM, NAME)
    assert first is not None
    assert not [button for button in app.button if button.key == "suggest"], "not asked twice"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "baseline (no model)"), ("zh_CN", "基线（不使用模型）")],
)
def test_the_fix_is_shown_with_its_evidence_and_opened_in_the_editor(
    engine: Engine, suggested: Open, lang: str, said: str
) -> None:
    app = suggested("review", item=ITEM, lang=lang)
    app.button(key="suggest").click().run()
    _made(engine)
    app.run()
    assert said in texts(app)
    assert "腊月初八，收货银四十二两" in texts(app)
    assert unsaved_edit(engine, ITEM, NAME) is None, "never applied by itself"
    keyed(app.button, "fix_open").click().run()
    edit = unsaved_edit(engine, ITEM, NAME)
    assert edit is not None
    assert edit.answer == ["c"]
    assert edit.evidence is not None
    assert "".join(app.query_params["edit"]) == str(ITEM)
    assert current_decision(engine, ITEM) is None


def test_one_key_asks_for_a_fix_and_another_opens_it(engine: Engine, suggested: Open) -> None:
    app = suggested("review", item=ITEM, lang="en")
    assert app.button(key="suggest").proto.shortcut == "g"
    app.button(key="suggest").click().run()
    _made(engine)
    app.run()
    assert not [button for button in app.button if button.key == "suggest"]
    opens = keyed(app.button, "fix_open")
    assert opens.proto.shortcut == "o"
    opens.click().run()
    edit = unsaved_edit(engine, ITEM, NAME)
    assert edit is not None
    assert edit.answer == ["c"]
    assert current_decision(engine, ITEM) is None


def test_an_edit_that_has_begun_is_replaced_only_when_asked_twice(
    engine: Engine, suggested: Open
) -> None:
    begun = replace(
        Edit.from_question(evidence_source(engine, ITEM).question), question="半句", comment="note"
    )
    keep_edit(engine, ITEM, NAME, begun)
    app = suggested("review", item=ITEM, lang="en")
    app.button(key="suggest").click().run()
    _made(engine)
    app.run()
    keyed(app.button, "fix_open").click().run()
    assert unsaved_edit(engine, ITEM, NAME) == begun
    assert "Replace my changes" in texts(app)
    keyed(app.button, "fix_open").click().run()
    edit = unsaved_edit(engine, ITEM, NAME)
    assert edit is not None
    assert (edit.answer, edit.comment) == (["c"], "note")


def test_a_fix_that_is_left_is_gone_and_another_can_be_asked_for(
    engine: Engine, suggested: Open
) -> None:
    app = suggested("review", item=ITEM, lang="en")
    app.button(key="suggest").click().run()
    _made(engine)
    app.run()
    keyed(app.button, "fix_leave").click().run()
    assert "Suggested fix" not in texts(app)
    app = suggested("review", item=ITEM, lang="en")
    assert "Suggested fix" not in texts(app), "nor when the page is opened anew"
    app.button(key="suggest").click().run()
    assert "You can continue meanwhile" in texts(app)


def test_who_suggests_and_who_judges_is_chosen_where_there_are_connections(
    engine: Engine, suggested: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Source 004: LLM_MUTI_AGENT judges unless another is chosen."""
    app = suggested("review", item=ITEM, lang="en")
    assert "Evaluates fixes" not in [one.label for one in app.selectbox]
    there = (f'[{name}]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n' for name in "ab")
    (tmp_path / "connections.toml").write_text("".join(there))
    monkeypatch.setenv("LLM_MUTI_AGENT", "b")
    app = suggested("review", item=ITEM, lang="en")
    app.selectbox(key="fix_by").set_value("a").run()
    app.button(key="suggest").click().run()
    (loop,) = list_loops(engine, kind=SUGGEST_FIX)
    assert (loop.spec.generator, loop.spec.evaluator) == ("a", "b")


def test_who_was_chosen_to_suggest_stays_chosen_when_the_page_is_left(
    engine: Engine, suggested: Open, tmp_path: Path
) -> None:
    there = (f'[{name}]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n' for name in "ab")
    (tmp_path / "connections.toml").write_text("".join(there))
    app = suggested("review", item=ITEM, lang="en")
    app.selectbox(key="fix_by").set_value("a").run()
    app.button(key="next").click().run()
    assert app.selectbox(key="fix_by").value == "a"
    assert app.session_state["kept_fix_by"] == "a", "which no widget is, and no page takes away"


def test_a_wrong_setting_of_the_loop_breaks_no_review(
    engine: Engine, suggested: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "connections.toml").write_text('[a]\nmodel = "m"\nbase_url = "http://h/v1"\n')
    monkeypatch.setenv("GENER_EPOCH", "0")
    app = suggested("review", item=ITEM, lang="en")
    assert not app.exception
    assert "GENER_EPOCH is 0" in texts(app)
    app.button(key="suggest").click().run()
    assert not app.exception
    assert list_loops(engine, kind=SUGGEST_FIX) == []

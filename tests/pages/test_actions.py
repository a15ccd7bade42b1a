"""A press that the database fails or that is refused: the page stays, says so once, and the press
can be made again.
"""

import ast
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.services.access import IdentityClaims, Role, list_tokens, set_role, sign_in
from core.services.answers import load_sample_documents
from core.services.review import history
from core.settings import Settings
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import ROOT, Open, texts

SAID = {
    "en": "The database was unavailable, so the action may not have been completed",
    "zh_CN": "数据库暂时不可用，操作可能未完成",
}


@pytest.mark.parametrize("language", SAID)
def test_a_decision_that_a_locked_database_refuses_is_told_and_stored_at_the_next_press(
    engine: Engine,
    open_page: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    look: Callable[[], None],
    language: str,
) -> None:
    fill(engine)
    app = open_page("review", lang=language, item=2)
    engine.dispose()
    monkeypatch.setattr("db.engine.BUSY_TIMEOUT_MS", 100)
    look()
    with sqlite3.connect(tmp_path / "desk.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        app.button(key="drop").click().run()
        other.execute("ROLLBACK")
    assert not app.exception
    assert SAID[language] in texts(app)
    assert history(engine, 2) == []
    app.run()
    assert SAID[language] not in texts(app)
    look()
    app.button(key="drop").click().run()
    assert [event.action for event in history(engine, 2)] == ["drop"]


def test_a_refused_form_keeps_what_was_typed_and_says_why_once_and_near(
    engine: Engine, open_page: Open
) -> None:
    app = open_page("settings", lang="en")
    app.text_input(key="token_name").set_value("  ")
    app.button(key="token_create").click().run()
    assert texts(app).count("Enter a purpose for the token") == 1
    assert not list_tokens(engine)
    app.run()
    assert "Enter a purpose for the token" not in texts(app)


def test_a_form_whose_database_is_locked_can_be_pressed_again(
    engine: Engine, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_sample_documents(engine)
    app = open_page("answers", lang="en", view="npcs")
    save = next(button for button in app.button if button.key.startswith("npc_save_"))
    engine.dispose()
    monkeypatch.setattr("db.engine.BUSY_TIMEOUT_MS", 100)
    with sqlite3.connect(tmp_path / "desk.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        save.click().run()
        other.execute("ROLLBACK")
    assert not app.exception
    assert texts(app).count(SAID["en"]) == 1
    app.button(key=save.key).click().run()
    assert texts(app).count("Saved as a new version.") == 1
    assert SAID["en"] not in texts(app)
    app.run()
    assert "Saved as a new version." not in texts(app)


def test_who_lacks_the_right_is_told_why_a_button_is_disabled(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page() -> None:
        from core.services.access import Right
        from pages.components.action import action

        action("Run", print, right=Right.RUN, key="run", help="Starts it.")
        action("Look", print, right=None, key="look", help="Shows it.")

    user = {"iss": "https://id.example", "sub": "1", "name": "Mei", "iat": 1}
    known = sign_in(engine, IdentityClaims.from_token(user), Settings.from_environment())
    set_role(engine, known.id, Role.VIEWER)
    app = AppTest.from_function(page)
    app.secrets["auth"] = {"redirect_uri": "http://127.0.0.1/oauth2callback"}
    app.user = {**user, "is_logged_in": True}
    app.query_params["lang"] = "en"
    app.run()
    run, look = app.button(key="run"), app.button(key="look")
    assert run.disabled and "This requires the role" in run.help
    assert not look.disabled and look.help == "Shows it."


def _slot() -> None:
    """`Refuse` is refused; the next drawing is interrupted by a rerun before its end."""
    import streamlit as st

    from core.errors import InputError
    from pages.components.action import action, draw_outcome, guarded, message_slot

    def refuse() -> None:
        st.session_state["reruns"] = True
        raise InputError("Name it.")

    timed = bool(st.query_params.get("timed"))
    with message_slot(is_timed=timed):
        with st.container(key="near"):
            action("Refuse", refuse, right=None, key="refuse")
            action("Do", lambda: "Done.", right=None, key="do")
            draw_outcome()
        action("Below", lambda: "Below done.", right=None, key="below")
        st.text_input("Field", key="field", on_change=guarded(refuse, near="field"))
        if st.session_state.pop("reruns", False):
            st.rerun()


def _notices(app: AppTest) -> list[str]:
    return [html.proto.body for html in app.get("html") if "desk-notice" in html.proto.body]


def test_a_message_survives_a_rerun_and_is_shown_once() -> None:
    app = AppTest.from_function(_slot).run()
    app.button(key="refuse").click().run()
    (said,) = _notices(app)
    assert "Name it." in said and 'role="alert"' in said
    assert not app.run().exception and _notices(app) == []
    app.button(key="refuse").click().run()
    app.button(key="do").click().run()
    (said,) = _notices(app)
    assert "Done." in said and "quiet" in said
    app.button(key="below").click().run()
    assert len(_notices(app)) == 1 and "Below done." in _notices(app)[0]
    # A change and a press arrive together: what the change was refused for is not lost.
    app.text_input(key="field").set_value("x")
    app.button(key="do").click().run()
    assert len(_notices(app)) == 1


def test_a_part_that_redraws_itself_keeps_its_message_until_the_next_press() -> None:
    app = AppTest.from_function(_slot)
    app.query_params["timed"] = "1"
    app.run().button(key="refuse").click().run()
    assert len(_notices(app.run())) == 1
    app.button(key="do").click().run()
    (said,) = _notices(app)
    assert "Done." in said


def test_every_widget_of_a_page_calls_what_survives_a_failure() -> None:
    """A button is an `action`; what another widget calls is `guarded`."""
    unguarded = []
    for path in sorted((ROOT / "pages").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        wrapped = {
            ast.unparse(node.targets[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and _is_guarded(node.value)
        }
        for keyword, call in _callbacks(tree):
            text = ast.unparse(call)
            if isinstance(call, ast.Constant) or text in {"st.login", "st.logout"}:
                continue
            is_button = keyword == "on_click" and path.name != "action.py"
            if is_button or not (_is_guarded(call) or text in wrapped):
                unguarded.append(f"{path.name}:{call.lineno} {keyword}={text}")
    assert unguarded == []


def _callbacks(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                name = keyword.arg or ""
                if name in {"on_click", "on_select"} or re.fullmatch(r"on_(\w+_)?change", name):
                    yield name, keyword.value


def _is_guarded(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "guarded"

"""The values that the pages keep in the session are declared, in one place, and are read there."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.components import page_state
from pages.components.page_state import DECLARED, Lifetime, StateKey
from tests.pages.conftest import ROOT

PAGES = ROOT / "pages"
STATE = PAGES / "components" / "page_state.py"
GENERIC = {"mirror.py", "figure.py", "choices.py"}
"""Components that draw a widget under whatever key they are given."""


def test_no_page_names_a_key_of_the_session_itself() -> None:
    """Declare the value in pages/components/page_state.py and use it by its name there."""
    named = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(PAGES.rglob("*.py"))
        if path != STATE
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute | ast.Name | ast.alias) and _name(node) in UNDECLARED
        if path.name not in GENERIC or _name(node) == "session_state"
    ]
    assert named == []


UNDECLARED = {"session_state", "widget_value", "is_widget"}


def _name(node: ast.Attribute | ast.Name | ast.alias) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "") or _alias(node)


def _alias(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.alias) else ""


def test_every_declared_value_is_used_and_declared_once() -> None:
    names = Counter(key.name for key in DECLARED)
    assert [name for name, n in names.items() if n > 1] == []
    used = _words(path for path in PAGES.rglob("*.py") if path != STATE)
    declared = {name for name, value in vars(page_state).items() if isinstance(value, StateKey)}
    assert declared - used == set()


def _words(paths: object) -> set[str]:
    found: set[str] = set()
    for path in list(paths):  # type: ignore[call-overload]
        for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
            if isinstance(node, ast.Attribute | ast.Name):
                found.add(_name(node))
    return found


def test_a_value_of_many_is_named_by_what_it_is_of() -> None:
    many = StateKey("wide", 0, Lifetime.SESSION, per="question")
    assert many.of(3, "left").name == "wide_3_left"
    assert many.declares("wide_3") and not many.declares("wider")
    with pytest.raises(TypeError, match="one wide for each question"):
        many.get()
    with pytest.raises(TypeError, match="only one alone"):
        StateKey("alone", 0, Lifetime.SESSION).of(3)


def _page() -> None:
    import streamlit as st

    from pages.components.page_state import COPY_NOTE, MESSAGE, NEW_TOKEN, PENDING_MOVE, leave_page

    if st.button("Keep"):
        NEW_TOKEN.set("abc")
        MESSAGE.set("said")
        PENDING_MOVE.begin((1, 2))
        PENDING_MOVE.begin((3, 4))
    if st.button("Leave"):
        leave_page()
    st.text(f"{MESSAGE.get()} {PENDING_MOVE.get()} {COPY_NOTE.get()!r} {COPY_NOTE.is_set}")
    if st.button("Take"):
        st.text(f"{NEW_TOKEN.take()} {NEW_TOKEN.take()!r}")


def test_values_live_as_long_as_they_say() -> None:
    app = AppTest.from_function(_page).run()
    assert app.text[0].value == "None None '' False"
    app.button[0].click().run()
    assert app.text[0].value == "said (1, 2) '' False"
    app.button[2].click().run()
    assert app.text[1].value == "abc ''"
    app.button[1].click().run()
    assert app.text[0].value == "None (1, 2) '' False"

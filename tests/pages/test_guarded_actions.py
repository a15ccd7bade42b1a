"""A database that fails while a press is done: the page stays, says so, and the press can be made
again.
"""

import ast
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from core.services.review import history
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import ROOT, Open, texts

SAID = {
    "en": "The database could not be used for what you pressed",
    "zh_CN": "你刚才的操作未能使用数据库",
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


def test_every_widget_of_a_page_calls_what_survives_a_database_that_fails() -> None:
    """By decorator, or wrapped where it is handed over."""
    unguarded = []
    for path in sorted((ROOT / "pages").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        guarded = set(_guarded(tree))
        for call in _callbacks(tree):
            while isinstance(call, ast.Call) and ast.unparse(call.func) == "partial":
                call = call.args[0]  # noqa: PLW2901
            said = ast.unparse(call)
            is_wrapped = isinstance(call, ast.Call) and ast.unparse(call.func) == "guarded_action"
            if not (isinstance(call, ast.Constant) or is_wrapped or said in guarded):
                unguarded.append(f"{path.name}:{call.lineno} {said}")
    assert unguarded == []


def _callbacks(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in {"on_click", "on_change", "on_select"}:
                    yield keyword.value


def _guarded(tree: ast.Module) -> Iterator[str]:
    """The names by which a module knows what is decorated, here or where it comes from."""
    yield from ("st.login", "st.logout")
    yield from _decorated(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pages"):
            folder = ROOT / Path(*str(node.module).split("."))
            for one in node.names:
                if folder.with_suffix(".py").exists():
                    if one.name in _decorated(_parsed(folder.with_suffix(".py"))):
                        yield one.asname or one.name
                elif (module := folder / f"{one.name}.py").exists():
                    yield from (f"{one.name}.{name}" for name in _decorated(_parsed(module)))


def _decorated(tree: ast.AST) -> set[str]:
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and "guarded_action" in map(ast.unparse, node.decorator_list)
    }


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))

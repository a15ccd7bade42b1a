"""The next question is read between the passage and the bar, while the browser paints."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from sqlalchemy import Connection, Engine, event

from core.services.review import history, my_claims
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, texts
from tests.pages.test_review_page import press

DRAWN = {
    'desk-question"': "question",
    '<div class="desk-passage"': "passage",
    "<script>deskKeys.shown": "bar",
}
AWAY = {"en": "The database is unavailable.", "zh_CN": "数据库不可用。"}


def test_the_next_question_is_read_after_the_passage_and_before_the_bar(
    engine: Engine, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    press(app, "keep")
    steps = list[str]()
    html = st.html

    def drawn(body: str, **options: Any) -> Any:
        steps.extend(name for part, name in DRAWN.items() if part in str(body))
        return html(body, **options)

    def asked(_connection: Connection, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith("INSERT INTO review_event"):
            steps.append("stored")
        elif statement.startswith("INSERT INTO review_claim"):
            steps.append("claimed")

    monkeypatch.setattr(st, "html", drawn)
    event.listen(Engine, "before_cursor_execute", asked)
    try:
        press(app, "keep")
    finally:
        event.remove(Engine, "before_cursor_execute", asked)
    assert not app.exception
    assert steps == ["stored", "question", "passage", "claimed", "bar"]


@pytest.mark.parametrize("language", AWAY)
def test_a_question_has_its_bar_where_the_one_after_it_cannot_be_read(
    engine: Engine,
    open_page: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    look: Callable[[], None],
    language: str,
) -> None:
    fill(engine)
    app = open_page("review", lang=language)
    first = int(app.query_params["item"][0])
    engine.dispose()
    monkeypatch.setattr("db.engine.BUSY_TIMEOUT_MS", 100)
    look()
    with sqlite3.connect(tmp_path / "desk.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        app.button(key="next").click().run()
        other.execute("ROLLBACK")
    shown = int(app.query_params["item"][0])
    assert shown != first
    assert AWAY[language] in texts(app)
    look()
    app.button(key="keep").click().run()
    assert [act.action for act in history(engine, shown)] == ["keep"]
    assert AWAY[language] not in texts(app)
    assert {claim.item_id for claim in my_claims(engine, "王晓")} >= {
        int(app.query_params["item"][0])
    }

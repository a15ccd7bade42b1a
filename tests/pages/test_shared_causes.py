"""Flags of one cause on Review: named, listed, decided together, and taken back."""

import pytest
from sqlalchemy import Engine

from core.services.review import State, history, visible_events
from tests.core.services.results.desk_data import fill
from tests.core.services.results.test_shared_causes import CASES_OF_A_CAUSE
from tests.pages.conftest import Open, texts
from tests.pages.test_review_page import press


@pytest.mark.parametrize(
    ("lang", "named", "many", "act"),
    [
        (
            "en",
            "3 questions left share this cause: “早” and “迟” are swapped.",
            "Preview all 3",
            "Reject 3 questions",
        ),
        ("zh_CN", "还有 3 题出于同一原因：“早”与“迟”互换。", "预览这 3 题", "拒绝 3 题"),
    ],
)
def test_a_shared_cause_is_listed_decided_together_and_taken_back(
    engine: Engine, open_page: Open, lang: str, named: str, many: str, act: str
) -> None:
    fill(engine, CASES_OF_A_CAUSE)
    app = open_page("review", lang=lang, item=1)
    assert named in texts(app)
    preview = app.button(key="shared_preview")
    assert preview.label == many
    preview.click().run()
    said = texts(app)
    for row in ("<td>a1?</td><td>早 → 迟</td>", "<td>a2?</td><td>迟 → 早</td>", "<td>a4?</td>"):
        assert row in said
    assert "<td>a3?</td>" not in said
    assert history(engine, 1) == []
    assert app.button(key="shared_drop").label == act
    press(app, "shared_drop")
    states = [visible_events(engine, item, "王晓").state for item in (1, 2, 3, 4)]
    assert states == [State.DECIDED, State.DECIDED, State.OPEN, State.DECIDED]
    assert app.query_params["item"] in ("3", ["3"])
    app.button(key="undo_batch").click().run()
    assert {visible_events(engine, item, "王晓").state for item in (1, 2, 3, 4)} == {State.OPEN}
    assert not app.exception

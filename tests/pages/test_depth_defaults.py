"""What a depth test's form offers by itself can be started, whatever the set lacks."""

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, update

from core.services.runs import list_runs
from db.tables import QuestionRow, Validation
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, texts

FOUND_BY = {
    "en": "The set has no positions: the evidence is where this run found it.",
    "zh_CN": "该题集没有位置：证据取自此任务找到的位置。",
}


@pytest.mark.parametrize("lang", FOUND_BY)
def test_without_positions_the_places_are_those_that_a_validation_found(
    engine: Engine, open_page: Open, lang: str
) -> None:
    validation = fill(engine)
    with Session(engine) as session:
        session.execute(update(QuestionRow).values(start_pos=None, end_pos=None))
        session.commit()
    app = open_page("depth", lang=lang, set=1)
    assert app.selectbox(key="depth_validation_1").value == validation
    assert FOUND_BY[lang] in texts(app)
    assert not app.button(key="depth_start").disabled


def test_the_test_that_the_form_starts_uses_those_places(engine: Engine, open_page: Open) -> None:
    validation = fill(engine)
    with Session(engine) as session:
        session.execute(update(QuestionRow).values(start_pos=None, end_pos=None))
        session.commit()
    open_page("depth", lang="en", set=1).button(key="depth_start").click().run()
    (run,) = list_runs(engine, "depth")
    assert run.spec["validation_run_id"] == validation


def test_where_positions_are_known_no_validation_is_chosen(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("depth", lang="en", set=1)
    assert app.selectbox(key="depth_validation_1").value == 0
    assert FOUND_BY["en"] not in texts(app)


def test_a_validation_that_found_nothing_is_not_chosen(engine: Engine, open_page: Open) -> None:
    fill(engine)
    with Session(engine) as session:
        session.execute(update(QuestionRow).values(start_pos=None, end_pos=None))
        session.execute(update(Validation).values(evidence_found=False))
        session.commit()
    app = open_page("depth", lang="en", set=1)
    assert app.selectbox(key="depth_validation_1").value == 0
    assert app.button(key="depth_start").disabled

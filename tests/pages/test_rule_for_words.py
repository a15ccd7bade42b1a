"""Which rule for words made a number is said, and numbers of the two are never mixed."""

import pytest
from sqlalchemy import Engine
from sqlmodel import col, update

from core.locale import wording
from core.services.runs import list_runs
from core.text import Wording
from db.engine import writing
from db.queries import projection
from db.tables import RunItem
from tests.core.services.runs.test_rule_flips import a_run
from tests.pages.conftest import Open, links, texts

LANGUAGES = ("en", "zh_CN")


def two_runs(engine: Engine) -> tuple[int, int]:
    old, new = a_run(engine, "old", None), a_run(engine, "new", Wording.STRICT)
    with writing(engine) as session:
        session.execute(update(RunItem).where(col(RunItem.run_id) > 0).values(attempts=1))
        projection.rebuild(session)
    return old, new


@pytest.mark.parametrize("lang", LANGUAGES)
def test_accuracy_counts_one_rule_and_says_what_is_left_out(
    engine: Engine, open_page: Open, lang: str
) -> None:
    old, new = two_runs(engine)
    _ = wording(lang)
    app = open_page("accuracy", lang=lang)
    assert not app.exception
    said = texts(app)
    assert _("Words must be the same") in said
    assert "3" in said and "5" in said
    options = next(box.options for box in app.selectbox if box.label == _("Run"))
    assert any(f"#{new}" in option for option in options)
    assert not any(f"#{old}" in option for option in options)
    asked = open_page("accuracy", lang=lang, run=old)
    options = next(box.options for box in asked.selectbox if box.label == _("Run"))
    assert not any(f"#{new}" in option for option in options)
    chosen = open_page("accuracy", lang=lang, wording="tolerate")
    assert _("A few other words are tolerated") in texts(chosen)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_says_its_rule_and_counts_what_the_other_would_change(
    engine: Engine, open_page: Open, lang: str
) -> None:
    old, _new = two_runs(engine)
    _ = wording(lang)
    app = open_page("runs", lang=lang, run=old)
    assert _("A few other words are tolerated") in texts(app)
    app.button(key=f"flips_{old}").click().run()
    assert not app.exception
    assert "5" in texts(app)
    assert _("Judge the stored replies by this rule") in " ".join(links(app))


def test_a_new_run_is_strict_unless_another_rule_is_asked_for(
    engine: Engine, open_page: Open
) -> None:
    a_run(engine, "old", None)
    strict = open_page("runs", lang="en", set=1)
    strict.button(key="run_start").click().run()
    asked = open_page("runs", lang="en", set=1, wording="tolerate")
    asked.button(key="run_start").click().run()
    rules = [run.spec.get("wording") for run in list_runs(engine)]
    assert rules[:2] == ["tolerate", "strict"]

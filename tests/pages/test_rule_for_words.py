"""Which rule for words made a number is said, and numbers of the two are never mixed."""

import pytest
from sqlalchemy import Engine
from sqlmodel import col, update

from core.locale import wording
from core.services.runs import list_runs
from core.text import WordRule
from db.engine import writing
from db.queries import projection
from db.tables import Run, RunItem
from tests.core.services.runs.test_rule_flips import a_run
from tests.pages.conftest import Open, links, texts

LANGUAGES = ("en", "zh_CN")


def two_runs(engine: Engine) -> tuple[int, int]:
    old, new = a_run(engine, "old", None), a_run(engine, "new", WordRule.STRICT)
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
    assert _("Exact wording") in said
    left_out = "{n} run used the other quote wording rule and is not included in these figures."
    many = "{n} runs used the other quote wording rule and are not included in these figures."
    assert _.count(left_out, many, 1) in said
    options = next(box.options for box in app.selectbox if box.label == _("Run"))
    assert any(f"#{new}" in option for option in options)
    assert not any(f"#{old}" in option for option in options)
    asked = open_page("accuracy", lang=lang, run=old)
    options = next(box.options for box in asked.selectbox if box.label == _("Run"))
    assert not any(f"#{new}" in option for option in options)
    chosen = open_page("accuracy", lang=lang, wording="tolerate")
    options = next(box.options for box in chosen.selectbox if box.label == _("Run"))
    assert any(f"#{old}" in option for option in options)
    assert not any(f"#{new}" in option for option in options)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_says_its_rule_and_counts_what_the_other_would_change(
    engine: Engine, open_page: Open, lang: str
) -> None:
    old, _new = two_runs(engine)
    _ = wording(lang)
    app = open_page("runs", lang=lang, run=old)
    assert _("Allow minor wording differences") in texts(app)
    app.button(key=f"flips_{old}").click().run()
    assert not app.exception
    said = _("{rule}. Judged: {judged}. Newly flagged: {lost}. Newly passed: {gained}.")
    strict = _("Exact wording")
    assert said.format(rule=strict, judged=5, lost=1, gained=0) in texts(app)
    assert _("Judge stored replies by this rule") in " ".join(links(app))


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


def test_a_rule_without_a_run_of_it_and_an_unknown_one_change_nothing(
    engine: Engine, open_page: Open
) -> None:
    a_run(engine, "new", WordRule.STRICT)
    for asked in ("tolerate", "nonsense"):
        app = open_page("accuracy", lang="en", wording=asked)
        assert not app.exception
        assert "Start a run to see figures here" not in texts(app)
        assert any("#1" in option for box in app.selectbox for option in box.options)


def test_a_run_of_a_rule_that_is_not_known_here_is_shown_and_says_why_it_is_not_counted(
    engine: Engine, open_page: Open
) -> None:
    run_id = a_run(engine, "later", WordRule.STRICT)
    with writing(engine) as session:
        run = session.get_one(Run, run_id)
        run.spec = {**run.spec, "wording": "of_a_later_release"}
        session.add(run)
    app = open_page("runs", lang="en", run=run_id)
    app.button(key=f"flips_{run_id}").click().run()
    assert not app.exception
    assert "another release" in texts(app)
    assert "of_a_later_release" in texts(open_page("runs", lang="en"))

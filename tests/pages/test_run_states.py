"""The state of a run, a check and a run of cases says what came of it, and is never green."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, update

from core.locale import wording
from core.services.answers import (
    AnswerContext,
    Arm,
    GateRunSpec,
    add_cases,
    load_sample_documents,
    run_gate_cases,
    start_gate_run,
)
from core.services.runs import get_run, list_runs
from core.services.verification import run_check
from core.services.verification.models import CheckModels
from core.settings import Settings
from core.validation import CAUSE_SENTENCES
from core.verification import RewriteRequest
from db.engine import url_of
from db.tables import Run, RunItem, Validation
from tests.core.services.answers.gate_cases import two_cases
from tests.core.services.results.depth_data import fill_depth
from tests.core.services.results.desk_data import CASES, fill
from tests.core.services.results.desk_data import Case as Item
from tests.core.services.verification.desk import checked, row, started, viewed
from tests.pages.conftest import Open, links, texts

USABLE = CASES[:3]
SKIPPED = tuple(Item(f"s{n}", f"{n}?", outcome="skipped", reason="no_position") for n in range(6))
UNREADABLE = Item("u", "?", outcome="infrastructure", reason="parse_failure")

STATES = [
    (USABLE, "quiet", "Done", "完成"),
    ((*USABLE, SKIPPED[0]), "amber", "Done with problems", "完成，但有问题"),
    ((*USABLE, UNREADABLE), "amber", "Done with problems", "完成，但有问题"),
    (SKIPPED, "red", "Failed: 0 of 6 results usable", "失败：6 个结果中 0 个可用"),
    ((UNREADABLE,), "red", "Failed: 0 of 1 results usable", "失败：1 个结果中 0 个可用"),
]


def badges(said: str) -> list[tuple[str, str]]:
    """(colour, words) of the badges on a page."""
    return re.findall(r'class="desk-badge (\w+)">([^<]*)<', said)


@pytest.mark.parametrize(("items", "tone", "english", "chinese"), STATES)
@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_runs_state_says_what_came_of_it(
    engine: Engine,
    open_page: Open,
    items: tuple[Item, ...],
    tone: str,
    english: str,
    chinese: str,
    lang: str,
) -> None:
    run = fill(engine, items)
    name = english if lang == "en" else chinese
    for address in ({}, {"run": run}):
        assert badges(texts(open_page("runs", lang=lang, **address))) == [(tone, name)]


def test_a_run_at_work_is_not_green(engine: Engine, open_page: Open) -> None:
    runs = fill(engine, USABLE), fill(engine, CASES[:1], title="passed")
    with Session(engine) as session:
        session.execute(update(Run).where(col(Run.id).in_(runs)).values(status="running"))
        session.commit()
    flagged, passed = (open_page("runs", lang="en", run=run) for run in runs)
    for app in (flagged, passed):
        assert badges(texts(app)) == [("quiet", "Running 100%")]
    assert "Review questions flagged so far" in links(flagged)
    assert "Review questions flagged so far" not in links(passed)


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_failed_run_says_its_cause_and_is_started_again_with_one_press(
    engine: Engine, open_page: Open, lang: str
) -> None:
    _ = wording(lang)
    run = fill(engine, SKIPPED)
    singular, plural = CAUSE_SENTENCES["no_position"]
    app = open_page("runs", lang=lang, run=run)
    assert _.count(singular, plural, 6, which=_("All {n}").format(n=6)) in texts(app)
    button = next(one for one in app.button if one.label == _("Restart with the whole novel"))
    button.click().run()
    assert not app.exception
    newest = list_runs(engine)[0]
    assert app.query_params["run"] == str(newest.id) != str(run)
    assert (newest.spec["context_mode"], newest.status) == ("whole", "queued")
    assert get_run(engine, run).status == "done"
    review = open_page("review", lang=lang, run=run)
    assert _("This run has no flagged questions.") in texts(review)
    assert links(review)[_("Open the run")].startswith("runs?")
    waiting = open_page("review", lang=lang, run=newest.id)
    assert _("This run is not finished. No question is flagged so far.") in texts(waiting)
    some = texts(open_page("runs", lang=lang, run=fill(engine, title="some")))
    assert _("Change settings") not in some


def test_a_failed_run_shows_a_reply_as_proof_and_the_calls_of_the_repair(
    engine: Engine, open_page: Open, tmp_path: Path
) -> None:
    (tmp_path / "connections.toml").write_text(
        '[away]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n'
    )
    items = tuple(replace(UNREADABLE, key=f"u{n}") for n in range(6))
    run = fill(engine, items)
    with Session(engine) as session:
        spec = {**session.get_one(Run, run).spec, "connection": "away", "model": "m"}
        session.execute(update(Run).where(col(Run.id) == run).values(spec=spec))
        session.execute(update(Validation).values(raw_reply="Sure! <b>B</b>, I think."))
        session.commit()
    app = open_page("runs", lang="en", run=run)
    said = texts(app)
    assert "All 6 replies were prose instead of JSON, so no answer could be read." in said
    assert "Sure! &lt;b&gt;B&lt;/b&gt;, I think." in said
    assert "6–12 calls, at most 24 · The question set is unchanged." in said
    next(one for one in app.button if one.label == "Restart with JSON mode").click().run()
    newest = list_runs(engine)[0]
    assert newest.spec["json_mode"] is True
    assert newest.estimate is not None
    assert newest.estimate["most_calls"] == 24


def test_a_run_without_a_result_is_named_and_not_counted(engine: Engine, open_page: Open) -> None:
    fill(engine, USABLE, title="usable")
    fill(engine, SKIPPED, title="skipped")
    app = open_page("accuracy", lang="en")
    (runs,) = (box for box in app.selectbox if box.label == "Run")
    assert runs.options == ["Run #1 (latest result)", "#1 usable"]
    (failed,) = (label for label in links(app) if "has no usable result" in label)
    assert failed.endswith("0 of 6 usable")


def test_a_depth_test_without_a_reply_has_failed(engine: Engine, open_page: Open) -> None:
    fill(engine)
    run = fill_depth(engine)
    total = 8 * 14
    for address in ({}, {"run": run}):
        shown = badges(texts(open_page("depth", lang="en", **address)))
        assert ("amber", "Done with problems") in shown
    with Session(engine) as session:
        lost = {"outcome": "infrastructure", "reason": "timeout"}
        session.execute(update(RunItem).where(col(RunItem.run_id) == run).values(**lost))
        session.commit()
    for address in ({}, {"run": run}):
        shown = badges(texts(open_page("depth", lang="en", **address)))
        assert ("red", f"Failed: 0 of {total} results usable") in shown


class Broken:
    def rewrite(self, request: RewriteRequest) -> str:
        raise RuntimeError("out of paper")


def test_a_check_of_copy_is_green_only_where_every_copy_was_checked(
    engine: Engine, open_page: Open
) -> None:
    good = checked(engine, [row(id="good")])
    some = started(engine, [row(id="good"), viewed("quiet", "u2")])
    none = started(engine, [viewed("quiet", "u2"), viewed("silent", "u3")])
    for check in (some, none):
        run_check(engine, check, models=CheckModels(rewriter=Broken()))
    for check, state in (
        (good, ("quiet", "Done")),
        (some, ("amber", "Done with problems")),
        (none, ("red", "Failed: 0 of 2 results usable")),
    ):
        app = open_page("copy_check", lang="en", view="checks", check=check)
        assert badges(texts(app))[0] == state
    listed = badges(texts(open_page("copy_check", lang="en", view="checks")))
    assert {("red", "Failed: 0 of 2 results usable"), ("amber", "Done with problems")} <= {*listed}
    assert ("quiet", "Done") not in listed


def test_a_run_of_cases_whose_writer_never_answers_has_failed(
    engine: Engine, open_page: Open, tmp_path: Path
) -> None:
    load_sample_documents(engine)
    connections = tmp_path / "gone.toml"
    connections.write_text('[gone]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n')
    set_id = add_cases(engine, two_cases(), file_name="two.json")
    for arms, state in (
        ((Arm.OFF,), ("red", "Failed: 0 of 2 results usable")),
        ((Arm.ON, Arm.OFF), ("amber", "Done with problems")),
    ):
        run = start_gate_run(engine, set_id, GateRunSpec(arms, "gone", 0.45, 1))
        settings = Settings(database_url=url_of(engine), connections_file=connections)
        assert run_gate_cases(AnswerContext(settings, {}), run)
        app = open_page("answers", view="cases", gate_run=run, lang="en")
        assert badges(texts(app))[0] == state
        assert "2 cases were not judged because of system errors and are not in any rate." in texts(
            app
        )
        assert state in badges(texts(open_page("answers", view="cases", lang="en")))

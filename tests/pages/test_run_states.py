"""The state of a run, a check and a run of cases says what came of it, and is never green."""

import re
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, update

from core.services.answers import (
    AnswerContext,
    Arm,
    GateRunSpec,
    add_cases,
    load_sample_documents,
    run_gate_cases,
    start_gate_run,
)
from core.services.verification import run_check
from core.services.verification.models import CheckModels
from core.settings import Settings
from core.verification import RewriteRequest
from db.engine import url_of
from db.tables import Run, RunItem
from tests.core.services.answers.gate_cases import two_cases
from tests.core.services.results.depth_data import fill_depth
from tests.core.services.results.desk_data import CASES, fill
from tests.core.services.results.desk_data import Case as Item
from tests.core.services.verification.desk import checked, row, started, viewed
from tests.pages.conftest import Open, texts

USABLE = CASES[:3]
SKIPPED = tuple(Item(f"s{n}", f"{n}?", outcome="skipped", reason="no_position") for n in range(6))
UNREADABLE = Item("u", "?", outcome="infrastructure", reason="parse_failure")

STATES = [
    (USABLE, "quiet", "Done", "完成"),
    ((*USABLE, SKIPPED[0]), "amber", "Done with problems", "完成，但有问题"),
    ((*USABLE, UNREADABLE), "amber", "Done with problems", "完成，但有问题"),
    (SKIPPED, "red", "Failed: 0 of 6 usable", "失败：6 项中 0 项可用"),
    ((UNREADABLE,), "red", "Failed: 0 of 1 usable", "失败：1 项中 0 项可用"),
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
    run = fill(engine, USABLE)
    with Session(engine) as session:
        session.execute(update(Run).where(col(Run.id) == run).values(status="running"))
        session.commit()
    assert badges(texts(open_page("runs", lang="en", run=run))) == [("quiet", "Running 100%")]


def test_a_failed_run_names_the_commonest_cause(engine: Engine, open_page: Open) -> None:
    said = texts(open_page("runs", lang="en", run=fill(engine, SKIPPED)))
    assert "<b>No position</b> The question does not say which part of the novel" in said
    assert "<b>No position</b>" not in texts(
        open_page("runs", lang="en", run=fill(engine, title="some"))
    )


def test_the_run_to_count_is_chosen_by_its_state_too(engine: Engine, open_page: Open) -> None:
    fill(engine, USABLE, title="usable")
    fill(engine, SKIPPED, title="skipped")
    (runs,) = (one for one in open_page("accuracy", lang="en").selectbox if one.label == "Run")
    assert runs.options == ["All runs", "#2 Failed: 0 of 6 usable · skipped", "#1 usable"]


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
        assert ("red", f"Failed: 0 of {total} usable") in shown


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
        (none, ("red", "Failed: 0 of 2 usable")),
    ):
        app = open_page("copy_check", lang="en", view="checks", check=check)
        assert badges(texts(app))[0] == state
    listed = badges(texts(open_page("copy_check", lang="en", view="checks")))
    assert {("red", "Failed: 0 of 2 usable"), ("amber", "Done with problems")} <= {*listed}
    assert ("quiet", "Done") not in listed


def test_a_run_of_cases_whose_writer_never_answers_has_failed(
    engine: Engine, open_page: Open, tmp_path: Path
) -> None:
    load_sample_documents(engine)
    connections = tmp_path / "gone.toml"
    connections.write_text('[gone]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\n')
    set_id = add_cases(engine, two_cases(), file_name="two.json")
    for arms, state in (
        ((Arm.OFF,), ("red", "Failed: 0 of 2 usable")),
        ((Arm.ON, Arm.OFF), ("amber", "Done with problems")),
    ):
        run = start_gate_run(engine, set_id, GateRunSpec(arms, "gone", 0.45, 1))
        settings = Settings(database_url=url_of(engine), connections_file=connections)
        assert run_gate_cases(AnswerContext(settings, {}), run)
        app = open_page("answers", view="cases", gate_run=run, lang="en")
        assert badges(texts(app))[0] == state
        assert "2 cases were not judged by fault of the machinery" in texts(app)
        assert state in badges(texts(open_page("answers", view="cases", lang="en")))

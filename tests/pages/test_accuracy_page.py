"""The Accuracy page: its numbers, from each of them to its cases, and what is taken away."""

import csv
import io
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select
from streamlit.testing.v1 import AppTest

from core.llm import LEXICAL
from core.locale import wording
from core.questions.writer import rows_csv
from core.services.reports import (
    ReportScope,
    ResultGrouping,
    compare_runs,
    costs,
    overall,
    reviewed_results,
    set_overview,
    slices,
    validations,
    what_if,
)
from core.services.reports.files import rate_rows
from core.services.review import Action, ask_second, decide
from db.engine import make_engine
from db.tables import QuestionSet, Run, RunItem, Validation
from pages.accuracy.verdict import points
from tests.core.services.reports.accuracy_data import Known, fill_accuracy
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, copy_database, links, texts

VIEWS = {
    "overview": [],
    "rates": ["by_type", "headline"],
    "models": ["differences", "headline"],
    "calibration": ["thresholds", "reasons", "headline"],
    "work": ["costs", "decisions", "headline"],
}
"""The files that each offers; the overview's are those of its report."""


@pytest.fixture(scope="module")
def filled(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[Known]]:
    """A database of `fill_accuracy`, made once and copied by each test."""
    file = tmp_path_factory.mktemp("lamps") / "desk.db"
    copy_database(empty_database, file)
    return file, fill_accuracy(make_engine(f"sqlite:///{file}"))


@pytest.fixture
def lamps(engine: Engine, filled: tuple[Path, list[Known]]) -> list[Known]:
    """What `fill_accuracy` stored in the database of the test."""
    file, known = filled
    copy_database(file, Path(str(engine.url.database)))
    return known


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_without_a_run_it_says_what_to_do(open_page: Open, lang: str) -> None:
    app = open_page("accuracy", lang=lang)
    assert not app.exception
    said = wording(lang)("No validation results yet. Start a run to see figures here.")
    assert said in texts(app)


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_every_view_is_drawn_and_all_its_numbers_can_be_taken_away(
    lamps: list[Known], open_page: Open, lang: str
) -> None:
    for view, files in VIEWS.items():
        app = open_page("accuracy", lang=lang, view=view)
        assert not app.exception, view
        assert wording(lang)("Downloads") in texts(app), view
        ids = [one.proto.id for one in app.get("download_button")]
        for name in files:
            assert any(id_.endswith(f"get_{name}") for id_ in ids), (view, name)
        assert len(ids) == len(files) or not files, view


def test_a_run_of_another_version_is_left_out_and_said_so(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    kept, gone = [run.id for run in validations(engine)][:2]
    with Session(engine) as session:
        run = session.get_one(Run, gone)
        run.spec = {**run.spec, "asks_in_rhyme": True}
        session.commit()
    app = open_page("accuracy", lang="en")
    assert not app.exception
    assert (
        "1 run from another version of the desk is excluded because this version cannot read it."
        in texts(app)
    )
    assert kept in [run.id for run in validations(engine)]
    assert gone not in [run.id for run in validations(engine)]


def test_every_trait_is_drawn(lamps: list[Known], open_page: Open) -> None:
    for by in ResultGrouping:
        app = open_page("accuracy", lang="en", by=by.value)
        assert not app.exception, by
        assert app.get("plotly_chart"), by


def test_the_headline_has_its_n_and_interval(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    rate = overall(engine, validations(engine), ReportScope()).rate
    app = open_page("accuracy", lang="en", view="rates")
    assert rate.value is not None
    assert rate.interval is not None
    assert f"<b>{100 * rate.value:.1f}%</b>" in texts(app)
    assert f"n = {rate.items} questions · 95% CI {100 * rate.interval[0]:.1f}" in texts(app)
    assert f"by passage ({rate.clusters})" in texts(app)


def test_few_results_are_said_to_be_few(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("accuracy", lang="en", view="rates")
    assert "Not enough data: a rate based on fewer than 25 questions is unreliable." in texts(app)
    assert "not enough data" in texts(app)


def test_an_unfinished_run_is_said_to_be_one_and_compares_nothing_it_has_not_judged(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    said = "Not finished: #4. Figures cover only the questions evaluated so far."
    assert said not in texts(open_page("accuracy", lang="en"))
    with Session(engine) as session:
        done = session.get_one(Run, 3)
        session.add(Run(**done.model_dump(exclude={"id", "status"}), status="paused"))
        session.commit()
    app = open_page("accuracy", lang="en", view="models")
    assert said in texts(app)
    base = next(one for one in app.selectbox if one.label == "Run to compare with the others")
    assert base.value == 3


def test_a_group_leads_to_its_cases_and_they_to_the_review(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    (multi, _single) = slices(engine, validations(engine), ReportScope(), ResultGrouping.TYPE)
    app = open_page("accuracy", lang="en", by="type")
    flagged = multi.rate.n - multi.rate.hits
    where = links(app)[f"flagged {flagged}"]
    assert "group=multi_choice" in where
    app = open_page(
        "accuracy", lang="en", by="type", group="multi_choice", outcome="failed", cases=1
    )
    assert f"{flagged} results" in texts(app)
    assert "Question type: Multiple choice" in texts(app)
    (first, *_rest) = [to for to in links(app).values() if "item=" in to]
    assert first.startswith("/review") or "review" in first
    assert "state=either" in first


def test_filters_of_the_address_count_only_what_they_name(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    runs = validations(engine)
    scope = ReportScope(model="model one", question_type="single_choice")
    rate = overall(engine, scope.of(runs), scope).rate
    address = {"model": "model one", "type": "single_choice", "view": "rates"}
    app = open_page("accuracy", lang="en", **address)
    assert f"n = {rate.items} · 95% CI" in texts(app)
    assert app.selectbox(key="address_model").value == "model one"


def test_the_slider_judges_again_and_stays_in_the_address(
    lamps: list[Known], open_page: Open
) -> None:
    app = open_page("accuracy", lang="en", view="calibration")
    app.slider(key="what_if").set_value(0.95).run()
    assert not app.exception
    assert app.query_params["at"] == "95"
    assert any("flips=95" in to for to in links(app).values())


def test_the_slider_starts_where_the_runs_were_judged(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    with Session(engine) as session:
        for run in session.exec(select(Run)).all():
            run.spec = {**run.spec, "similarity_threshold": 0.9}
        session.commit()
    app = open_page("accuracy", lang="en", view="calibration")
    assert app.slider(key="what_if").value == 0.9
    assert "These runs used a threshold of 0.90." in texts(app)
    app.slider(key="what_if").set_value(0.8).run()
    assert app.query_params["at"] == "80"
    assert app.slider(key="what_if").value == 0.8
    app.slider(key="what_if").set_value(0.9).run()
    assert "at" not in app.query_params


def test_what_if_says_precision_and_recall_at_the_chosen_threshold(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    runs = validations(engine)
    tried = what_if(engine, runs, ReportScope(), reviewed_results(engine, runs, ReportScope())).at(
        0.95
    )
    assert tried.precision.value is not None
    assert tried.recall is not None
    said = texts(open_page("accuracy", lang="en", view="calibration", at=95))
    for label, value in (("Precision", tried.precision.value), ("Recall", tried.recall.value)):
        assert f"<small>{label} at 0.95</small><b>{100 * value:.1f}%</b>" in said
    assert "The lines are flat." not in said


def test_what_if_says_that_nothing_can_change(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    with Session(engine) as session:
        for result in session.exec(select(Validation)).all():
            result.evidence_similarity = 1.0
            result.failure_reasons = ["answer_mismatch"] if result.failure_reasons else []
        session.commit()
    assert "The lines are flat." in texts(open_page("accuracy", lang="en", view="calibration"))


def test_recall_is_unknown_where_nobody_looked_at_what_passed(
    engine: Engine, open_page: Open
) -> None:
    from core.services.review import Action, decide

    run = fill(engine)
    from core.services.review import Queue, next_item

    item = next_item(engine, Queue(run))
    assert item is not None
    decide(engine, item, "王晓", Action.DROP, idempotency_key="one")
    app = open_page("accuracy", lang="en", view="calibration")
    assert (
        "No question that passed has been reviewed, so the number of missed faults and "
        "the recall are unknown"
    ) in texts(app)


def test_what_was_decided_against_the_validation_leads_to_just_that(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    rate = reviewed_results(engine, validations(engine), ReportScope()).overridden
    where = links(open_page("accuracy", lang="en", view="rates"))
    assert "decided=against" in where[f"{rate.hits} overridden by reviewers"]
    app = open_page("accuracy", lang="en", cases=1, decided="against")
    assert f"{rate.hits} results" in texts(app)
    app = open_page("accuracy", lang="en", cases=1, decided="any")
    assert f"{rate.n} results" in texts(app)


def test_precision_and_recall_lead_to_what_people_decided(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    counted = reviewed_results(engine, validations(engine), ReportScope())
    where = links(open_page("accuracy", lang="en", view="calibration"))
    assert "decided=any" in where[f"See {counted.flagged_reviewed} reviewed flags"]
    (faults,) = [label for label in where if label.endswith("faults found by reviewers")]
    app = open_page("accuracy", lang="en", cases=1, decided="bad")
    assert f"{faults.split()[1]} results" in texts(app)


def test_kept_questions_and_reviewers_are_a_click_away(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    one = costs(engine, validations(engine))[0]
    app = open_page("accuracy", lang="en", view="work")
    leads = [f"{link.label} {link.query_string}" for link in _page_links(app)]
    assert any(to.startswith(f"{one.kept} ") and "in_set=1" in to for to in leads)
    assert any("reviewer=Ann" in to for to in leads)
    assert (
        "Decisions in this period divided by the clock hours with at least one decision: "
        "twelve decisions within three minutes count as 12"
    ) in texts(app)
    app = open_page("accuracy", lang="en", run=one.run.id, in_set=1, cases=1)
    assert f"{one.kept} results" in texts(app)
    assert "accepted, all question types" in texts(app)


def _page_links(app: AppTest) -> list[Any]:
    return [element.proto for element in app.get("page_link")]


def test_reviews_of_one_run_and_pairs_of_opinions_are_drawn(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    fill(engine)  # a run of which nobody decided anything
    fresh = [one.item_id for one in lamps if one.decision is None]
    for item in fresh[:2]:
        decide(engine, item, "Li", Action.KEEP, idempotency_key=f"{item} first")
        ask_second(engine, item, "Li", idempotency_key=f"{item} ask")
        decide(engine, item, "Wang", Action.KEEP, idempotency_key=f"{item} second")
    app = open_page("accuracy", lang="en", view="calibration", set="all")
    assert not app.exception
    assert "3 of 4 runs" in texts(app)
    app = open_page("accuracy", lang="en", view="work")
    assert not app.exception
    assert "Cost per question kept" in texts(app)


def test_n_tells_questions_from_results(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    rate = overall(engine, validations(engine), ReportScope()).rate
    assert rate.n > rate.items
    said = f"{rate.n} results on n = {rate.items} questions · 95% CI "
    assert said in texts(open_page("accuracy", lang="en", view="rates"))


def test_a_run_without_a_price_says_so(lamps: list[Known], open_page: Open) -> None:
    app = open_page("accuracy", lang="en", view="work")
    assert "no cost" in texts(app)


def test_the_report_holds_figures_numbers_and_what_was_run(
    lamps: list[Known], open_page: Open
) -> None:
    app = open_page("accuracy", lang="en")
    app.button(key="make_report").click().run()
    assert not app.exception
    (saved,) = [
        one.proto for one in app.get("download_button") if one.proto.id.endswith("get_report")
    ]
    assert saved.label == "Download report (HTML)"


def test_a_csv_runs_nothing_in_a_spreadsheet(engine: Engine, lamps: list[Known]) -> None:
    found = slices(engine, validations(engine), ReportScope(), ResultGrouping.TYPE)
    made = rows_csv(rate_rows("type", [("=1+1", found[0])]))
    (row,) = csv.DictReader(io.StringIO(made.decode("utf-8-sig")))
    assert row["type"] == "'=1+1"
    assert float(row["share"]) == found[0].rate.value


def test_an_age_older_than_any_decision_is_said_to_be(lamps: list[Known], open_page: Open) -> None:
    app = open_page("accuracy", lang="en", view="work", back=99_999_999)
    assert not app.exception
    assert "No decisions before this date." in texts(app)
    assert "Earlier" not in links(open_page("accuracy", lang="en", view="work"))


def test_cases_that_cannot_be_told_are_not_others(lamps: list[Known], open_page: Open) -> None:
    for address, said in (
        ({"other": 2, "pair": "11"}, "A comparison needs two runs"),
        ({"run": 1, "other": 2}, "A comparison needs two runs"),
        ({"run": 1, "other": 2, "pair": "zz"}, "“pair”: “zz”"),
        ({"flips": 999}, "9.99 is not a valid similarity threshold (allowed:"),
        ({"by": "bogus", "group": "x"}, "“by”: “bogus”"),
        ({"outcome": "lost"}, "“outcome”: “lost”"),
        ({"decided": "maybe"}, "“decided”: “maybe”"),
        ({"said": "much"}, "“said”: “much”"),
        ({"day": "soon"}, "“soon” to “soon” is not a valid date range"),
        (
            {"day": "2026-03-02", "to": "2026-03-01"},
            "Write dates as 2026-01-31, or go back and choose again",
        ),
        ({"tried": 30}, "0.30 is not a valid similarity threshold (allowed:"),
    ):
        app = open_page("accuracy", lang="en", cases=1, **address)
        shown = unescape(texts(app))
        assert not app.exception, address
        assert said in shown, address
        assert "Back to the figures" in links(app), address
        assert not any("item=" in to for to in links(app).values()), address


def test_an_address_that_cannot_be_honoured_says_so_and_shows_no_numbers(
    lamps: list[Known], open_page: Open
) -> None:
    for address, said in (
        ({"run": 999}, "Run 999 does not exist."),
        ({"run": "abc"}, "Run abc does not exist."),
        ({"type": "foo"}, "Question type foo does not exist."),
        ({"model": "zzz"}, "Model zzz does not exist."),
        ({"set": 77}, "Question set 77 does not exist."),
        ({"view": "x"}, "The address has an unknown view: “x”."),
        ({"cases": 1, "flips": "x"}, "The address has an unknown flips: “x”."),
    ):
        app = open_page("accuracy", lang="en", **address)
        assert not app.exception, address
        assert said in texts(app), address
        assert not app.get("plotly_chart"), address
        assert "pass rate" not in texts(app), address


def test_an_address_of_nonsense_still_opens(lamps: list[Known], open_page: Open) -> None:
    for address in ({"by": "nothing"}, {"view": "x"}, {"run": 999}, {"flips": 7}):
        for more in ({}, {"cases": 1, "group": "x", "pair": "zz", "other": 5}):
            assert not open_page("accuracy", lang="en", **address, **more).exception, address


def test_of_two_sets_with_one_title_the_chosen_one_is_counted(
    engine: Engine, open_page: Open
) -> None:
    fill_accuracy(engine, seed=3)
    fill_accuracy(engine, seed=4)
    sets = sorted({run.set_id for run in validations(engine)})
    assert len({run.set_title for run in validations(engine)}) == 1
    for set_id in sets:
        app = open_page("accuracy", lang="en", set=str(set_id))
        app.button(key="make_report").click().run()
        assert "".join(app.query_params["set"]) == str(set_id)
        assert app.get("download_button")[0].label == "Download report (HTML)"
    newest, other = sorted(sets, reverse=True)
    app = open_page("accuracy", lang="en", set=str(newest))
    assert "<b>Lamp: pass rate" in texts(app)
    assert f"set={other}" in links(app)["Lamp \\(2\\)"]
    assert "<b>Lamp (2): pass rate" in texts(open_page("accuracy", lang="en", set=str(other)))


def test_a_baseline_after_a_model_is_not_said_to_have_no_result(
    engine: Engine, open_page: Open
) -> None:
    fill_accuracy(engine, 20, "ranked", ("model one", "model two", LEXICAL.name))
    fill_accuracy(engine, 20, "newest", ("model one",))
    with Session(engine) as session:
        for run in session.exec(select(Run)):
            if run.spec["model"] == LEXICAL.name:
                run.spec = {**run.spec, "connection": LEXICAL.name}
                session.add(run)
        session.commit()
    other = links(open_page("accuracy", lang="en"))
    assert "Lamp \\(2\\)" in other
    assert not [label for label in other if "no usable result" in label]


def test_a_difference_of_nothing_has_no_sign() -> None:
    assert [points(share) for share in (0.0, -0.0, 0.0004, -0.0004, 0.035, -0.1)] == [
        *["0.0"] * 4,
        "+3.5",
        "−10.0",
    ]


def test_before_anything_is_judged_it_says_so(engine: Engine, open_page: Open) -> None:
    run = fill(engine, title="waiting")
    with Session(engine) as session:
        for item in session.exec(select(RunItem).where(RunItem.run_id == run)):
            item.outcome = "pending"
            session.add(item)
        session.commit()
    said = texts(open_page("accuracy", lang="en", run=str(run)))
    assert "No run of this set has judged a question yet." in said
    said = texts(open_page("accuracy", lang="en", run=str(run), view="rates"))
    assert "Nothing in this selection has been judged yet." in said


def test_it_opens_with_one_sentence_for_the_newest_own_run(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    base, *_others = validations(engine)
    shown = set_overview(engine, validations(engine))
    assert shown.newest is not None
    assert (shown.newest.run.id, shown.before.run.model) == (base.id, base.model)
    rate = shown.newest.rate
    app = open_page("accuracy", lang="en")
    said = texts(app)
    assert f"{base.set_title}: pass rate {100 * rate.value:.1f}%" in said
    assert f"n = {rate.items}." in said
    assert "paired p" in said
    assert f"Intervals are clustered by passage ({rate.clusters})." in said
    reasons = slices(
        engine, [base], ReportScope(set_id=base.set_id, run_id=base.id), ResultGrouping.REASON
    )
    where = links(app)
    assert all(
        f"run={base.id}" in where[f"{one.rate.hits}"] and "cases=1" in where[f"{one.rate.hits}"]
        for one in reasons
    )
    assert f"Models on the same {shown.shared} questions" in said
    assert "Reference" in said
    assert "通过率" in texts(open_page("accuracy", lang="zh_CN"))


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_difference_has_the_same_sign_in_the_overview_and_where_runs_are_compared(
    engine: Engine, lamps: list[Known], open_page: Open, lang: str
) -> None:
    runs = validations(engine)
    overview = set_overview(engine, runs)
    assert overview.newest is not None
    base = overview.newest.run
    (ranked,) = [row for row in overview.ranking if row.difference]
    compared = next(
        row for row in compare_runs(engine, base, runs) if row.other.id == ranked.run.id
    )
    assert ranked.difference is not None
    assert compared.difference is not None
    assert ranked.difference.difference * compared.difference.difference > 0
    _ = wording(lang)
    said = texts(open_page("accuracy", lang=lang))
    assert _("difference: the model's run minus #{base}").format(base=base.id) in unescape(said)
    labels = {name.replace("\\", "") for name in links(open_page("accuracy", lang=lang))}
    assert points(ranked.difference.difference) in labels
    app = open_page("accuracy", lang=lang, view="models", base=base.id)
    assert points(compared.difference.difference) in texts(app)
    assert _("Other run / #{base}, and the difference").format(base=base.id) in texts(app)


def test_a_ranked_rate_leads_to_the_questions_it_is_about(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    overview = set_overview(engine, validations(engine))
    ranked = next(row for row in overview.ranking if row.difference)
    assert overview.newest is not None
    by_label = links(open_page("accuracy", lang="en"))
    where = by_label[f"{100 * (ranked.rate.value or 0):.1f}%".replace(".", "\\.")]
    address = dict(parse_qsl(where.partition("?")[2]))
    assert address["shared"] == str(overview.newest.run.id)
    for outcome, n in (
        ("passed", ranked.rate.hits),
        ("failed", ranked.rate.n - ranked.rate.hits),
    ):
        said = texts(open_page("accuracy", **{**address, "lang": "en", "outcome": outcome}))
        assert f"{n} results" in said
        assert "questions that all ranked models judged" in said
    every = texts(open_page("accuracy", lang="en", run=ranked.run.id, cases=1, outcome="passed"))
    assert f"{ranked.rate.hits} results" not in every


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_no_bracket_stands_in_or_at_another(
    engine: Engine, lamps: list[Known], open_page: Open, lang: str
) -> None:
    with Session(engine) as session:
        for run in session.exec(select(Run)):
            run.spec = {**run.spec, "connection": "lexical", "model": "lexical"}
        session.commit()
    _ = wording(lang)
    said = texts(open_page("accuracy", lang=lang))
    assert _("offline baseline (no model)") in said
    lead = next(line for line in said.splitlines() if "desk-lead" in line)
    assert not re.search(r"[)）]\s*[(（]|[(（][^)）]*[(（]", lead)


def test_the_sample_is_in_no_number_until_it_is_chosen(
    engine: Engine, lamps: list[Known], open_page: Open
) -> None:
    with Session(engine) as session:
        for question_set in session.exec(select(QuestionSet)).all():
            question_set.is_sample = True
        session.commit()
    (set_id,) = {run.set_id for run in validations(engine)}
    app = open_page("accuracy", lang="en")
    assert "None of your own runs has a result yet." in texts(app)
    assert "pass rate" not in texts(app)
    assert f"set={set_id}" in next(to for name, to in links(app).items() if "sample" in name)
    assert "pass rate" in texts(open_page("accuracy", lang="en", set=set_id))


def test_sets_are_not_pooled_and_recordings_are_not_ranked(engine: Engine, open_page: Open) -> None:
    fill_accuracy(engine, seed=3)
    fill_accuracy(engine, seed=4)
    older, newer = sorted({run.set_id for run in validations(engine)})
    app = open_page("accuracy", lang="en")
    assert "Other sets" in texts(app)
    assert app.selectbox(key="address_set").value == newer
    with Session(engine) as session:
        run = session.exec(select(Run).where(Run.set_id == older)).first()
        assert run is not None
        run.spec = {**run.spec, "connection": "recorded", "recording_id": 1}
        session.commit()
    runs = [run for run in validations(engine) if run.set_id == older]
    assert [run.is_model for run in runs].count(False) == 1
    assert all(row.run.is_model for row in set_overview(engine, runs).ranking)

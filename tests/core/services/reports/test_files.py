"""A CSV has the numbers of the page, and the filters they were counted with."""

import pytest
from sqlalchemy import Engine

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
)
from core.services.reports.files import (
    cost_rows,
    figure_file_name,
    headline_rows,
    pair_rows,
    ranking_rows,
    rate_rows,
    reason_rows,
    with_filter_columns,
)
from tests.core.services.reports.accuracy_data import Known

Desk = tuple[Engine, list[Known]]


def test_every_reason_says_how_many_were_not_judged(desk: Desk) -> None:
    engine, known = desk
    apart = sum(entry.outcome == "infrastructure" for entry in known)
    groups = slices(engine, validations(engine), ReportScope(), ResultGrouping.REASON)
    rows = rate_rows("reason", [(entry.group, entry) for entry in groups])
    assert apart
    assert {row["not_judged"] for row in rows} == {apart}
    assert {row["error_share"] for row in rows} == {apart / len(known)}


def test_the_headline_is_there_with_n_and_interval(desk: Desk) -> None:
    engine, _known = desk
    runs = validations(engine)
    total, counted = (
        overall(engine, runs, ReportScope()),
        reviewed_results(engine, runs, ReportScope()),
    )
    rows = {row["what"]: row for row in headline_rows(total, counted)}
    assert rows["passed"]["share"] == total.rate.value
    assert rows["passed"]["n"] == total.rate.items
    assert rows["decided_against"]["hits"] == counted.overridden.hits
    assert counted.recall is not None
    low, high = counted.recall.interval
    assert (rows["recall"]["interval_low"], rows["recall"]["interval_high"]) == (low, high)
    by_reason = {row["reason"]: row for row in reason_rows(counted)}
    for group in counted.by_reason():
        assert by_reason[group.reason]["precision_share"] == group.precision.value
        assert by_reason[group.reason]["precision_n"] == group.precision.n


def test_a_row_says_what_was_chosen(desk: Desk) -> None:
    engine, _known = desk
    runs = validations(engine)
    chosen = ReportScope(runs[0].set_id, "model two", runs[0].id, "single_choice")
    for row in with_filter_columns(cost_rows(costs(engine, runs)), runs, chosen):
        assert row["of_question_set"] == "Lamp"
        assert (row["of_model"], row["of_run"]) == ("model two", runs[0].id)
        assert row["of_question_type"] == "single_choice"


def test_a_name_says_what_it_is_of_and_when() -> None:
    day = "2026-01-31"
    assert figure_file_name("reasons", ReportScope(), day) == "accuracy_reasons_all_2026-01-31.csv"
    chosen = ReportScope(1, "org/model:7b", 2, "single_choice")
    assert figure_file_name("costs", chosen, day) == (
        "accuracy_costs_set-1_run-2_type-single_choice_org-model-7b_2026-01-31.csv"
    )


def test_a_difference_of_two_runs_has_one_sign_wherever_it_is_written(desk: Desk) -> None:
    engine, _known = desk
    runs = validations(engine)
    overview = set_overview(engine, runs)
    assert overview.newest is not None
    reference = overview.newest.run
    paired = {row.other.id: row for row in compare_runs(engine, reference, runs)}
    ranked = {row["run"]: row for row in ranking_rows(overview.ranking)}
    assert len(ranked) > 1
    assert ranked[reference.id]["difference"] is None
    for run_id, row in ranked.items():
        if run_id == reference.id:
            continue
        assert row["difference_is"] == f"run {run_id} minus run {reference.id}"
        (written,) = pair_rows("reference", [("other", paired[run_id])])
        assert written["difference_is"] == "other minus run"
        assert row["difference"] * written["difference"] > 0
        ahead = written["only_other"] - written["only_run"]
        assert written["difference"] * written["n"] == pytest.approx(ahead)

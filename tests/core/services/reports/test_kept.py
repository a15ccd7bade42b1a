"""Kept questions and costs in a report agree with the cleaned set."""

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports import (
    CaseSelection,
    ReportScope,
    cases,
    costs,
    reviewed_results,
    validations,
)
from core.services.results import IN_A_SET, take_snapshot
from core.services.review import Action, Correction, ask_second, correct, decide
from db.tables import QuestionRevision, Revalidation, Run, RunItem
from tests.core.services.reports.accuracy_data import Known

Desk = tuple[Engine, list[Known]]


@pytest.fixture(scope="module")
def waiting(desk: Desk) -> tuple[Engine, list[int]]:
    """Return the ids of two passed items: one waits for a second opinion, one is in dispute.

    Also store a revalidated correction, and a kept question that was never judged.
    """
    engine, known = desk
    fresh = list(
        {result.question_id: result for result in known if result.decision is None}.values()
    )
    passed = [result.item_id for result in fresh if result.outcome == "passed"][:2]
    (flagged, *_) = [result.item_id for result in fresh if result.outcome == "failed"]
    (unjudged, *_) = [result.item_id for result in fresh if result.outcome == "infrastructure"]
    for item in passed:
        decide(engine, item, "Li", Action.DROP, idempotency_key=f"{item} drop")
        ask_second(engine, item, "Li", idempotency_key=f"{item} second")
    decide(engine, passed[1], "Wang", Action.KEEP, idempotency_key="differs")
    decide(engine, unjudged, "Li", Action.KEEP, idempotency_key="unjudged")
    better = Correction("Where?", "single_choice", {"a": "river", "b": "hall"}, ["a"], None)
    event = correct(engine, flagged, "Li", better, idempotency_key="better")
    with Session(engine) as session:
        revision = session.get_one(QuestionRevision, event.revision_id)
        again = Revalidation(revision_id=revision.id or 0, reviewer_id=revision.reviewer_id)
        again.outcome, again.tokens, again.cost = "passed", 300, 0.25
        session.add(again)
        item = session.get_one(RunItem, flagged)
        run = session.get_one(Run, item.run_id)
        run.spec = {**run.spec, "price": {"prompt": 1, "completion": 2}}
        run.cost, run.tokens = 1.5, 4000
        session.commit()
    return engine, passed


def test_kept_questions_are_those_of_the_cleaned_sets(waiting: tuple[Engine, list[int]]) -> None:
    engine, _passed = waiting
    for run_cost in costs(engine, validations(engine)):
        ruled = take_snapshot(engine, run_cost.run.id)
        kept_items = {row.item_id for row in ruled.rows if row.status in IN_A_SET}
        scope = ReportScope(run_id=run_cost.run.id, question_type="single_choice")
        page = cases(engine, [run_cost.run], scope, CaseSelection(in_cleaned_set=True), size=500)
        assert {line.item_id for line in page.lines} == kept_items
        assert run_cost.kept == page.total == len(kept_items)


def test_what_waits_for_another_opinion_is_not_decided(waiting: tuple[Engine, list[int]]) -> None:
    engine, passed = waiting
    runs = validations(engine)
    page = cases(engine, runs, ReportScope(), CaseSelection(decided="any"), size=500)
    assert not {line.item_id for line in page.lines} & set(passed)
    counted = reviewed_results(engine, runs, ReportScope())
    everything = cases(
        engine, runs, ReportScope(), CaseSelection(outcome="infrastructure", decided="any")
    )
    assert page.total == counted.overridden.n + everything.total


def test_asking_corrected_questions_again_is_part_of_the_cost(
    waiting: tuple[Engine, list[int]],
) -> None:
    engine, _passed = waiting
    run_costs = costs(engine, validations(engine))
    (paid,) = [run_cost for run_cost in run_costs if run_cost.spent]
    assert paid.cost == pytest.approx(1.5 + 0.25)
    assert paid.each == pytest.approx(1.75 / paid.kept)
    assert {run_cost.cost for run_cost in run_costs if run_cost is not paid} == {None}

"""The cases behind a number are exactly those it counts: reviews and trial thresholds."""

from datetime import date

import pytest
from sqlalchemy import Engine

from core.services.reports import (
    STEPS,
    CaseSelection,
    ReportScope,
    cases,
    reviewed_results,
    scope_agreement,
    throughput,
    validations,
    what_if,
)
from core.services.review import OpinionFilter
from tests.core.services.reports.accuracy_data import Known

Desk = tuple[Engine, list[Known]]


def test_a_day_of_a_reviewer_has_all_their_decisions_of_that_day(desk: Desk) -> None:
    engine, _known = desk
    runs, work = validations(engine), throughput(engine)
    assert work is not None
    for reviewer, days in work.by_day.items():
        for day, n in days.items():
            on = date.fromisoformat(day)
            page = cases(
                engine,
                runs,
                ReportScope(),
                CaseSelection(reviewer=reviewer, days=(on, on)),
                size=500,
            )
            assert page.decisions == n
            assert 0 < page.total == len(page.lines) <= n
    first, last = (date.fromisoformat(work.days[at]) for at in (0, -1))
    assert (
        cases(engine, runs, ReportScope(), CaseSelection(days=(first, last))).decisions
        == work.total
    )
    assert sum(work.of_days.values()) == work.total


@pytest.mark.parametrize("at", [STEPS[0], 0.7, 0.85, 0.95, STEPS[-1]])
def test_what_a_threshold_would_pass_and_flag_is_listed(desk: Desk, at: float) -> None:
    engine, _known = desk
    runs = validations(engine)
    trials = what_if(engine, runs, ReportScope(), reviewed_results(engine, runs, ReportScope()))
    tried = trials.at(at)

    def listed(outcome: str, decided: str = "") -> int:
        selection = CaseSelection(tried_at=at, outcome=outcome, decided=decided)
        return cases(engine, runs, ReportScope(), selection, what_if=trials).total

    assert listed("passed") == tried.rate.hits
    assert listed("failed") == tried.rate.n - tried.rate.hits
    assert listed("failed", "any") == tried.precision.n
    assert listed("failed", "bad") == tried.precision.hits


def test_opinions_that_stand_are_listed(desk: Desk) -> None:
    engine, _known = desk
    runs = validations(engine)
    for rate in scope_agreement(engine, runs, ReportScope()).reviewers:
        selection = CaseSelection(said=OpinionFilter.GIVEN, reviewer=rate.reviewer)
        listed = cases(engine, runs, ReportScope(), selection, size=500).lines
        assert len({line.line for line in listed}) == rate.items, "questions, in whichever run"
        settled = CaseSelection(said=OpinionFilter.SETTLED, reviewer=rate.reviewer)
        listed = cases(engine, runs, ReportScope(), settled, size=500).lines
        assert len({line.line for line in listed}) == rate.rate.n

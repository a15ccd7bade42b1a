"""Every number counted in SQL equals the one counted in Python, on SQLite and PostgreSQL."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports import (
    CaseSelection,
    ReportedRun,
    ReportScope,
    ResultGrouping,
    ReviewedResults,
    Slice,
    WhatIf,
    cases,
    clusters_of,
    compare_runs,
    overall,
    reviewed_results,
    slices,
    throughput,
    validations,
    what_if,
)
from core.services.reports.files import threshold_rows
from core.services.results.novel_divisions import books_of
from core.stats import ClusteredRate, ClusterUnit
from db.engine import make_engine, migrate
from db.queries import accuracy as queries
from tests.core.services.reports.accuracy_data import DAY, Known

pytestmark = pytest.mark.long_on_postgres

BAD = ("fix", "drop")


def _rate(
    results: Sequence[Known], number: Callable[[int], int] = lambda question_id: question_id
) -> ClusteredRate:
    """Pass rate over judged results; `number` gives a question's cluster."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for result in results:
        counts[number(result.question_id)][0] += result.outcome == "passed"
        counts[number(result.question_id)][1] += result.outcome != "infrastructure"
    return ClusteredRate.from_counts((hits, n) for hits, n in counts.values())


def _same(
    found: Slice,
    results: Sequence[Known],
    number: Callable[[int], int] = lambda question_id: question_id,
) -> None:
    expected = _rate(results, number)
    assert (found.rate.hits, found.rate.n, found.rate.clusters) == (
        expected.hits,
        expected.n,
        expected.clusters,
    )
    judged = {result.question_id for result in results if result.outcome != "infrastructure"}
    assert found.rate.items == len(judged)
    assert found.rate.interval == pytest.approx(expected.interval)
    assert found.infrastructure == sum(result.outcome == "infrastructure" for result in results)


def test_the_headline_counts_every_judged_result(desk: tuple[Engine, list[Known]]) -> None:
    engine, known = desk
    runs = validations(engine)
    number = clusters_of(engine, runs).number
    found = overall(engine, runs, ReportScope())
    _same(found, known, number)
    assert found.rate.unit is ClusterUnit.PASSAGE
    assert found.rate.clusters < found.rate.items < found.rate.n


def test_a_scope_leaves_out_what_was_not_chosen(desk: tuple[Engine, list[Known]]) -> None:
    engine, known = desk
    runs = validations(engine)
    scope = ReportScope(model="model two", question_type="multi_choice")
    chosen = [run.id for run in scope.of(runs)]
    assert len(chosen) == 2
    _same(
        overall(engine, scope.of(runs), scope),
        [k for k in known if k.run_id in chosen and k.question_type == "multi_choice"],
        clusters_of(engine, scope.of(runs)).number,
    )


def _number(
    engine: Engine, runs: Sequence[ReportedRun], by: ResultGrouping
) -> Callable[[int], int]:
    """Grouped by place each question is its own cluster; else they are clustered by place."""
    if by in (ResultGrouping.TENTH, ResultGrouping.CHAPTER):
        return lambda question_id: question_id
    return clusters_of(engine, runs).number


def _middle(one: Known) -> int:
    return ((one.start or 0) + (one.start or 0) + 4) // 2


def _groups(
    engine: Engine, runs: Sequence[ReportedRun]
) -> dict[ResultGrouping, Callable[[Known], str]]:
    (book,) = books_of(engine, runs).values()
    models = {run.id: run.model for run in runs}

    def part(cuts: Sequence[int]) -> Callable[[Known], str]:
        return lambda result: (
            "" if result.start is None else str(sum(c <= _middle(result) for c in cuts))
        )

    return {
        ResultGrouping.TYPE: lambda result: result.question_type,
        ResultGrouping.DAY: lambda result: f"{result.finished_at:%Y-%m-%d}",
        ResultGrouping.MODEL: lambda result: models[result.run_id],
        ResultGrouping.RUN: lambda result: str(result.run_id),
        ResultGrouping.TENTH: part(book.tenths),
        ResultGrouping.CHAPTER: part(book.chapters),
    }


@pytest.mark.parametrize(
    "by",
    [
        ResultGrouping.TYPE,
        ResultGrouping.DAY,
        ResultGrouping.MODEL,
        ResultGrouping.RUN,
        ResultGrouping.TENTH,
        ResultGrouping.CHAPTER,
    ],
)
def test_slices_and_their_cases_are_what_python_makes_of_them(
    desk: tuple[Engine, list[Known]], by: ResultGrouping
) -> None:
    engine, known = desk
    runs = validations(engine)
    group = _groups(engine, runs)[by]
    expected: defaultdict[str, list[Known]] = defaultdict(list)
    for result in known:
        expected[group(result)].append(result)
    found = slices(engine, runs, ReportScope(), by)
    assert len(found) > 1
    assert {result.group for result in found} == set(expected)
    for result in found:
        _same(result, expected[result.group], _number(engine, runs, by))
        page = cases(
            engine, runs, ReportScope(), CaseSelection(by, result.group, "failed"), size=500
        )
        flagged = {k.item_id for k in expected[result.group] if k.outcome == "failed"}
        assert {line.item_id for line in page.lines} == flagged
        assert page.total == len(flagged)


@pytest.mark.parametrize(
    "by", [ResultGrouping.TYPE, ResultGrouping.DAY, ResultGrouping.TENTH, ResultGrouping.CHAPTER]
)
def test_slices_of_one_run_are_counted_alike(
    desk: tuple[Engine, list[Known]], by: ResultGrouping
) -> None:
    engine, known = desk
    runs = validations(engine)
    scope = ReportScope(run_id=runs[0].id)
    group = _groups(engine, runs)[by]
    for result in slices(engine, scope.of(runs), scope, by):
        chosen = [k for k in known if k.run_id == runs[0].id and group(k) == result.group]
        _same(result, chosen, _number(engine, runs[:1], by))


def test_chapters_carry_their_headings(desk: tuple[Engine, list[Known]]) -> None:
    engine, _known = desk
    found = slices(engine, validations(engine), ReportScope(), ResultGrouping.CHAPTER)
    named = [result.name for result in found if result.group]
    assert named == [f"Chapter {n}" for n in range(1, 1 + len(named))]


def test_reasons_are_shares_of_what_was_judged(desk: tuple[Engine, list[Known]]) -> None:
    engine, known = desk
    found = slices(engine, validations(engine), ReportScope(), ResultGrouping.REASON)
    counted = Counter(reason for result in known for reason in result.reasons)
    judged = [result for result in known if result.outcome != "infrastructure"]
    assert {result.group: result.rate.hits for result in found} == counted
    assert {result.rate.n for result in found} == {len(judged)}
    for result in found:
        page = cases(
            engine,
            validations(engine),
            ReportScope(),
            CaseSelection(ResultGrouping.REASON, result.group),
            size=500,
        )
        assert page.total == counted[result.group] == len(page.lines)


def test_pairs_are_questions_that_both_runs_judged(desk: tuple[Engine, list[Known]]) -> None:
    engine, known = desk
    runs = validations(engine)
    base = runs[0]
    by_run: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for result in known:
        if result.outcome != "infrastructure":
            by_run[result.run_id][result.question_id] = result.outcome
    found = compare_runs(engine, base, runs)
    assert [row.other.id for row in found] == [run.id for run in runs[1:]]
    for row in found:
        ours, theirs = by_run[base.id], by_run[row.other.id]
        counts = Counter((ours[q] == "passed", theirs[q] == "passed") for q in ours.keys() & theirs)
        assert (row.both, row.only_base, row.only_other, row.neither) == tuple(
            counts[pair] for pair in ((True, True), (True, False), (False, True), (False, False))
        )
        assert row.difference is not None
        assert row.difference.difference == pytest.approx(
            (row.only_other - row.only_base) / counts.total()
        )
        scope = ReportScope(run_id=base.id)
        selection = CaseSelection(other=row.other.id, pair=(True, False))
        assert cases(engine, scope.of(runs), scope, selection).total == row.only_base


def test_decisions_are_the_latest_that_nobody_took_back(
    desk: tuple[Engine, list[Known]],
) -> None:
    engine, known = desk
    counted = reviewed_results(engine, validations(engine), ReportScope())
    judged = [result for result in known if result.outcome != "infrastructure"]
    for passed in (True, False):
        side = [result for result in judged if (result.outcome == "passed") is passed]
        for action in ("keep", "fix", "drop", None):
            expected = sum(result.decision == action for result in side)
            assert counted.count(passed=passed, actions=[action]) == expected
    against = sum(
        (result.outcome == "passed" and result.decision in BAD)
        or (result.outcome == "failed" and result.decision == "keep")
        for result in judged
    )
    assert counted.overridden.hits == against
    assert counted.overridden.n == sum(result.decision is not None for result in judged)
    page = cases(
        engine, validations(engine), ReportScope(), CaseSelection(outcome="passed", decided="bad")
    )
    assert page.total == counted.passes_overridden.hits


def test_calibration_of_each_reason(desk: tuple[Engine, list[Known]]) -> None:
    engine, known = desk
    for result in reviewed_results(engine, validations(engine), ReportScope()).by_reason():
        flagged = [k for k in known if result.reason in k.reasons]
        decided = [k for k in flagged if k.decision]
        assert result.flagged == len(flagged)
        assert result.precision.n == len(decided)
        assert result.precision.hits == sum(k.decision in BAD for k in decided)
        assert result.recall is not None


def test_the_review_of_one_run_says_nothing_of_another(
    desk: tuple[Engine, list[Known]],
) -> None:
    engine, _known = desk
    runs = validations(engine)
    counted = reviewed_results(engine, runs, ReportScope())
    first = runs[0].id
    unseen = [
        replace(result, action=None) if result.run_id != first else result
        for result in counted.counts
    ]
    partly = ReviewedResults(unseen)
    alone = counted.by_run[first]
    assert partly.recall == alone.recall
    assert [(result.reason, result.recall) for result in partly.by_reason()] == [
        (result.reason, result.recall) for result in alone.by_reason()
    ]
    scope = ReportScope(run_id=first)
    alone_trials = what_if(engine, scope.of(runs), scope, alone)
    near = [
        replace(result, action=None)
        for result in what_if(engine, runs, ReportScope(), counted).near
    ]
    both = WhatIf(
        partly, [*(result for result in near if result.run_id != first), *alone_trials.near], None
    )
    for threshold in (0.6, 0.8, 0.95):
        assert both.at(threshold).recall == alone_trials.at(threshold).recall


def _passes(one: Known, threshold: float) -> bool:
    if one.outcome == "passed":
        return one.similarity >= threshold
    only = one.reasons == ("evidence_reworded",)
    return only and not one.content_changed and one.similarity >= threshold


@pytest.mark.parametrize("threshold", [0.6, 0.65, 0.7, 0.8, 0.85, 0.9, 1.0])
def test_another_threshold_judges_stored_results_as_the_rule_does(
    desk: tuple[Engine, list[Known]], threshold: float
) -> None:
    engine, known = desk
    runs = validations(engine)
    trials = what_if(engine, runs, ReportScope(), reviewed_results(engine, runs, ReportScope()))
    tried = trials.at(threshold)
    judged = [result for result in known if result.outcome != "infrastructure"]
    assert (tried.rate.hits, tried.rate.n) == (
        sum(_passes(result, threshold) for result in judged),
        len(judged),
    )
    newly = {
        result.item_id
        for result in judged
        if result.outcome == "failed" and _passes(result, threshold)
    }
    lost = {
        result.item_id
        for result in judged
        if result.outcome == "passed" and not _passes(result, threshold)
    }
    assert (tried.newly_passed, tried.newly_flagged) == (len(newly), len(lost))
    for outcome, expected in (("failed", newly), ("passed", lost)):
        page = cases(
            engine,
            runs,
            ReportScope(),
            CaseSelection(outcome=outcome, flips_at=threshold),
            what_if=trials,
            size=500,
        )
        assert {line.item_id for line in page.lines} == expected
        assert page.total == len(expected)
    decided = [result for result in judged if result.decision and not _passes(result, threshold)]
    assert tried.precision.n == len(decided)
    assert tried.precision.hits == sum(result.decision in BAD for result in decided)


@pytest.mark.parametrize("threshold", [0.6, 0.79, 0.8, 0.9, 1.0])
@pytest.mark.parametrize("one_run", [False, True])
def test_another_threshold_has_the_interval_of_its_own_results(
    desk: tuple[Engine, list[Known]], threshold: float, one_run: bool
) -> None:
    engine, known = desk
    every = validations(engine)
    scope = ReportScope(run_id=every[0].id if one_run else None)
    runs = scope.of(every)
    found = what_if(engine, runs, scope, reviewed_results(engine, runs, scope)).at(threshold).rate
    chosen, number = {run.id for run in runs}, clusters_of(engine, runs).number
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for result in known:
        if result.run_id in chosen and result.outcome != "infrastructure":
            counts[number(result.question_id)][0] += _passes(result, threshold)
            counts[number(result.question_id)][1] += 1
    expected = ClusteredRate.from_counts((hits, n) for hits, n in counts.values())
    assert found.clusters == expected.clusters
    assert found.interval == pytest.approx(expected.interval)


def test_where_a_threshold_changes_nothing_the_headline_stands(
    desk: tuple[Engine, list[Known]],
) -> None:
    engine, _known = desk
    runs = validations(engine)
    found = WhatIf(
        reviewed_results(engine, runs, ReportScope()),
        [],
        _results(engine, runs),
        clusters=clusters_of(engine, runs),
    )
    headline = overall(engine, runs, ReportScope()).rate
    (row, *_) = threshold_rows([found.at(0.8)])
    assert found.at(0.8).rate == headline
    assert (row["n"], row["interval_low"], row["interval_high"]) == (
        headline.items,
        *(headline.interval or ()),
    )


def _results(engine: Engine, runs: Sequence[ReportedRun]) -> dict[int, tuple[int, int]]:
    with Session(engine) as session:
        return queries.by_question(session, queries.within([run.id for run in runs]))


def test_what_was_altered_is_flagged_at_every_threshold(
    desk: tuple[Engine, list[Known]],
) -> None:
    engine, known = desk
    runs = validations(engine)
    trials = what_if(engine, runs, ReportScope(), reviewed_results(engine, runs, ReportScope()))
    altered = {
        result.item_id for result in known if result.content_changed or len(result.reasons) > 1
    }
    assert not altered & set(trials.items_newly_passed(0.6))


def test_throughput_counts_each_decision_once(desk: tuple[Engine, list[Known]]) -> None:
    engine, _known = desk
    found = throughput(engine)
    assert found is not None
    assert len(found.days) == 14
    by_day = [sum(of_day.values()) for of_day in found.by_day.values()]
    assert sum(by_day) == found.total == sum(pace.decisions for pace in found.paces)
    assert found.days[-1] > f"{DAY:%Y-%m-%d}"


@pytest.mark.parametrize("back", [1, 99_999_999, 2**31 - 1])
def test_no_window_is_older_than_the_first_decision(
    desk: tuple[Engine, list[Known]], back: int
) -> None:
    engine, _known = desk
    found = throughput(engine, back)
    assert found is not None
    assert (found.windows, list(found.days), found.total) == (1, [], 0)


def test_a_desk_without_decisions_has_no_throughput(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    assert throughput(make_engine(url)) is None

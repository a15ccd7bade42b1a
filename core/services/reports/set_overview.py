"""Overview of a question set: its newest result, its trend over runs, and a ranking of models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.pairs import Passed, difference_of
from core.services.reports.scope import ReportedRun
from core.services.results.question_clusters import QuestionClusters, clusters_of
from core.stats import ClusteredRate, PairedDifference, holm
from db.queries import accuracy as queries

MOST_POINTS, MOST_MODELS = 12, 10
"""Maximum numbers of runs in a trend and of models in a ranking, newest first."""
LEAST_SHARE = 0.5
"""Least share of the reference's number of questions that a ranked run must have judged: with
fewer, too few questions would be shared by all.
"""


@dataclass(frozen=True, slots=True)
class RatedRun:
    """A run with its pass rate over the questions it judged."""

    run: ReportedRun
    rate: ClusteredRate


@dataclass(frozen=True, slots=True)
class RankedModel:
    """A model's newest run in the ranking. `rate`: pass rate on the questions that all ranked runs
    judged. `difference`: minus the reference's rate, None for the reference itself. `p_value` is
    Holm-adjusted.
    """

    run: ReportedRun
    rate: ClusteredRate
    difference: PairedDifference | None = None
    p_value: float | None = None


@dataclass(frozen=True)
class SetOverview:
    """Trend and ranking of a question set.

    `trend`: the earlier runs of the chosen run's model, oldest first, and the chosen run last;
    empty if no run has judged anything. `change`: pass rate of the chosen run minus that of the run
    before it, on the questions both judged. `ranking`: best model first; empty if fewer than two
    models can be compared. `shared_questions`: ids of the questions that all ranked runs judged.
    """

    trend: Sequence[RatedRun]
    change: PairedDifference | None = None
    ranking: Sequence[RankedModel] = ()
    shared_questions: frozenset[int] = frozenset()

    @property
    def shared(self) -> int:
        return len(self.shared_questions)

    @property
    def newest(self) -> RatedRun | None:
        return self.trend[-1] if self.trend else None

    @property
    def before(self) -> RatedRun | None:
        return self.trend[-2] if len(self.trend) > 1 else None


def set_overview(
    engine: Engine,
    runs: Sequence[ReportedRun],
    run_id: int | None = None,
    question_type: str | None = None,
) -> SetOverview:
    """Build the overview of one set from its `runs`, newest first, all with the same wording rule.

    `run_id`: the chosen run; None for the newest that has judged anything, preferably a model's.
    """
    with Session(engine) as session:
        passed = queries.judged_in(session, [run.id for run in runs], question_type)
    judged = [run for run in runs if passed[run.id]]
    chosen = _chosen_run(judged, run_id)
    if chosen is None:
        return SetOverview(())
    clusters = clusters_of(engine, [chosen])
    earlier = [run for run in judged if run.id <= chosen.id and run.model == chosen.model]
    trend = [
        RatedRun(run, _rate(passed[run.id], clusters)) for run in reversed(earlier[:MOST_POINTS])
    ]
    change = None
    if len(trend) > 1:
        change = difference_of(passed[chosen.id], passed[trend[-2].run.id], clusters)
    ranking, shared = _ranking(judged, chosen, passed, clusters)
    return SetOverview(trend, change, ranking, shared)


def _chosen_run(judged: Sequence[ReportedRun], run_id: int | None) -> ReportedRun | None:
    if run_id is not None:
        return next((run for run in judged if run.id == run_id), None)
    models = [run for run in judged if run.is_model]
    return next(iter([*models, *judged]), None)


def _rate(passed: Passed, clusters: QuestionClusters) -> ClusteredRate:
    return clusters.rate((question_id, int(ok), 1) for question_id, ok in passed.items())


def _ranking(
    judged: Sequence[ReportedRun],
    reference: ReportedRun,
    passed: Mapping[int, Passed],
    clusters: QuestionClusters,
) -> tuple[Sequence[RankedModel], frozenset[int]]:
    """Rank the newest run of each model against the chosen run; return (ranking, shared questions).

    The chosen run is the reference, whatever its rate: a run chosen for having the best rate would
    be overestimated. Recordings and baselines are left out.
    """
    if not reference.is_model:
        return (), frozenset()
    min_judged = LEAST_SHARE * len(passed[reference.id])
    newest: dict[str, ReportedRun] = {reference.model: reference}
    for run in judged:
        if run.is_model and run.prompt == reference.prompt and len(passed[run.id]) >= min_judged:
            newest.setdefault(run.model, run)
    ranked = list(newest.values())[:MOST_MODELS]
    if len(ranked) < 2:
        return (), frozenset()
    shared = frozenset.intersection(*(frozenset(passed[run.id]) for run in ranked))
    if not shared:
        return (), frozenset()
    results = {run.id: {one: passed[run.id][one] for one in sorted(shared)} for run in ranked}
    differences = {
        run.id: difference_of(results[run.id], results[reference.id], clusters)
        for run in ranked
        if run is not reference
    }
    adjusted = iter(holm([one.p_value for one in differences.values() if one]))
    p_values = {run_id: next(adjusted) for run_id, one in differences.items() if one}
    rows = [
        RankedModel(
            run, _rate(results[run.id], clusters), differences.get(run.id), p_values.get(run.id)
        )
        for run in ranked
    ]
    return sorted(rows, key=lambda row: -(row.rate.value or 0.0)), shared

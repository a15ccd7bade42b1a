"""One question set at a glance: its newest result, how it came there, and models side by side."""

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
"""Runs of a trend and rows of a leaderboard, the newest."""
LEAST_SHARE = 0.5
"""Of the reference's questions a run must have judged to be compared: else few would be shared."""


@dataclass(frozen=True, slots=True)
class RatedRun:
    """A run with the rate of what it judged."""

    run: ReportedRun
    rate: ClusteredRate


@dataclass(frozen=True, slots=True)
class RankedModel:
    """A model's newest run, its rate on the questions that all ranked ones judged, and its
    difference to the reference: None for the reference itself. `p_value` is adjusted by Holm.
    """

    run: ReportedRun
    rate: ClusteredRate
    difference: PairedDifference | None = None
    p_value: float | None = None


@dataclass(frozen=True)
class SetOverview:
    """`trend` ends with the run looked at and holds the earlier ones of its model, oldest first;
    `change` is that run less the one before it, on the questions both judged. `ranking` has the
    best first and is empty where fewer than two models can be compared; `shared_questions` are
    the ids of its questions. No `trend`: no run has judged anything.
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
    """`runs` of one set, judged by one rule for words, newest first; `run_id` is the run to look
    at, else the newest that has judged anything, of a model where there is one.
    """
    with Session(engine) as session:
        passed = queries.judged_in(session, [run.id for run in runs], question_type)
    judged = [run for run in runs if passed[run.id]]
    shown = _shown(judged, run_id)
    if shown is None:
        return SetOverview(())
    clusters = clusters_of(engine, [shown])
    earlier = [run for run in judged if run.id <= shown.id and run.model == shown.model]
    trend = [
        RatedRun(run, _rate(passed[run.id], clusters)) for run in reversed(earlier[:MOST_POINTS])
    ]
    change = None
    if len(trend) > 1:
        change = difference_of(passed[shown.id], passed[trend[-2].run.id], clusters)
    ranking, shared = _ranking(judged, shown, passed, clusters)
    return SetOverview(trend, change, ranking, shared)


def _shown(judged: Sequence[ReportedRun], run_id: int | None) -> ReportedRun | None:
    if run_id is not None:
        return next((run for run in judged if run.id == run_id), None)
    models = [run for run in judged if run.is_model]
    return next(iter([*models, *judged]), None)


def _rate(passed: Passed, clusters: QuestionClusters) -> ClusteredRate:
    return clusters.rate((question_id, int(ok), 1) for question_id, ok in passed.items())


def _ranking(
    judged: Sequence[ReportedRun],
    shown: ReportedRun,
    passed: Mapping[int, Passed],
    clusters: QuestionClusters,
) -> tuple[Sequence[RankedModel], frozenset[int]]:
    """The reference is the run looked at, whatever its rate: the best, taken for its rate, would
    look better than it is. Recordings and baselines are no models.
    """
    if not shown.is_model:
        return (), frozenset()
    least = LEAST_SHARE * len(passed[shown.id])
    newest: dict[str, ReportedRun] = {shown.model: shown}
    for run in judged:
        if run.is_model and run.prompt == shown.prompt and len(passed[run.id]) >= least:
            newest.setdefault(run.model, run)
    ranked = list(newest.values())[:MOST_MODELS]
    if len(ranked) < 2:
        return (), frozenset()
    shared = frozenset.intersection(*(frozenset(passed[run.id]) for run in ranked))
    if not shared:
        return (), frozenset()
    results = {run.id: {one: passed[run.id][one] for one in sorted(shared)} for run in ranked}
    apart = {
        run.id: difference_of(results[run.id], results[shown.id], clusters)
        for run in ranked
        if run is not shown
    }
    adjusted = iter(holm([one.p_value for one in apart.values() if one]))
    p_values = {run_id: next(adjusted) for run_id, one in apart.items() if one}
    rows = [
        RankedModel(run, _rate(results[run.id], clusters), apart.get(run.id), p_values.get(run.id))
        for run in ranked
    ]
    return sorted(rows, key=lambda row: -(row.rate.value or 0.0)), shared

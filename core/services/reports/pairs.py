"""Runs compared on the questions that both judged."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.scope import ReportedRun
from core.services.results.question_clusters import QuestionClusters, clusters_of
from core.stats import ClusterUnit, PairedDifference, holm, paired_difference
from db.queries import accuracy as queries

MOST_OTHERS = 12
"""Runs one run is set beside, the newest."""

Passed = Mapping[int, bool]
"""Question id -> whether it passed, of those a run judged."""


@dataclass(frozen=True, slots=True)
class RunComparison:
    """`other` beside the base run. Questions that came out so in both; `difference` is the other's
    share less the base's, clustered by `unit`, None without a question that both judged;
    `p_value` is its p, adjusted by Holm for all the runs that stand beside the base.
    """

    other: ReportedRun
    both: int = 0
    only_base: int = 0
    only_other: int = 0
    neither: int = 0
    difference: PairedDifference | None = None
    p_value: float | None = None
    unit: ClusterUnit = ClusterUnit.QUESTION


def compare_runs(
    engine: Engine,
    base: ReportedRun,
    others: Sequence[ReportedRun],
    question_type: str | None = None,
) -> Sequence[RunComparison]:
    """In the order of `others`, which are runs of the same questions."""
    chosen = [run for run in others if run.id != base.id and run.set_id == base.set_id]
    chosen = chosen[:MOST_OTHERS]
    with Session(engine) as session:
        passed = queries.judged_in(session, [base.id, *(run.id for run in chosen)], question_type)
    clusters = clusters_of(engine, [base])
    rows = [_compared(run, passed[base.id], passed[run.id], clusters) for run in chosen]
    adjusted = iter(holm([row.difference.p_value for row in rows if row.difference]))
    return [replace(row, p_value=next(adjusted)) if row.difference else row for row in rows]


def difference_of(
    ours: Passed, theirs: Passed, clusters: QuestionClusters
) -> PairedDifference | None:
    """On the questions that both judged."""
    shared = sorted(ours.keys() & theirs.keys())
    scores = [(float(ours[one]), float(theirs[one])) for one in shared]
    return paired_difference(scores, [clusters.number(one) for one in shared])


def _compared(
    other: ReportedRun, ours: Passed, theirs: Passed, clusters: QuestionClusters
) -> RunComparison:
    counts = Counter((ours[one], theirs[one]) for one in ours.keys() & theirs.keys())
    return RunComparison(
        other,
        counts[True, True],
        counts[True, False],
        counts[False, True],
        counts[False, False],
        difference_of(theirs, ours, clusters),
        unit=clusters.unit,
    )

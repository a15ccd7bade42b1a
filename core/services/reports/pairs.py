"""Compare runs on the questions that both judged."""

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
"""Maximum number of runs that a run is compared with, newest first."""

Passed = Mapping[int, bool]
"""Question id -> whether it passed, for the questions that a run judged."""


@dataclass(frozen=True, slots=True)
class RunComparison:
    """A run compared with the base run.

    `both`, `only_base`, `only_other`, `neither`: number of questions that passed there, of those
    that both runs judged. `difference`: pass rate of `other` minus that of the base, clustered by
    `unit`; None without common questions. `p_value`: its p-value, Holm-adjusted over all runs
    compared with the base.
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
    """Compare the base with up to MOST_OTHERS of `others`, in their order; runs of other question
    sets are left out.
    """
    chosen = [run for run in others if run.id != base.id and run.set_id == base.set_id]
    chosen = chosen[:MOST_OTHERS]
    with Session(engine) as session:
        passed = queries.judged_in(session, [base.id, *(run.id for run in chosen)], question_type)
    clusters = clusters_of(engine, [base])
    rows = [_compare(run, passed[base.id], passed[run.id], clusters) for run in chosen]
    adjusted = iter(holm([row.difference.p_value for row in rows if row.difference]))
    return [replace(row, p_value=next(adjusted)) if row.difference else row for row in rows]


def difference_of(
    ours: Passed, theirs: Passed, clusters: QuestionClusters
) -> PairedDifference | None:
    """Return the difference in pass rate, `ours` minus `theirs`, on the questions both judged."""
    shared = sorted(ours.keys() & theirs.keys())
    scores = [(float(ours[question_id]), float(theirs[question_id])) for question_id in shared]
    return paired_difference(scores, [clusters.number(question_id) for question_id in shared])


def _compare(
    other: ReportedRun, ours: Passed, theirs: Passed, clusters: QuestionClusters
) -> RunComparison:
    counts = Counter(
        (ours[question_id], theirs[question_id]) for question_id in ours.keys() & theirs.keys()
    )
    return RunComparison(
        other,
        counts[True, True],
        counts[True, False],
        counts[False, True],
        counts[False, False],
        difference_of(theirs, ours, clusters),
        unit=clusters.unit,
    )

"""Runs compared on the questions that both judged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.reports.scope import ReportedRun
from core.stats import PairedDifference, holm, paired_difference
from db.queries import accuracy as queries

MOST_OTHERS = 12
"""Runs one run is set beside, the newest."""


@dataclass(frozen=True, slots=True)
class RunComparison:
    """`other` beside the base run. Questions that came out so in both; `difference` is the base's
    share less the other's, None without a question that both judged; `p_value` is McNemar's exact
    one, adjusted by Holm for all the runs that stand beside the base.
    """

    other: ReportedRun
    both: int = 0
    only_base: int = 0
    only_other: int = 0
    neither: int = 0
    difference: PairedDifference | None = None
    p_value: float | None = None


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
        found = queries.pairs(session, base.id, [run.id for run in chosen], question_type)
    rows = [_compared(run, found.get(run.id, {})) for run in chosen]
    adjusted = iter(holm([row.difference.p_value for row in rows if row.difference]))
    return [replace(row, p_value=next(adjusted)) if row.difference else row for row in rows]


def _compared(other: ReportedRun, counts: dict[tuple[bool, bool], int]) -> RunComparison:
    both, only_base = counts.get((True, True), 0), counts.get((True, False), 0)
    only_other, neither = counts.get((False, True), 0), counts.get((False, False), 0)
    scores = (
        [(1.0, 1.0)] * both
        + [(1.0, 0.0)] * only_base
        + [(0.0, 1.0)] * only_other
        + [(0.0, 0.0)] * neither
    )
    return RunComparison(other, both, only_base, only_other, neither, paired_difference(scores))

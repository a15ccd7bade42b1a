"""The numbers of a figure as CSV for spreadsheets."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from core.services.reports.calibration import ReviewedResults
from core.services.reports.pairs import RunComparison
from core.services.reports.scope import ReportedRun, ReportScope
from core.services.reports.set_overview import RankedModel
from core.services.reports.slices import Slice
from core.services.reports.what_if import ThresholdTrial
from core.services.reports.work import KeptCost, Throughput
from core.stats import ClusteredRate, Rate, mcnemar_exact
from core.stats.stratified_recall import Recall

Rows = Sequence[dict[str, Any]]


def rate_rows(by: str, groups: Iterable[tuple[str, Slice]]) -> Rows:
    """One row a group under its name. Shares in [0, 1]; `n` counts questions."""
    rows = []
    for name, one in groups:
        low, high = one.rate.interval or (None, None)
        rows.append(
            {
                by: name,
                "share": one.rate.value,
                "n": one.rate.items,
                "interval_low": low,
                "interval_high": high,
                "muted": one.rate.muted,
                "hits": one.rate.hits,
                "judged": one.rate.n,
                "not_judged": one.infrastructure,
                "error_share": one.error_share.value,
                **_clustering(one.rate),
            }
        )
    return rows


def headline_rows(whole: Slice, counted: ReviewedResults) -> Rows:
    """What passed, what was flagged and what got no verdict; and how people decided on it.

    `n` counts questions where results at one hang together, else results or decisions.
    """
    rate, caught = whole.rate, counted.recall
    flagged = rate.complement
    rates: dict[str, Rate | ClusteredRate] = {
        "passed": rate,
        "flagged": flagged,
        "not_judged": whole.error_share,
        "decided_against": counted.overridden,
        "flagged_but_kept": counted.flags_overridden,
        "passed_but_faulty": counted.passes_overridden,
        "precision": counted.precision,
    }
    rows = [{"what": name, **_rate(one), "hits": one.hits} for name, one in rates.items()]
    return [*rows, {"what": "recall", **_recall(caught), "hits": None}]


def reason_rows(counted: ReviewedResults) -> Rows:
    """One row a reason; `n` counts decided flags, and the faults that people found."""
    return [
        {
            "reason": one.reason,
            "flagged": one.flagged,
            **{f"precision_{name}": value for name, value in _rate(one.precision).items()},
            **{f"recall_{name}": value for name, value in _recall(one.recall).items()},
            "runs_known": one.recall.groups if one.recall else 0,
        }
        for one in counted.by_reason()
    ]


def cost_rows(found: Iterable[KeptCost]) -> Rows:
    """One row a whole run; no cost where no price is known."""
    return [
        {
            "run_id": one.run.id,
            "title": one.run.title,
            "kept": one.kept,
            "cost": one.cost if one.spent else None,
            "cost_each": one.each if one.spent else None,
            "currency": one.run.spec.currency,
        }
        for one in found
    ]


def _rate(one: Rate | ClusteredRate) -> dict[str, Any]:
    low, high = one.interval or (None, None)
    n = one.items if isinstance(one, ClusteredRate) else one.n
    return _numbers(one.value, n, low, high, muted=one.muted)


def _clustering(rate: ClusteredRate) -> dict[str, Any]:
    return {"clustered_by": rate.unit.value, "clusters": rate.clusters}


def _recall(found: Recall | None) -> dict[str, Any]:
    if found is None:
        return _numbers(None, 0, None, None, muted=True)
    return _numbers(found.value, found.bad, *found.interval, muted=found.muted)


def _numbers(
    share: float | None, n: int, low: float | None, high: float | None, *, muted: bool
) -> dict[str, Any]:
    return {"share": share, "n": n, "interval_low": low, "interval_high": high, "muted": muted}


def of_scope(rows: Rows, runs: Sequence[ReportedRun], scope: ReportScope) -> Rows:
    """Each row with what was chosen when it was counted; empty where that was left open."""
    sets = {run.set_id: run.set_title for run in runs}
    chosen = {
        "of_question_set": sets.get(scope.set_id) if scope.set_id else None,
        "of_model": scope.model,
        "of_run": scope.run_id,
        "of_question_type": scope.question_type,
    }
    return [{**row, **chosen} for row in rows]


def file_name(what: str, scope: ReportScope, day: str) -> str:
    """Such as `accuracy_reasons_set-1_run-2_2026-01-31.csv`: what, of what, and when."""
    chosen = {"set": scope.set_id, "run": scope.run_id, "type": scope.question_type}
    parts = [f"{name}-{value}" for name, value in chosen.items() if value is not None]
    parts += [scope.model] if scope.model is not None else []
    plain = ("-".join(re.findall(r"[\w.]+", part)) for part in parts or ["all"])
    return "_".join(("accuracy", what, *plain, day)) + ".csv"


def pair_rows(base: str, compared: Iterable[tuple[str, RunComparison]]) -> Rows:
    """One row a run beside the base; counts are questions that both judged."""
    rows = []
    for name, one in compared:
        apart = one.difference
        rows.append(
            {
                "run": base,
                "other": name,
                "n": apart.n if apart else 0,
                "both_passed": one.both,
                "only_run": one.only_base,
                "only_other": one.only_other,
                "neither": one.neither,
                "difference": apart.difference if apart else None,
                "interval_low": apart.interval[0] if apart else None,
                "interval_high": apart.interval[1] if apart else None,
                "p_mcnemar_exact": mcnemar_exact(one.only_base, one.only_other) if apart else None,
                "p_holm": one.p_value,
                "p_clustered": apart.p_value if apart else None,
                "clustered_by": one.unit.value,
                "clusters": apart.clusters if apart else 0,
            }
        )
    return rows


def ranking_rows(ranking: Iterable[RankedModel]) -> Rows:
    """One row a model, on the questions that all of them judged; differences to the reference."""
    rows = []
    for row in ranking:
        apart = row.difference
        rows.append(
            {
                "model": row.run.model,
                "run": row.run.id,
                **_rate(row.rate),
                **_clustering(row.rate),
                "difference": apart.difference if apart else None,
                "difference_low": apart.interval[0] if apart else None,
                "difference_high": apart.interval[1] if apart else None,
                "p": apart.p_value if apart else None,
                "p_holm": row.p_value,
            }
        )
    return rows


def threshold_rows(curve: Iterable[ThresholdTrial]) -> Rows:
    rows = []
    for one in curve:
        low, high = one.rate.interval or (None, None)
        rows.append(
            {
                "threshold": one.threshold,
                "pass_rate": one.rate.value,
                "n": one.rate.items,
                "interval_low": low,
                "interval_high": high,
                "judged": one.rate.n,
                "newly_flagged": one.newly_flagged,
                "newly_passed": one.newly_passed,
                "precision": one.precision.value,
                "decided_flags": one.precision.n,
                "recall": one.recall.value if one.recall else None,
                "recall_low": one.recall.interval[0] if one.recall else None,
                "recall_high": one.recall.interval[1] if one.recall else None,
                "faults_found": one.recall.bad if one.recall else None,
            }
        )
    return rows


def throughput_rows(found: Throughput) -> Rows:
    return [
        {"hour_utc": hour, "reviewer": reviewer, "decisions": n} for hour, reviewer, n in found.made
    ]

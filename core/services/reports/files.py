"""Turn the numbers of a figure into rows of a CSV file for spreadsheets."""

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
from core.stats import ClusteredRate, Rate, Recall, mcnemar_exact

Rows = Sequence[dict[str, Any]]


def rate_rows(by: str, groups: Iterable[tuple[str, Slice]]) -> Rows:
    """One row per group; column `by` holds its name. Shares in [0, 1]; `n` counts questions."""
    rows = []
    for name, group in groups:
        low, high = group.rate.interval or (None, None)
        rows.append(
            {
                by: name,
                "share": group.rate.value,
                "n": group.rate.items,
                "interval_low": low,
                "interval_high": high,
                "muted": group.rate.low_n,
                "hits": group.rate.hits,
                "judged": group.rate.n,
                "not_judged": group.infrastructure,
                "error_share": group.error_share.value,
                **_clustering(group.rate),
            }
        )
    return rows


def headline_rows(overall: Slice, reviewed: ReviewedResults) -> Rows:
    """One row per headline figure: model verdicts, missing verdicts and reviewers' decisions.

    Shares in [0, 1]. `n` counts questions for clustered rates, otherwise results or decisions.
    """
    rate, recall = overall.rate, reviewed.recall
    flagged = rate.complement
    rates: dict[str, Rate | ClusteredRate] = {
        "passed": rate,
        "flagged": flagged,
        "not_judged": overall.error_share,
        "decided_against": reviewed.overridden,
        "flagged_but_kept": reviewed.flags_overridden,
        "passed_but_faulty": reviewed.passes_overridden,
        "precision": reviewed.precision,
    }
    rows = [{"what": name, **_rate(figure), "hits": figure.hits} for name, figure in rates.items()]
    return [*rows, {"what": "recall", **_recall(recall), "hits": None}]


def reason_rows(reviewed: ReviewedResults) -> Rows:
    """Precision and recall, one row per failure reason.

    `n` counts decided flags for precision, and faults that reviewers found for recall.
    """
    return [
        {
            "reason": row.reason,
            "flagged": row.flagged,
            **{f"precision_{name}": value for name, value in _rate(row.precision).items()},
            **{f"recall_{name}": value for name, value in _recall(row.recall).items()},
            "runs_known": row.recall.groups if row.recall else 0,
        }
        for row in reviewed.by_reason()
    ]


def cost_rows(costs: Iterable[KeptCost]) -> Rows:
    """One row per run, over all its questions; costs are empty where nothing was spent."""
    return [
        {
            "run_id": row.run.id,
            "title": row.run.title,
            "kept": row.kept,
            "cost": row.cost if row.spent else None,
            "cost_each": row.each if row.spent else None,
            "currency": row.run.spec.currency,
        }
        for row in costs
    ]


def _rate(rate: Rate | ClusteredRate) -> dict[str, Any]:
    low, high = rate.interval or (None, None)
    n = rate.items if isinstance(rate, ClusteredRate) else rate.n
    return _numbers(rate.value, n, low, high, low_n=rate.low_n)


def _clustering(rate: ClusteredRate) -> dict[str, Any]:
    return {"clustered_by": rate.unit.value, "clusters": rate.clusters}


def _recall(recall: Recall | None) -> dict[str, Any]:
    if recall is None:
        return _numbers(None, 0, None, None, low_n=True)
    return _numbers(recall.value, recall.bad, *recall.interval, low_n=recall.low_n)


def _numbers(
    share: float | None, n: int, low: float | None, high: float | None, *, low_n: bool
) -> dict[str, Any]:
    return {"share": share, "n": n, "interval_low": low, "interval_high": high, "muted": low_n}


def with_filter_columns(rows: Rows, runs: Sequence[ReportedRun], scope: ReportScope) -> Rows:
    """Add the chosen filters to each row; a filter that was not set is empty."""
    sets = {run.set_id: run.set_title for run in runs}
    chosen = {
        "of_question_set": sets.get(scope.set_id) if scope.set_id else None,
        "of_model": scope.model,
        "of_run": scope.run_id,
        "of_question_type": scope.question_type,
    }
    return [{**row, **chosen} for row in rows]


def figure_file_name(figure: str, scope: ReportScope, day: str) -> str:
    """Build a name of figure, filters and day: `accuracy_reasons_set-1_run-2_2026-01-31.csv`."""
    chosen = {"set": scope.set_id, "run": scope.run_id, "type": scope.question_type}
    parts = [f"{name}-{value}" for name, value in chosen.items() if value is not None]
    parts += [scope.model] if scope.model is not None else []
    plain = ("-".join(re.findall(r"[\w.]+", part)) for part in parts or ["all"])
    return "_".join(("accuracy", figure, *plain, day)) + ".csv"


def pair_rows(base: str, compared: Iterable[tuple[str, RunComparison]]) -> Rows:
    """One row per run compared with `base`; counts are questions that both runs judged, and a
    difference is the other run's share minus the base's.
    """
    rows = []
    for name, comparison in compared:
        paired = comparison.difference
        rows.append(
            {
                "run": base,
                "other": name,
                "n": paired.n if paired else 0,
                "both_passed": comparison.both,
                "only_run": comparison.only_base,
                "only_other": comparison.only_other,
                "neither": comparison.neither,
                "difference_is": "other minus run",
                "difference": paired.difference if paired else None,
                "interval_low": paired.interval[0] if paired else None,
                "interval_high": paired.interval[1] if paired else None,
                "p_mcnemar_exact": mcnemar_exact(comparison.only_base, comparison.only_other)
                if paired
                else None,
                "p_holm": comparison.p_value,
                "p_clustered": paired.p_value if paired else None,
                "clustered_by": comparison.unit.value,
                "clusters": paired.clusters if paired else 0,
            }
        )
    return rows


def ranking_rows(ranking: Iterable[RankedModel]) -> Rows:
    """One row per model, on the questions that all models judged.

    A difference is the model's share minus that of the reference, which has none.
    """
    rows = []
    ranking = list(ranking)
    reference = next((row.run.id for row in ranking if row.difference is None), None)
    for row in ranking:
        paired = row.difference
        rows.append(
            {
                "model": row.run.model,
                "run": row.run.id,
                **_rate(row.rate),
                **_clustering(row.rate),
                "difference_is": f"run {row.run.id} minus run {reference}" if paired else None,
                "difference": paired.difference if paired else None,
                "difference_low": paired.interval[0] if paired else None,
                "difference_high": paired.interval[1] if paired else None,
                "p": paired.p_value if paired else None,
                "p_holm": row.p_value,
            }
        )
    return rows


def threshold_rows(curve: Iterable[ThresholdTrial]) -> Rows:
    """One row per trial threshold. Thresholds and shares in [0, 1]; `n` counts questions."""
    rows = []
    for trial in curve:
        low, high = trial.rate.interval or (None, None)
        rows.append(
            {
                "threshold": trial.threshold,
                "pass_rate": trial.rate.value,
                "n": trial.rate.items,
                "interval_low": low,
                "interval_high": high,
                "judged": trial.rate.n,
                "newly_flagged": trial.newly_flagged,
                "newly_passed": trial.newly_passed,
                "precision": trial.precision.value,
                "decided_flags": trial.precision.n,
                "recall": trial.recall.value if trial.recall else None,
                "recall_low": trial.recall.interval[0] if trial.recall else None,
                "recall_high": trial.recall.interval[1] if trial.recall else None,
                "faults_found": trial.recall.bad if trial.recall else None,
            }
        )
    return rows


def throughput_rows(throughput: Throughput) -> Rows:
    """Decisions per reviewer and hour (UTC)."""
    return [
        {"hour_utc": hour, "reviewer": reviewer, "decisions": n}
        for hour, reviewer, n in throughput.made
    ]

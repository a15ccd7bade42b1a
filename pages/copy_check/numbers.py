"""Rates of copy verification: their names, intervals and CSV rows."""

from collections.abc import Sequence

import streamlit as st

from core.questions import rows_csv
from core.services.reports import Rows
from core.services.verification import (
    BINS,
    CopyGroup,
    CopyGrouping,
    CopyStatistics,
    RepairAction,
    ScoreDistribution,
)
from core.stats import ClusteredRate
from pages.components.downloads import draw_download
from pages.components.html import caption
from pages.components.language import N_, _, _n
from pages.components.rates import clustered_interval

NO_RATE = ClusteredRate(0, 0, 0)
RATES: dict[str, tuple[str, str]] = {
    "rejected": (N_("Reject rate"), N_("rejected (share of judged)")),
    "rescued": (N_("Repair success"), N_("allowed after repair")),
    "taken": (N_("Repairs accepted"), N_("accepted (share of decided)")),
    "agreed": (N_("Reviewer agreement"), N_("reviewers agree with the policy")),
    "failed": (N_("Not checked"), N_("not checked because of system errors (share of all)")),
}


def rate_of(statistics: CopyStatistics, name: str) -> ClusteredRate:
    if name == "taken":
        return statistics.taken.get(RepairAction.ACCEPT, NO_RATE)
    rate: ClusteredRate = getattr(statistics, name)
    return rate


def interval(rate: ClusteredRate) -> str:
    """n and the 95% CI; n counts candidates, and repeated results of one are clustered."""
    if rate.interval is None:
        return _("nothing judged yet")
    counts = _("n = {n}").format(n=f"{rate.items:,}")
    if rate.n > rate.items:
        counts = _n(
            "{results} results on n = {n} candidate",
            "{results} results on n = {n} candidates",
            rate.items,
            results=f"{rate.n:,}",
        )
    return f"{counts} · {clustered_interval(rate)}"


def group_name(group: CopyGroup) -> str:
    return " · ".join(part for part in (group.day, group.policy) if part)


def draw_files(
    groups: Sequence[CopyStatistics], by: CopyGrouping, distributions: Sequence[ScoreDistribution]
) -> None:
    rates, scores = _rate_rows(groups), _score_rows(distributions)
    with st.container(horizontal=True):
        for label, name, rows in (
            (_("Rates (CSV)"), f"copy_rates_by_{by.value}", rates),
            (_("Scores (CSV)"), f"copy_scores_by_{by.value}", scores),
        ):
            draw_download(
                label,
                rows_csv(rows),
                f"{name}.csv",
                "text/csv",
                key=f"get_{name}",
            )
    caption(_("Use the camera icon on a chart to save it as PNG."))


def _rate_rows(groups: Sequence[CopyStatistics]) -> Rows:
    """One row for each group and rate. Shares in [0, 1]; `n` counts candidates."""
    rows = []
    for statistics in groups:
        for name in RATES:
            rate = rate_of(statistics, name)
            low, high = rate.interval or (None, None)
            rows.append(
                {
                    "policy": statistics.group.policy,
                    "day": statistics.group.day,
                    "rate": name,
                    "share": rate.value,
                    "n": rate.clusters,
                    "interval_low": low,
                    "interval_high": high,
                    "muted": rate.low_n,
                    "hits": rate.hits,
                    "results": rate.n,
                }
            )
    return rows


def _score_rows(distributions: Sequence[ScoreDistribution]) -> Rows:
    """One row for each group, dimension and bin of [0, 1]."""
    return [
        {
            "policy": distribution.group.policy,
            "day": distribution.group.day,
            "dimension": distribution.dimension.value,
            "from": bin_index / BINS,
            "to": (bin_index + 1) / BINS,
            "count": count,
            "n": distribution.n,
            "mean": distribution.mean,
            "not_scored": distribution.unscored,
        }
        for distribution in distributions
        for bin_index, count in enumerate(distribution.counts)
    ]

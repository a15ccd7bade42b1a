"""Distribution of the scores of each dimension, by policy and over time."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.charts import (
    DayValue,
    Figure,
    ScoreBins,
    over_days,
    score_histograms,
)
from core.services.verification import (
    BINS,
    AuditFilter,
    CopyGrouping,
    ScoreDistribution,
    score_distributions,
)
from pages.components.app_context import engine
from pages.components.figure import draw_clickable
from pages.components.html import caption, table
from pages.components.language import _, language
from pages.copy_check.drill_down import open_results, query_of
from pages.copy_check.numbers import group_name
from pages.copy_check.wording import DIMENSIONS


def draw_score_distributions(
    audit_filter: AuditFilter, by: CopyGrouping
) -> list[ScoreDistribution]:
    """Draw the distributions; all of them, for the files."""
    distributions = sorted(
        score_distributions(engine(), audit_filter, by),
        key=lambda distribution: list(DIMENSIONS).index(distribution.dimension),
    )
    plot = (
        _over_time(distributions)
        if by is CopyGrouping.POLICY_AND_DAY
        else _by_policy(distributions)
    )

    def open_score(point: dict[str, Any]) -> None:
        if point.get("customdata"):
            open_results(query_of_point(distributions, point["customdata"]))

    key = f"copy_scores_{by.value}_{len(distributions)}"
    draw_clickable(plot, key, open_score, file_name="copy-scores")
    caption(_("Click a bar or point to see its candidates."))
    if by is CopyGrouping.POLICY:
        _draw_table(distributions)
    return distributions


def query_of_point(
    distributions: Sequence[ScoreDistribution], keys: Sequence[str | int]
) -> Mapping[str, str]:
    """The filters of a bar's results, or of all scored results of a point."""
    distribution = distributions[int(keys[0])]
    bin_index = int(keys[2]) if len(keys) > 1 else None
    low, high = (0, BINS) if bin_index is None else (bin_index, bin_index + 1)
    score = f"{distribution.dimension.value}:{low / BINS:.2f}-{high / BINS:.2f}"
    return {**query_of(distribution.group), "score": score}


def _by_policy(distributions: Sequence[ScoreDistribution]) -> Figure:
    bins = [
        ScoreBins(
            panel=_(DIMENSIONS[distribution.dimension]),
            series=distribution.group.policy or "",
            key=str(at),
            counts=distribution.counts,
            mean=distribution.mean,
            unscored=distribution.unscored,
            low_n=distribution.low_n,
        )
        for at, distribution in enumerate(distributions)
    ]
    return score_histograms(bins, _("Scores by dimension"), language=language())


def _over_time(distributions: Sequence[ScoreDistribution]) -> Figure:
    values = []
    for at, distribution in enumerate(distributions):
        if distribution.mean is None or distribution.middle_half is None:
            continue
        low, high = distribution.middle_half
        text = _("mean {mean}, middle half {low} to {high}, n = {n}").format(
            mean=f"{distribution.mean:.3f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
            n=f"{distribution.n:,}",
        )
        values.append(
            DayValue(
                panel=_(DIMENSIONS[distribution.dimension]),
                series=distribution.group.policy or "",
                day=distribution.group.day or "",
                value=distribution.mean,
                low=min(low, distribution.mean),
                high=max(high, distribution.mean),
                n=distribution.n,
                keys=[str(at)],
                hover_text=f"<b>{group_name(distribution.group)}</b><br>{text}",
                low_n=distribution.low_n,
            )
        )
    notes = [_("Points: means"), _("Lines: middle half, in steps of 0.05")]
    if any(value.low_n for value in values):
        notes.append(_("Open markers: n < 25, too few to rank"))
    title, axis = _("Scores by dimension"), _("mean score")
    return over_days(values, title, axis=axis, across=_("day (UTC)"), shares=False, foot=notes)


def _draw_table(distributions: Sequence[ScoreDistribution]) -> None:
    table(
        [_("Dimension"), _("Policy"), _("Mean"), "n", _("Not scored after a hard violation"), ""],
        [
            (
                _(DIMENSIONS[distribution.dimension]),
                distribution.group.policy or "",
                "–" if distribution.mean is None else f"{distribution.mean:.3f}",
                f"{distribution.n:,}",
                f"{distribution.unscored:,}",
                _("not enough data") if distribution.low_n else "",
            )
            for distribution in distributions
        ],
        figures=(2, 3, 4),
    )

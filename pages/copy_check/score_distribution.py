"""Scores of each dimension: how they lie under each policy, and how that went over time."""

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


def draw_spread(chosen: AuditFilter, by: CopyGrouping) -> list[ScoreDistribution]:
    """All the distributions there are, for the files."""
    found = sorted(
        score_distributions(engine(), chosen, by),
        key=lambda each: list(DIMENSIONS).index(each.dimension),
    )
    drawn = _over_time(found) if by is CopyGrouping.POLICY_AND_DAY else _by_policy(found)

    def chosen_score(point: dict[str, Any]) -> None:
        if point.get("customdata"):
            open_results(query_of_point(found, point["customdata"]))

    key = f"copy_scores_{by.value}_{len(found)}"
    draw_clickable(drawn, key, chosen_score, file_name="copy-scores")
    caption(_("Click a bar or point to see its candidates."))
    if by is CopyGrouping.POLICY:
        _draw_table(found)
    return found


def query_of_point(
    found: Sequence[ScoreDistribution], keys: Sequence[str | int]
) -> Mapping[str, str]:
    """Of a bar the results in its part, of a point all that were scored."""
    each = found[int(keys[0])]
    part = int(keys[2]) if len(keys) > 1 else None
    low, high = (0, BINS) if part is None else (part, part + 1)
    score = f"{each.dimension.value}:{low / BINS:.2f}-{high / BINS:.2f}"
    return {**query_of(each.group), "score": score}


def _by_policy(found: Sequence[ScoreDistribution]) -> Figure:
    bins = [
        ScoreBins(
            panel=_(DIMENSIONS[each.dimension]),
            series=each.group.policy or "",
            key=str(at),
            counts=each.counts,
            mean=each.mean,
            unscored=each.unscored,
            muted=each.muted,
        )
        for at, each in enumerate(found)
    ]
    return score_histograms(bins, _("Scores by dimension"), language=language())


def _over_time(found: Sequence[ScoreDistribution]) -> Figure:
    values = []
    for at, each in enumerate(found):
        if each.mean is None or each.middle_half is None:
            continue
        low, high = each.middle_half
        said = _("mean {mean}, middle half {low} to {high}, n = {n}").format(
            mean=f"{each.mean:.3f}", low=f"{low:.2f}", high=f"{high:.2f}", n=f"{each.n:,}"
        )
        values.append(
            DayValue(
                panel=_(DIMENSIONS[each.dimension]),
                series=each.group.policy or "",
                day=each.group.day or "",
                value=each.mean,
                low=min(low, each.mean),
                high=max(high, each.mean),
                n=each.n,
                keys=[str(at)],
                said=f"<b>{group_name(each.group)}</b><br>{said}",
                muted=each.muted,
            )
        )
    notes = [_("Points: means"), _("Lines: middle half, in steps of 0.05")]
    if any(value.muted for value in values):
        notes.append(_("Open markers: n < 25, too few to rank"))
    title, axis = _("Scores by dimension"), _("mean score")
    return over_days(values, title, axis=axis, across=_("day (UTC)"), shares=False, foot=notes)


def _draw_table(found: Sequence[ScoreDistribution]) -> None:
    table(
        [_("Dimension"), _("Policy"), _("Mean"), "n", _("Not scored after a hard violation"), ""],
        [
            (
                _(DIMENSIONS[each.dimension]),
                each.group.policy or "",
                "–" if each.mean is None else f"{each.mean:.3f}",
                f"{each.n:,}",
                f"{each.unscored:,}",
                _("not enough data") if each.muted else "",
            )
            for each in found
        ],
        figures=(2, 3, 4),
    )

"""Figures of reviewing: rates over the threshold, and decisions over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from core.charts.style import (
    BLUE,
    LINE,
    RIGHT,
    TEXT,
    WRONG,
    apply_style,
    escape_label,
    packed,
)
from core.locale import DEFAULT_LANGUAGE, N_n, wording

PLOT_HEIGHT, MOST_REVIEWERS = 300, 8
"""Pixels of a figure; the most reviewers that have their own colour."""
REVIEWER_COLOURS = (
    *(BLUE, "#D08A2E", "#4E8D6B", "#9A6A9F", "#B9574A", "#5AA3B5", "#8A7B45", "#C58BA6"),
    "#B8B5AC",
)
"""One for each of MOST_REVIEWERS and one for all others, in an order safe for the colour-blind."""


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """The rates at a threshold; precision and recall are None without reviewers' decisions."""

    threshold: float
    rate: float
    precision: float | None = None
    recall: float | None = None


def threshold_curve(
    points: Sequence[ThresholdPoint],
    chosen: float,
    title: str,
    *,
    foot: Sequence[str] = (),
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw the pass rate at each threshold, with precision and recall by reviewers' decisions."""
    _ = wording(language)
    figure = go.Figure()
    lines: tuple[tuple[str, str, str, list[float | None]], ...] = (
        (_("would pass"), BLUE, "solid", [point.rate for point in points]),
        (_("flags confirmed by reviewers"), RIGHT, "dash", [point.precision for point in points]),
        (_("faults that would be flagged"), WRONG, "dot", [point.recall for point in points]),
    )
    for name, colour, dash, values in lines:
        if any(value is not None for value in values):
            figure.add_scatter(
                x=[point.threshold for point in points],
                y=values,
                mode="lines+markers",
                name=name,
                line={"color": colour, "dash": dash, "width": 2},
                # Invisible markers, as a line alone receives no clicks.
                marker={"size": 12, "opacity": 0},
                selected={"marker": {"opacity": 0}},
                unselected={"marker": {"opacity": 0}},
                showlegend=True,
                hovertemplate=f"{escape_label(name)}: %{{y:.1%}} · %{{x:.2f}}<extra></extra>",
            )
    figure.add_vline(x=chosen, line={"color": TEXT, "width": 1})
    figure.update_xaxes(title_text=_("quote match threshold"), tickformat=".2f", showgrid=False)
    figure.update_yaxes(
        title_text=_("share"), tickformat=".0%", range=[-0.02, 1.02], gridcolor=LINE
    )
    return apply_style(figure, title=title, foot=packed(foot), plot_height=PLOT_HEIGHT)


def decisions_by_day(
    days: Sequence[str],
    decisions: Mapping[str, Mapping[str, int]],
    title: str,
    *,
    foot: Sequence[str] = (),
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw decisions per day, stacked by reviewer; those beyond MOST_REVIEWERS share one bar.

    A click returns the day and the reviewer, empty for the shared bar.
    """
    _ = wording(language)
    figure = go.Figure()
    names = list(decisions)
    with_own_colour, remaining = names[:MOST_REVIEWERS], names[MOST_REVIEWERS:]
    series = {name: [decisions[name].get(day, 0) for day in days] for name in with_own_colour}
    if remaining:
        remaining_counts = [sum(decisions[name].get(day, 0) for name in remaining) for day in days]
        label = _.count(*N_n("{n} other person", "{n} other people"), len(remaining))
        series[label] = remaining_counts
    for index, ((name, counts), colour) in enumerate(
        zip(series.items(), REVIEWER_COLOURS, strict=False)
    ):
        reviewer = name if index < len(with_own_colour) else ""
        figure.add_bar(
            x=[day[5:] for day in days],
            y=counts,
            customdata=[[day, reviewer] for day in days],
            name=escape_label(name),
            marker={"color": colour},
            showlegend=True,
            hovertemplate=f"{escape_label(name)} · %{{x}}: %{{y:,}}<extra></extra>",
        )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(type="category", title_text=_("day (UTC)"), showgrid=False)
    figure.update_yaxes(title_text=_("decisions"), gridcolor=LINE, rangemode="tozero")
    return apply_style(figure, title=title, foot=packed(foot), plot_height=PLOT_HEIGHT)

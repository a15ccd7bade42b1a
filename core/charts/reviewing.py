"""The threshold curve, and decisions over time."""

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
from core.locale import DEFAULT_LANGUAGE, wording

PLOT_HEIGHT, MOST_REVIEWERS = 300, 8
"""Pixels of a figure; reviewers with a colour of their own."""
REVIEWER_COLOURS = (
    *(BLUE, "#D08A2E", "#4E8D6B", "#9A6A9F", "#B9574A", "#5AA3B5", "#8A7B45", "#C58BA6"),
    "#B8B5AC",
)
"""As many as MOST_REVIEWERS and one for the others; colour-blind readers tell this order apart."""


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """What a threshold makes of stored results; None where nobody's decisions tell."""

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
    """What would pass at each threshold, and how right its flags would be by people's decisions."""
    _ = wording(language)
    figure = go.Figure()
    lines: tuple[tuple[str, str, str, list[float | None]], ...] = (
        (_("would pass"), BLUE, "solid", [one.rate for one in points]),
        (_("flags confirmed by reviewers"), RIGHT, "dash", [one.precision for one in points]),
        (_("faults that would be flagged"), WRONG, "dot", [one.recall for one in points]),
    )
    for name, colour, dash, values in lines:
        if any(value is not None for value in values):
            figure.add_scatter(
                x=[one.threshold for one in points],
                y=values,
                mode="lines+markers",
                name=name,
                line={"color": colour, "dash": dash, "width": 2},
                # Unseen: a line alone has nothing that a click could choose.
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
    made: Mapping[str, Mapping[str, int]],
    title: str,
    *,
    foot: Sequence[str] = (),
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Decisions a day, stacked by reviewer; those beyond MOST_REVIEWERS are one bar together. A
    click hands back the day and the reviewer, who is empty for those together.
    """
    _ = wording(language)
    figure = go.Figure()
    names = list(made)
    own, rest = names[:MOST_REVIEWERS], names[MOST_REVIEWERS:]
    series = {name: [made[name].get(day, 0) for day in days] for name in own}
    if rest:
        others = [sum(made[name].get(day, 0) for name in rest) for day in days]
        series[_("{n} others").format(n=len(rest))] = others
    for at, ((name, counts), colour) in enumerate(
        zip(series.items(), REVIEWER_COLOURS, strict=False)
    ):
        who = name if at < len(own) else ""
        figure.add_bar(
            x=[day[5:] for day in days],
            y=counts,
            customdata=[[day, who] for day in days],
            name=escape_label(name),
            marker={"color": colour},
            showlegend=True,
            hovertemplate=f"{escape_label(name)} · %{{x}}: %{{y:,}}<extra></extra>",
        )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(type="category", title_text=_("day (UTC)"), showgrid=False)
    figure.update_yaxes(title_text=_("decisions"), gridcolor=LINE, rangemode="tozero")
    return apply_style(figure, title=title, foot=packed(foot), plot_height=PLOT_HEIGHT)

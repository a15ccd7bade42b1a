"""Values of several series by day, a panel for each thing that is measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.charts.reviewing import PLOT_HEIGHT, REVIEWER_COLOURS
from core.charts.style import LINE, NORMAL, QUIET, apply_style, escape_label, packed

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
"""Beside its colour each series has a shape, so that colour is never alone."""
APART, WIDEST = 0.16, 0.6
"""Of a day's width: between series, and all of them at most."""
MOST_DAYS = 14
"""Names on the axis of a panel that is alone; of several each has fewer."""


@dataclass(frozen=True, slots=True)
class DayValue:
    """`value` in [0, 1] with a thin line from `low` to `high`, where there is one. `day` is written
    2026-01-31. `keys` are handed back by a click. `muted`: n is too small to rank by.
    """

    panel: str
    series: str
    day: str
    value: float
    low: float | None
    high: float | None
    n: int
    keys: Sequence[str]
    said: str
    muted: bool = False


def over_days(
    values: Sequence[DayValue],
    title: str,
    *,
    axis: str,
    across: str,
    shares: bool = True,
    foot: Sequence[str] = (),
) -> go.Figure:
    """Series beside each other on every day; `said` is read on hover. A line joins neighbouring
    days of a series that both have enough to tell a rise from chance.
    """
    panels = list(dict.fromkeys(each.panel for each in values))
    series = list(dict.fromkeys(each.series for each in values))
    days = sorted({each.day for each in values})
    titles = [escape_label(panel) for panel in panels] if len(panels) > 1 else None
    figure = make_subplots(1, max(1, len(panels)), subplot_titles=titles, shared_yaxes=True)
    step = min(APART, WIDEST / max(1, len(series)))
    named: set[str] = set()
    for at, name in enumerate(series):
        shift = (at - (len(series) - 1) / 2) * step
        for column, panel in enumerate(panels, start=1):
            own = sorted(
                (each for each in values if (each.series, each.panel) == (name, panel)),
                key=lambda each: each.day,
            )
            if own:
                places = [days.index(each.day) + shift for each in own]
                legend = {"showlegend": name not in named and len(series) > 1, "legendgroup": name}
                figure.add_scatter(**_points(own, places, at), **legend, row=1, col=column)
                figure.add_scatter(**_lines(own, places, at), row=1, col=column)
                named.add(name)
    every = -(-len(days) * max(1, len(panels)) // MOST_DAYS) or 1
    figure.update_xaxes(
        tickvals=list(range(len(days)))[::every],
        ticktext=[day if len(panels) == 1 else day[5:] for day in days[::every]],
        range=[-0.5, max(0.5, len(days) - 0.5)],
        showgrid=False,
    )
    figure.update_xaxes(title_text=across, col=(len(panels) + 1) // 2)
    figure.update_yaxes(tickformat=".0%" if shares else "", range=[-0.02, 1.02], gridcolor=LINE)
    figure.update_yaxes(title_text=axis, col=1)
    drawn = apply_style(figure, title=title, foot=packed(list(foot)), plot_height=PLOT_HEIGHT)
    if len(series) > 1:
        # The panels' names stand where the legend would be.
        drawn.update_layout(legend_y=1.1, margin_t=drawn.layout.margin.t + 26)
        drawn.update_layout(height=drawn.layout.height + 26)
    drawn.for_each_annotation(
        lambda one: one.update(font={"size": NORMAL, "color": QUIET}),
        selector=lambda one: titles is not None and one.text in titles,
    )
    return drawn


def _colour(at: int) -> str:
    return REVIEWER_COLOURS[at % len(REVIEWER_COLOURS)]


def _points(own: Sequence[DayValue], places: Sequence[float], at: int) -> dict[str, Any]:
    symbol = SYMBOLS[at % len(SYMBOLS)]
    return {
        "x": places,
        "y": [each.value for each in own],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [(each.high or each.value) - each.value for each in own],
            "arrayminus": [
                each.value - (each.value if each.low is None else each.low) for each in own
            ],
            "color": _colour(at),
            "thickness": 1.2,
            "width": 3,
        },
        "mode": "markers",
        "name": escape_label(own[0].series),
        "marker": {
            "size": 9,
            "color": _colour(at),
            "symbol": [f"{symbol}-open" if each.muted else symbol for each in own],
            "line": {"width": 1.5},
        },
        "customdata": [list(each.keys) for each in own],
        "hovertext": [each.said for each in own],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "cliponaxis": False,
    }


def _lines(own: Sequence[DayValue], places: Sequence[float], at: int) -> dict[str, Any]:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for (here, one), (there, other) in pairwise(zip(places, own, strict=True)):
        if there - here < 1.5 and not (one.muted or other.muted):
            xs += [here, there, None]
            ys += [one.value, other.value, None]
    return {
        "x": xs,
        "y": ys,
        "mode": "lines",
        "line": {"color": _colour(at), "width": 1},
        "hoverinfo": "skip",
        "showlegend": False,
    }

"""Values of several series by day, one panel for each measure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.charts.reviewing import PLOT_HEIGHT, REVIEWER_COLOURS
from core.charts.style import (
    LINE,
    apply_style,
    escape_label,
    packed,
    raise_legend,
    style_panel_titles,
)

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
"""Each series has a symbol besides its colour, for colour-blind readers."""
APART, WIDEST = 0.16, 0.6
"""Shares of a day's width: the distance between series, and the most that all of them span."""
MOST_DAYS = 14
"""Most day labels on an axis; several panels share this number."""


@dataclass(frozen=True, slots=True)
class DayValue:
    """A value in [0, 1] on one day, written 2026-01-31, with a whisker from `low` to `high`, if
    any. A click returns `keys`. `low_n`: n is too small to rank by.
    """

    panel: str
    series: str
    day: str
    value: float
    low: float | None
    high: float | None
    n: int
    keys: Sequence[str]
    hover_text: str
    low_n: bool = False


def over_days(
    values: Sequence[DayValue],
    title: str,
    *,
    axis: str,
    across: str,
    shares: bool = True,
    foot: Sequence[str] = (),
) -> go.Figure:
    """Draw the series side by side on every day. A line joins neighbouring days of a series unless
    one of them is muted. `shares`: label the axis in percent.
    """
    panels = list(dict.fromkeys(value.panel for value in values))
    series = list(dict.fromkeys(value.series for value in values))
    days = sorted({value.day for value in values})
    titles = [escape_label(panel) for panel in panels] if len(panels) > 1 else None
    figure = make_subplots(1, max(1, len(panels)), subplot_titles=titles, shared_yaxes=True)
    step = min(APART, WIDEST / max(1, len(series)))
    in_legend: set[str] = set()
    for series_index, name in enumerate(series):
        shift = (series_index - (len(series) - 1) / 2) * step
        for column, panel in enumerate(panels, start=1):
            series_values = sorted(
                (value for value in values if (value.series, value.panel) == (name, panel)),
                key=lambda value: value.day,
            )
            if series_values:
                positions = [days.index(value.day) + shift for value in series_values]
                legend = {
                    "showlegend": name not in in_legend and len(series) > 1,
                    "legendgroup": name,
                }
                figure.add_scatter(
                    **_points(series_values, positions, series_index), **legend, row=1, col=column
                )
                figure.add_scatter(
                    **_lines(series_values, positions, series_index), row=1, col=column
                )
                in_legend.add(name)
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
    styled = apply_style(figure, title=title, foot=packed(list(foot)), plot_height=PLOT_HEIGHT)
    if len(series) > 1:
        raise_legend(styled)
    return style_panel_titles(styled, panels if len(panels) > 1 else ())


def _colour(series_index: int) -> str:
    return REVIEWER_COLOURS[series_index % len(REVIEWER_COLOURS)]


def _points(
    series_values: Sequence[DayValue], positions: Sequence[float], series_index: int
) -> dict[str, Any]:
    symbol = SYMBOLS[series_index % len(SYMBOLS)]
    return {
        "x": positions,
        "y": [value.value for value in series_values],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [(value.high or value.value) - value.value for value in series_values],
            "arrayminus": [
                value.value - (value.value if value.low is None else value.low)
                for value in series_values
            ],
            "color": _colour(series_index),
            "thickness": 1.2,
            "width": 3,
        },
        "mode": "markers",
        "name": escape_label(series_values[0].series),
        "marker": {
            "size": 9,
            "color": _colour(series_index),
            "symbol": [f"{symbol}-open" if value.low_n else symbol for value in series_values],
            "line": {"width": 1.5},
        },
        "customdata": [list(value.keys) for value in series_values],
        "hovertext": [value.hover_text for value in series_values],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "cliponaxis": False,
    }


def _lines(
    series_values: Sequence[DayValue], positions: Sequence[float], series_index: int
) -> dict[str, Any]:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for (left_x, left), (right_x, right) in pairwise(zip(positions, series_values, strict=True)):
        if right_x - left_x < 1.5 and not (left.low_n or right.low_n):
            xs += [left_x, right_x, None]
            ys += [left.value, right.value, None]
    return {
        "x": xs,
        "y": ys,
        "mode": "lines",
        "line": {"color": _colour(series_index), "width": 1},
        "hoverinfo": "skip",
        "showlegend": False,
    }

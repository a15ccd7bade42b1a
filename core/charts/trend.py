"""The pass rate of one question set from run to run."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor

import plotly.graph_objects as go

from core.charts.accuracy import RateRow, interval_bars
from core.charts.style import (
    BAND,
    BLUE,
    LINE,
    PAPER,
    TEXT,
    apply_style,
    escape_label,
    format_percent,
    packed,
)

HEIGHT, LEAST_SPAN = 190, 0.3
"""Pixels; the least span of the axis of rates, so that small changes do not look large."""
STEPS = (0.02, 0.05, 0.1, 0.2)
MOST_TICKS = 6


def rate_trend(
    rows: Sequence[RateRow], title: str, *, subtitle: str, foot: Sequence[str] = ()
) -> go.Figure:
    """Draw the rates in order, the last point filled, with a band of their intervals, or a bar for
    an interval without a neighbour. A row's `note` is shown below its name.
    """
    rated_rows = [row for row in rows if row.value is not None]
    positions = list(range(len(rated_rows)))
    lone_rows = _lone_intervals(rated_rows)
    figure = go.Figure()
    lows = [row.interval[0] if row.interval else None for row in rated_rows]
    highs = [row.interval[1] if row.interval else None for row in rated_rows]
    for bound, fill in ((lows, None), (highs, "tonexty")):
        figure.add_scatter(
            x=positions,
            y=bound,
            mode="lines",
            line={"width": 0, "color": BAND},
            fill=fill,
            fillcolor=BAND,
            hoverinfo="skip",
            showlegend=False,
        )
    figure.add_scatter(
        x=positions,
        y=[row.value for row in rated_rows],
        mode="lines+markers+text",
        text=[
            f"{'  ' * (row.interval is not None)}{format_percent(row.value or 0.0, 1)}"
            for row in lone_rows
        ],
        textposition=["middle right" if row.interval else "top center" for row in lone_rows],
        textfont={"color": TEXT},
        line={"color": BLUE, "width": 2},
        marker={
            "size": 9,
            "color": [PAPER] * (len(rated_rows) - 1) + [BLUE],
            "line": {"color": BLUE, "width": 2},
        },
        error_y=interval_bars(lone_rows),
        customdata=[[row.key] for row in rated_rows],
        hovertext=[_hover(row) for row in rated_rows],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
        cliponaxis=False,
    )
    figure.update_xaxes(
        tickvals=positions,
        ticktext=[f"{escape_label(row.name)}<br>{escape_label(row.note)}" for row in rated_rows],
        range=[-0.5, max(0.5, len(rated_rows) - 0.5)],
        showgrid=False,
    )
    span = _span(rated_rows)
    figure.update_yaxes(tickformat=".0%", range=span, gridcolor=LINE, tickvals=_ticks(*span))
    styled = apply_style(
        figure, title=title, subtitle=subtitle, foot=packed(foot), plot_height=HEIGHT
    )
    return styled.update_layout(margin_l=56)


def _lone_intervals(rows: Sequence[RateRow]) -> list[RateRow]:
    """Return the rows, keeping only intervals without a neighbour, as a band needs two."""
    has_interval = [False, *(row.interval is not None for row in rows), False]
    return [
        replace(row, interval=None) if has_interval[index] or has_interval[index + 2] else row
        for index, row in enumerate(rows)
    ]


def _span(rows: Sequence[RateRow]) -> list[float]:
    """Return the range of the axis: all intervals, with room for the numbers above the points."""
    bounds = [end for row in rows for end in (*(row.interval or ()), row.value or 0.0)]
    low, high = min(bounds, default=0.0), max(bounds, default=1.0)
    spare = max(0.0, LEAST_SPAN - (high - low)) / 2
    return [max(-0.02, low - spare - 0.03), min(1.08, high + spare + 0.06)]


def _ticks(low: float, high: float) -> list[float]:
    """Return round shares for ticks within the range and [0, 1], in at most MOST_TICKS steps."""
    step = next(step for step in STEPS if (high - low) / step <= MOST_TICKS)
    first, last = ceil(max(0.0, low) / step), floor(min(1.0, high) / step + 1e-9)
    return [round(index * step, 2) for index in range(first, last + 1)]


def _hover(row: RateRow) -> str:
    text = f"<b>{escape_label(row.name)}</b><br>{format_percent(row.value or 0.0, 1)} n = {row.n:,}"
    if row.interval is None:
        return text
    low, high = (format_percent(end, 1) for end in row.interval)
    return f"{text}<br>{low} – {high}"

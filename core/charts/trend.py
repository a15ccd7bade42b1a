"""The pass rate of one set from run to run."""

from collections.abc import Sequence
from math import ceil, floor

import plotly.graph_objects as go

from core.charts.accuracy import RateRow
from core.charts.style import (
    BAND,
    BLUE,
    LINE,
    PAPER,
    TEXT,
    apply_style,
    escape_label,
    packed,
    percent,
)

HEIGHT, LEAST_SPAN = 190, 0.3
"""Pixels; the least that the axis of rates spans, so that small changes do not look large."""
STEPS = (0.02, 0.05, 0.1, 0.2)
MOST_TICKS = 6


def rate_trend(
    rows: Sequence[RateRow], title: str, *, subtitle: str, foot: Sequence[str] = ()
) -> go.Figure:
    """The rows in their order, the last one filled; a band holds their intervals, where they have
    one. A row's `note` stands below its name.
    """
    shown = [row for row in rows if row.value is not None]
    places = list(range(len(shown)))
    figure = go.Figure()
    lows = [row.interval[0] if row.interval else None for row in shown]
    highs = [row.interval[1] if row.interval else None for row in shown]
    for bound, fill in ((lows, None), (highs, "tonexty")):
        figure.add_scatter(
            x=places,
            y=bound,
            mode="lines",
            line={"width": 0, "color": BAND},
            fill=fill,
            fillcolor=BAND,
            hoverinfo="skip",
            showlegend=False,
        )
    figure.add_scatter(
        x=places,
        y=[row.value for row in shown],
        mode="lines+markers+text",
        text=[percent(row.value or 0.0, 1) for row in shown],
        textposition="top center",
        textfont={"color": TEXT},
        line={"color": BLUE, "width": 2},
        marker={
            "size": 9,
            "color": [PAPER] * (len(shown) - 1) + [BLUE],
            "line": {"color": BLUE, "width": 2},
        },
        customdata=[[row.key] for row in shown],
        hovertext=[_hover(row) for row in shown],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
        cliponaxis=False,
    )
    figure.update_xaxes(
        tickvals=places,
        ticktext=[f"{escape_label(row.name)}<br>{escape_label(row.note)}" for row in shown],
        range=[-0.5, max(0.5, len(shown) - 0.5)],
        showgrid=False,
    )
    span = _span(shown)
    figure.update_yaxes(tickformat=".0%", range=span, gridcolor=LINE, tickvals=_ticks(*span))
    drawn = apply_style(
        figure, title=title, subtitle=subtitle, foot=packed(foot), plot_height=HEIGHT
    )
    return drawn.update_layout(margin_l=56)


def _span(rows: Sequence[RateRow]) -> list[float]:
    """What the axis shows: all intervals, with room for the numbers above the points."""
    ends = [end for row in rows for end in (*(row.interval or ()), row.value or 0.0)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    spare = max(0.0, LEAST_SPAN - (high - low)) / 2
    return [max(-0.02, low - spare - 0.03), min(1.08, high + spare + 0.06)]


def _ticks(low: float, high: float) -> list[float]:
    """At most six round shares from 0 to 1; the room above 100 % has none."""
    step = next(step for step in STEPS if (high - low) / step <= MOST_TICKS)
    first, last = ceil(max(0.0, low) / step), floor(min(1.0, high) / step + 1e-9)
    return [round(at * step, 2) for at in range(first, last + 1)]


def _hover(row: RateRow) -> str:
    said = f"<b>{escape_label(row.name)}</b><br>{percent(row.value or 0.0, 1)} n={row.n:,}"
    if row.interval is None:
        return said
    low, high = (percent(end, 1) for end in row.interval)
    return f"{said}<br>{low} – {high}"

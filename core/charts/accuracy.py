"""Pass rates of groups as points with intervals, one row or one column per group."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import plotly.graph_objects as go

from core.charts.style import (
    BLUE,
    LINE,
    QUIET,
    TEXT,
    WHISKER,
    apply_style,
    escape_label,
    format_percent,
    packed,
)
from core.locale import DEFAULT_LANGUAGE, Wording, wording

PLOT_HEIGHT, ROW_HEIGHT, NARROWEST = 300, 30, 90
"""Pixels: plot height of `rates_across`; height of a row of `rates_down`, and least of all rows."""
LONGEST_NAME, PALE = 44, "#7B8087"
"""Characters of a name on an axis; the colour of points whose n is too small."""
TICK_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
"""Steps between ticks on an axis of differences; the smallest with at most four a side is used."""


@dataclass(frozen=True, slots=True)
class RateRow:
    """A group in a figure: its share and interval in [0, 1]. A click on the group returns `key`.

    `low_n`: n is too small to rank by. `note` is an extra line on hover.
    """

    key: str
    name: str
    value: float | None
    interval: tuple[float, float] | None
    n: int
    low_n: bool = False
    note: str = ""


def rates_down(
    rows: Sequence[RateRow],
    title: str,
    *,
    axis: str,
    foot: Sequence[str] = (),
    signed: bool = False,
    n_note: str = "",
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw one row for each group, its share as a point on its interval. `axis` is the axis title;
    `n_note` says what n counts, by default questions judged.
    `signed`: values are differences of shares, in [-1, 1].
    """
    _ = wording(language)
    rated_rows = [row for row in rows if row.value is not None]
    positions = [float(at) for at in range(len(rated_rows))]
    figure = go.Figure(
        go.Scatter(
            x=[row.value for row in rated_rows],
            y=positions,
            error_x=interval_bars(rated_rows),
            **_points(rated_rows, _),
        )
    )
    figure.update_yaxes(
        tickvals=positions,
        ticktext=[_short(row.name) for row in rated_rows],
        range=[len(rated_rows) - 0.5, -0.5],
        automargin=True,
        showgrid=False,
    )
    figure.update_xaxes(title_text=axis, tickformat=".0%", gridcolor=LINE)
    if signed:
        reach = max((abs(end) for row in rated_rows for end in row.interval or ()), default=1.0)
        figure.update_xaxes(range=[-1.1 * reach, 1.1 * reach], **_signed_ticks(reach))
        figure.add_vline(x=0, line={"color": QUIET, "width": 1})
    else:
        figure.update_xaxes(range=[-0.02, 1.02])
    for position, row in zip(positions, rated_rows, strict=True):
        figure.add_annotation(
            x=1,
            xref="paper",
            y=position,
            xanchor="left",
            xshift=10,
            showarrow=False,
            text=f"{_share(row.value or 0.0, signed=signed)} n = {row.n:,}",
            font={"size": 12, "color": QUIET if row.low_n else TEXT},
        )
    height = max(NARROWEST, ROW_HEIGHT * len(rated_rows))
    styled = apply_style(
        figure,
        title=title,
        foot=packed([*foot, *_notes(rated_rows, n_note, _)]),
        plot_height=height,
    )
    return styled.update_layout(margin_r=130)


def rates_across(
    rows: Sequence[RateRow],
    title: str,
    *,
    axis: str,
    across: str,
    foot: Sequence[str] = (),
    n_note: str = "",
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw groups in a natural order, such as days; `across` is the title of their axis. A line
    joins neighbours unless one of them is muted.
    """
    _ = wording(language)
    rated_rows = [row for row in rows if row.value is not None]
    positions = list(range(len(rated_rows)))
    figure = go.Figure(
        go.Scatter(
            x=positions,
            y=[row.value for row in rated_rows],
            error_y=interval_bars(rated_rows),
            **_points(rated_rows, _),
        )
    )
    if any(not (left.low_n or right.low_n) for left, right in pairwise(rated_rows)):
        figure.add_scatter(
            x=positions,
            y=[None if row.low_n else row.value for row in rated_rows],
            mode="lines",
            line={"color": BLUE, "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
    every = -(-len(rated_rows) // 14) or 1
    figure.update_xaxes(
        title_text=across,
        tickvals=positions[::every],
        ticktext=[_short(row.name, 12) for row in rated_rows[::every]],
        range=[-0.5, max(0.5, len(rated_rows) - 0.5)],
        showgrid=False,
    )
    figure.update_yaxes(title_text=axis, tickformat=".0%", range=[-0.02, 1.02], gridcolor=LINE)
    return apply_style(
        figure,
        title=title,
        foot=packed([*foot, *_notes(rated_rows, n_note, _)]),
        plot_height=PLOT_HEIGHT,
    )


def _share(value: float, *, signed: bool) -> str:
    """Return a percentage; `signed` adds + or the minus sign U+2212, unless it is 0.0%."""
    text = format_percent(abs(value), 1)
    if not signed or text == format_percent(0.0, 1):
        return text
    return f"{'+' if value > 0 else '−'}{text}"


def _signed_ticks(reach: float) -> dict[str, object]:
    step = next(step for step in TICK_STEPS if reach / step <= 4)
    last_tick = int(reach / step)
    ticks = [index * step for index in range(-last_tick, last_tick + 1)]
    labels = [_share(tick, signed=True).replace(".0%", "%") for tick in ticks]
    return {"tickvals": ticks, "ticktext": labels}


def _points(rows: Sequence[RateRow], _: Wording) -> dict[str, object]:
    return {
        "mode": "markers",
        "marker": {
            "size": 9,
            "color": [PALE if row.low_n else BLUE for row in rows],
            "symbol": ["circle-open" if row.low_n else "circle" for row in rows],
            "line": {"width": 1.5},
        },
        "customdata": [[row.key] for row in rows],
        "hovertext": [_hover(row, _) for row in rows],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "showlegend": False,
        "cliponaxis": False,
    }


def _hover(row: RateRow, _: Wording) -> str:
    lines = [f"<b>{escape_label(row.name)}</b>"]
    if row.value is not None and row.interval is not None:
        low, high = (format_percent(bound, 1) for bound in row.interval)
        lines += [
            f"{format_percent(row.value, 1)} n = {row.n:,}",
            _("95% CI {low} to {high}").format(low=low, high=high),
        ]
    if row.note:
        lines.append(escape_label(row.note))
    if row.low_n:
        lines.append(_("n < 25: too few to rank"))
    return "<br>".join(lines)


def interval_bars(rows: Sequence[RateRow]) -> dict[str, object]:
    """Return Plotly error bars from each share to both ends of its interval."""
    values = [row.value or 0.0 for row in rows]
    bounds = [
        (value, *(row.interval or (value, value))) for value, row in zip(values, rows, strict=True)
    ]
    return {
        "type": "data",
        "symmetric": False,
        "array": [high - value for value, _low, high in bounds],
        "arrayminus": [value - low for value, low, _high in bounds],
        "color": WHISKER,
        "thickness": 1.4,
        "width": 4,
    }


def _notes(rows: Sequence[RateRow], n_note: str, _: Wording) -> list[str]:
    notes = [_("lines: 95% CI"), n_note or _("n = questions judged")]
    if any(row.low_n for row in rows):
        notes.append(_("Open markers: n < 25, too few to rank"))
    return notes


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return escape_label(name if len(name) <= longest else f"{name[: longest - 1]}…")

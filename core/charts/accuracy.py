"""Pass rates of groups, downwards and across."""

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
    packed,
    percent,
)
from core.locale import DEFAULT_LANGUAGE, Wording, wording

PLOT_HEIGHT, ROW_HEIGHT, NARROWEST = 300, 30, 90
"""Pixels: of a figure across, of one row of a figure downwards, and of all its rows at least."""
LONGEST_NAME, PALE = 44, "#7B8087"
"""Characters of a name on an axis; where n is too small."""
TICK_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
"""Between the names on an axis of differences, at most four to a side."""


@dataclass(frozen=True, slots=True)
class RateRow:
    """A group as a figure shows it. Shares in [0, 1]; `key` is handed back by a click on it.

    `muted`: n is too small to rank by. `note` is one line more on hover.
    """

    key: str
    name: str
    value: float | None
    interval: tuple[float, float] | None
    n: int
    muted: bool = False
    note: str = ""


def rates_down(
    rows: Sequence[RateRow],
    title: str,
    *,
    axis: str,
    foot: Sequence[str] = (),
    signed: bool = False,
    counted: str = "",
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """One row a group, its share as a point on its interval; `axis` says what the share is of, and
    `counted` what n counts, questions judged where nothing is said.
    `signed`: values are differences of shares, in [-1, 1].
    """
    _ = wording(language)
    shown = [row for row in rows if row.value is not None]
    places = [float(at) for at in range(len(shown))]
    figure = go.Figure(
        go.Scatter(
            x=[row.value for row in shown],
            y=places,
            error_x=_bars(shown),
            **_points(shown, _),
        )
    )
    figure.update_yaxes(
        tickvals=places,
        ticktext=[_short(row.name) for row in shown],
        range=[len(shown) - 0.5, -0.5],
        automargin=True,
        showgrid=False,
    )
    figure.update_xaxes(title_text=axis, tickformat=".0%", gridcolor=LINE)
    if signed:
        far = max((abs(end) for row in shown for end in row.interval or ()), default=1.0)
        figure.update_xaxes(range=[-1.1 * far, 1.1 * far], **_signed_ticks(far))
        figure.add_vline(x=0, line={"color": QUIET, "width": 1})
    else:
        figure.update_xaxes(range=[-0.02, 1.02])
    for place, row in zip(places, shown, strict=True):
        figure.add_annotation(
            x=1,
            xref="paper",
            y=place,
            xanchor="left",
            xshift=10,
            showarrow=False,
            text=f"{_share(row.value or 0.0, signed=signed)} n={row.n:,}",
            font={"size": 12, "color": QUIET if row.muted else TEXT},
        )
    height = max(NARROWEST, ROW_HEIGHT * len(shown))
    drawn = apply_style(
        figure, title=title, foot=packed([*foot, *_notes(shown, counted, _)]), plot_height=height
    )
    return drawn.update_layout(margin_r=130)


def rates_across(
    rows: Sequence[RateRow],
    title: str,
    *,
    axis: str,
    across: str,
    foot: Sequence[str] = (),
    counted: str = "",
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Groups that follow each other, such as days; `across` names what they are. A line joins
    neighbours that both have enough results to tell a rise from chance.
    """
    _ = wording(language)
    shown = [row for row in rows if row.value is not None]
    places = list(range(len(shown)))
    figure = go.Figure(
        go.Scatter(
            x=places,
            y=[row.value for row in shown],
            error_y=_bars(shown),
            **_points(shown, _),
        )
    )
    if any(not (one.muted or other.muted) for one, other in pairwise(shown)):
        figure.add_scatter(
            x=places,
            y=[None if row.muted else row.value for row in shown],
            mode="lines",
            line={"color": BLUE, "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
    every = -(-len(shown) // 14) or 1
    figure.update_xaxes(
        title_text=across,
        tickvals=places[::every],
        ticktext=[_short(row.name, 12) for row in shown[::every]],
        range=[-0.5, max(0.5, len(shown) - 0.5)],
        showgrid=False,
    )
    figure.update_yaxes(title_text=axis, tickformat=".0%", range=[-0.02, 1.02], gridcolor=LINE)
    return apply_style(
        figure,
        title=title,
        foot=packed([*foot, *_notes(shown, counted, _)]),
        plot_height=PLOT_HEIGHT,
    )


def _share(value: float, *, signed: bool) -> str:
    """A difference has its sign, as wide as a plus; nothing has none."""
    said = percent(abs(value), 1)
    if not signed or said == percent(0.0, 1):
        return said
    return f"{'+' if value > 0 else '−'}{said}"


def _signed_ticks(far: float) -> dict[str, object]:
    step = next(one for one in TICK_STEPS if far / one <= 4)
    most = int(far / step)
    ticks = [at * step for at in range(-most, most + 1)]
    named = [_share(tick, signed=True).replace(".0%", "%") for tick in ticks]
    return {"tickvals": ticks, "ticktext": named}


def _points(rows: Sequence[RateRow], _: Wording) -> dict[str, object]:
    return {
        "mode": "markers",
        "marker": {
            "size": 9,
            "color": [PALE if row.muted else BLUE for row in rows],
            "symbol": ["circle-open" if row.muted else "circle" for row in rows],
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
        low, high = (percent(bound, 1) for bound in row.interval)
        lines += [
            f"{percent(row.value, 1)} n={row.n:,}",
            _("95% CI {low} to {high}").format(low=low, high=high),
        ]
    if row.note:
        lines.append(escape_label(row.note))
    if row.muted:
        lines.append(_("n < 25: too few to rank"))
    return "<br>".join(lines)


def _bars(rows: Sequence[RateRow]) -> dict[str, object]:
    """Whiskers from the share to both ends of its interval."""
    values = [row.value or 0.0 for row in rows]
    ends = [
        (value, *(row.interval or (value, value))) for value, row in zip(values, rows, strict=True)
    ]
    return {
        "type": "data",
        "symmetric": False,
        "array": [high - value for value, _low, high in ends],
        "arrayminus": [value - low for value, low, _high in ends],
        "color": WHISKER,
        "thickness": 1.4,
        "width": 4,
    }


def _notes(rows: Sequence[RateRow], counted: str, _: Wording) -> list[str]:
    notes = [_("lines: 95% CI"), counted or _("n = questions judged")]
    if any(row.muted for row in rows):
        notes.append(_("Open markers: n < 25, too few to rank"))
    return notes


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return escape_label(name if len(name) <= longest else f"{name[: longest - 1]}…")

"""Pass rates of groups, the threshold curve, and decisions over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import plotly.graph_objects as go

from core.charts.style import (
    BLUE,
    LINE,
    QUIET,
    RIGHT,
    TEXT,
    WRONG,
    dressed,
    packed,
    percent,
    safe,
)
from core.locale import DEFAULT_LANGUAGE, Wording, wording

PLOT_HEIGHT, ROW_HEIGHT, NARROWEST = 300, 30, 90
"""Pixels: of a figure across, of one row of a figure downwards, and of all its rows at least."""
MOST_BARS, LONGEST_NAME, PALE = 8, 44, "#9A9EA5"
"""Reviewers with a colour of their own; characters of a name on an axis; where n is too small."""

REVIEWER_COLOURS = (
    *(BLUE, "#D08A2E", "#4E8D6B", "#9A6A9F", "#B9574A", "#5AA3B5", "#8A7B45", "#C58BA6"),
    "#B8B5AC",
)
"""As many as MOST_BARS and one for the others; told apart by colour-blind readers in this order."""
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


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """What a threshold makes of stored results; None where nobody's decisions tell."""

    threshold: float
    rate: float
    precision: float | None = None
    recall: float | None = None


def rates_down(
    rows: Sequence[RateRow],
    title: str,
    *,
    axis: str,
    foot: Sequence[str] = (),
    signed: bool = False,
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """One row a group, its share as a point on its interval; `axis` says what the share is of.
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
    drawn = dressed(
        figure, title=title, foot=packed([*foot, *_notes(shown, _)]), plot_height=height
    )
    return drawn.update_layout(margin_r=130)


def rates_across(
    rows: Sequence[RateRow],
    title: str,
    *,
    axis: str,
    across: str,
    foot: Sequence[str] = (),
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
    return dressed(
        figure,
        title=title,
        foot=packed([*foot, *_notes(shown, _)]),
        plot_height=PLOT_HEIGHT,
    )


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
        (_("flags that people agree with"), RIGHT, "dash", [one.precision for one in points]),
        (_("faults that would be flagged"), WRONG, "dot", [one.recall for one in points]),
    )
    for name, colour, dash, values in lines:
        if any(value is not None for value in values):
            figure.add_scatter(
                x=[one.threshold for one in points],
                y=values,
                mode="lines",
                name=name,
                line={"color": colour, "dash": dash, "width": 2},
                hovertemplate=f"{safe(name)}: %{{y:.1%}} · %{{x:.2f}}<extra></extra>",
            )
    figure.add_vline(x=chosen, line={"color": TEXT, "width": 1})
    figure.update_xaxes(
        title_text=_("similarity a quote must have"), tickformat=".2f", showgrid=False
    )
    figure.update_yaxes(
        title_text=_("share"), tickformat=".0%", range=[-0.02, 1.02], gridcolor=LINE
    )
    return dressed(figure, title=title, foot=packed(foot), plot_height=PLOT_HEIGHT)


def decisions_by_day(
    days: Sequence[str],
    made: Mapping[str, Mapping[str, int]],
    title: str,
    *,
    foot: Sequence[str] = (),
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Decisions a day, stacked by reviewer; those beyond MOST_BARS are one bar together."""
    _ = wording(language)
    figure = go.Figure()
    names = list(made)
    own, rest = names[:MOST_BARS], names[MOST_BARS:]
    series = {name: [made[name].get(day, 0) for day in days] for name in own}
    if rest:
        others = [sum(made[name].get(day, 0) for name in rest) for day in days]
        series[_("{n} others").format(n=len(rest))] = others
    for (name, counts), colour in zip(series.items(), REVIEWER_COLOURS, strict=False):
        figure.add_bar(
            x=[day[5:] for day in days],
            y=counts,
            name=safe(name),
            marker={"color": colour},
            showlegend=True,
            hovertemplate=f"{safe(name)} · %{{x}}: %{{y:,}}<extra></extra>",
        )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(type="category", title_text=_("day (UTC)"), showgrid=False)
    figure.update_yaxes(title_text=_("decisions"), gridcolor=LINE, rangemode="tozero")
    return dressed(figure, title=title, foot=packed(foot), plot_height=PLOT_HEIGHT)


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
    named = [_share(tick, signed=True).replace(".0 %", " %") for tick in ticks]
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
    lines = [f"<b>{safe(row.name)}</b>"]
    if row.value is not None and row.interval is not None:
        low, high = (percent(bound, 1) for bound in row.interval)
        lines += [
            f"{percent(row.value, 1)} n={row.n:,}",
            _("95 % interval {low} to {high}").format(low=low, high=high),
        ]
    if row.note:
        lines.append(safe(row.note))
    if row.muted:
        lines.append(_("n < 25: too few to rank"))
    return "<br>".join(lines)


def _bars(rows: Sequence[RateRow]) -> dict[str, object]:
    """Whiskers from the share to both ends of its interval."""
    ends = [(row.value or 0.0, *(row.interval or (0.0, 0.0))) for row in rows]
    return {
        "type": "data",
        "symmetric": False,
        "array": [high - value for value, _low, high in ends],
        "arrayminus": [value - low for value, low, _high in ends],
        "color": "#8FA9BC",
        "thickness": 1.4,
        "width": 4,
    }


def _notes(rows: Sequence[RateRow], _: Wording) -> list[str]:
    notes = [_("lines: 95 % intervals"), _("n = questions judged")]
    if any(row.muted for row in rows):
        notes.append(_("open markers: n < 25, too few to rank"))
    return notes


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return safe(name if len(name) <= longest else f"{name[: longest - 1]}…")

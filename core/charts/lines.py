"""Depth tests as lines with intervals: over depth and over context length."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import plotly.graph_objects as go

from core.charts.provenance import provenance, tested
from core.charts.style import (
    LINE,
    QUIET,
    TEXT,
    apply_style,
    name_lengths,
    ordered_colours,
    packed,
    percent,
    tokens,
)
from core.charts.words import accuracy_said
from core.depth.cells import DepthBinStats, percent_of
from core.depth.effective_length import EffectiveLength, incomplete_lengths
from core.depth.results import DatasetMetadata
from core.locale import DEFAULT_LANGUAGE, Wording, wording
from core.stats import ClusteredRate

HEIGHT, MOST_LINES, MOST_BARS = 330, 8, 16
"""Pixels; more lines than these cannot be told apart; at more places than these intervals would
hide the lines, and show on hover alone.
"""

_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "triangle-down", "x")


def accuracy_over_depth(
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None = None,
    *,
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """One line a context length; depths stand where they are, 0 % to 100 %."""
    _ = wording(language)
    labels = list(dict.fromkeys(cell.depth_bin for cell in bins))
    numbers = _places(labels)
    places = dict(zip(labels, numbers, strict=True))
    series = _series(bins, lambda cell: tokens(cell.context_length))
    figure = _lines(series, lambda cell: places[cell.depth_bin], numbers, _)
    figure.update_xaxes(title_text=_("evidence depth"), showgrid=False)
    if len(labels) <= 12:
        figure.update_xaxes(tickvals=numbers, ticktext=labels)
    else:
        figure.update_xaxes(ticksuffix="%")
    title = _("Accuracy over depth, by context length")
    return _dressed(figure, bins, metadata, title, _lines_left_out(series, _), _)


def accuracy_over_length(
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None = None,
    *,
    by_length: Mapping[int, ClusteredRate] | None = None,
    effective: EffectiveLength | None = None,
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """One line a depth. With `by_length` a line over all depths, at lengths that miss none; with
    `effective` what that line's lower bound has to reach, and the sentence that says how long it
    does.
    """
    _ = wording(language)
    lengths = list(dict.fromkeys(cell.context_length for cell in bins))
    places = {length: float(at) for at, length in enumerate(lengths)}
    series = _series(bins, lambda cell: cell.depth_bin)
    figure = _lines(series, lambda cell: places[cell.context_length], list(places.values()), _)
    if by_length:
        missing = incomplete_lengths(bins)
        whole = {at: rate for at, rate in by_length.items() if at in places and at not in missing}
        _add_all_depths(figure, whole, places, _)
    if effective and effective.threshold is not None:
        # A line of its own in the legend: a label beside it would lie across the intervals.
        figure.add_scatter(
            x=[-0.3, len(lengths) - 0.7],
            y=[effective.threshold] * 2,
            mode="lines",
            name=_("required: {share}").format(share=percent(effective.threshold, 1)),
            line={"color": QUIET, "width": 1, "dash": "dash"},
            hoverinfo="skip",
        )
    name_lengths(figure, lengths, _)
    said = [effective.said, effective.left_out] if effective else []
    title = _("Accuracy over context length, by depth")
    foot = [one.worded(_) for one in said if one] + _lines_left_out(series, _)
    return _dressed(figure, bins, metadata, title, foot, _)


def _places(labels: Sequence[str]) -> list[float]:
    """The depths themselves; the labels' numbers where one of them is no percentage."""
    percents = [known for label in labels if (known := percent_of(label)) is not None]
    return percents if len(percents) == len(labels) else [float(at) for at in range(len(labels))]


def _series(
    bins: Sequence[DepthBinStats], name: Callable[[DepthBinStats], str]
) -> dict[str, list[DepthBinStats]]:
    """Cells by the line they belong to, in the order they come."""
    series: dict[str, list[DepthBinStats]] = {}
    for cell in bins:
        series.setdefault(name(cell), []).append(cell)
    return series


def _drawn(
    series: Mapping[str, Sequence[DepthBinStats]],
) -> dict[str, Sequence[DepthBinStats]]:
    """All lines; of many as many as can be told apart, the first and the last among them."""
    names = list(series)
    last, most = len(names) - 1, MOST_LINES - 1
    if len(names) > MOST_LINES:
        names = [names[round(at * last / most)] for at in range(MOST_LINES)]
    return {name: series[name] for name in names}


def _lines_left_out(series: Mapping[str, Sequence[DepthBinStats]], _: Wording) -> list[str]:
    drawn = len(_drawn(series))
    if drawn == len(series):
        return []
    said = _("{drawn} of {all} lines shown; the heatmap has all")
    return [said.format(drawn=drawn, all=len(series))]


def _lines(
    series: Mapping[str, Sequence[DepthBinStats]],
    place: Callable[[DepthBinStats], float],
    places: Sequence[float],
    _: Wording,
) -> go.Figure:
    """Lines stand a little aside of each other, so that their intervals do not hide one another.
    A line is broken where a cell has no answer.
    """
    figure = go.Figure()
    drawn, bars = _drawn(series), len(places) <= MOST_BARS
    aside = _aside(places, len(drawn))
    for at, (name, colour) in enumerate(zip(drawn, ordered_colours(len(drawn)), strict=True)):
        cells = drawn[name]
        shift = (at - (len(drawn) - 1) / 2) * aside
        figure.add_scatter(
            x=[place(cell) + shift for cell in cells],
            y=[cell.accuracy for cell in cells],
            mode="lines+markers",
            name=name,
            line={"color": colour, "width": 1.6},
            marker={
                "size": 7,
                "symbol": [_symbol(at, cell) for cell in cells],
                "line": {"color": colour, "width": 1.4},
            },
            error_y=_bars([cell.rate for cell in cells], colour) if bars else None,
            hovertext=[f"<b>{name}</b><br>{_said(cell, _)}" for cell in cells],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    return figure


def _aside(places: Sequence[float], lines: int) -> float:
    """Together the lines take less than half of the least gap, and little of the whole width."""
    ordered = sorted(places)
    gaps = [after - before for before, after in pairwise(ordered)]
    return min(min(gaps) / (2 * lines), (ordered[-1] - ordered[0]) / 160) if gaps else 0.0


def _symbol(at: int, cell: DepthBinStats) -> str:
    symbol = _SYMBOLS[at % len(_SYMBOLS)]
    return f"{symbol}-open" if cell.muted else symbol


def _bars(rates: Sequence[ClusteredRate | None], colour: str) -> dict[str, object]:
    above: list[float | None] = []
    below: list[float | None] = []
    for rate in rates:
        value, interval = (
            (rate.value, None if rate.too_few else rate.interval) if rate else (None, None)
        )
        if value is None or interval is None:
            above.append(None)
            below.append(None)
        else:
            above.append(interval[1] - value)
            below.append(value - interval[0])
    look = {"color": colour, "thickness": 1, "width": 3}
    return {"type": "data", "symmetric": False, "array": above, "arrayminus": below, **look}


def _add_all_depths(
    figure: go.Figure,
    by_length: Mapping[int, ClusteredRate],
    places: Mapping[int, float],
    _: Wording,
) -> None:
    figure.add_scatter(
        x=[places[length] for length in by_length],
        y=[rate.value for rate in by_length.values()],
        mode="lines+markers",
        name=_("all depths"),
        line={"color": TEXT, "width": 3},
        marker={"size": 8},
        error_y=_bars(list(by_length.values()), TEXT) | {"thickness": 2},
        hovertext=[_rate_said(rate, _) for rate in by_length.values()],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _said(cell: DepthBinStats, _: Wording) -> str:
    said = f"{tokens(cell.context_length)} · {cell.depth_bin}"
    return f"{said}<br>{_rate_said(cell.rate, _)}" if cell.rate else said


def _rate_said(rate: ClusteredRate, _: Wording) -> str:
    if rate.value is None or rate.interval is None:
        return _("no answers")
    low, high = (percent(bound, 1) for bound in rate.interval)
    said = accuracy_said(rate.value, rate.items, _)
    if rate.too_few:
        return f"{said}<br>" + _("too few to say how sure")
    return f"{said}<br>" + _("95% CI {low} to {high}").format(low=low, high=high)


def _dressed(
    figure: go.Figure,
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None,
    title: str,
    said: Sequence[str],
    _: Wording,
) -> go.Figure:
    figure.update_yaxes(
        title_text=_("accuracy"), tickformat=".0%", range=[-0.02, 1.02], gridcolor=LINE
    )
    bars = any(trace.error_y.array is not None for trace in figure.data)
    notes = [_("Bars: 95% CI")] if bars else []
    if any(cell.muted and cell.accuracy is not None for cell in bins):
        notes.append(_("Open markers: n < 25, too few to rank"))
    foot = [*packed(said), *packed([*provenance(metadata, _), *notes])]
    return apply_style(
        figure, title=title, subtitle=tested(metadata, _), foot=foot, plot_height=HEIGHT
    )

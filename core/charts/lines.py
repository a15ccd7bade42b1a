"""Line charts of depth tests: accuracy over depth and over context length, with intervals."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import plotly.graph_objects as go

from core.charts.provenance import model_label, provenance
from core.charts.style import (
    LINE,
    QUIET,
    TEXT,
    apply_style,
    format_percent,
    format_tokens,
    name_lengths,
    ordered_colours,
    packed,
)
from core.charts.words import accuracy_text
from core.depth import DatasetMetadata, DepthBinStats, EffectiveLength, incomplete_lengths
from core.depth.cells import percent_of
from core.locale import DEFAULT_LANGUAGE, Wording, wording
from core.stats import ClusteredRate

HEIGHT, MOST_LINES, MOST_BARS = 330, 8, 16
"""Pixels; the most lines that can be told apart; with more positions than this, intervals would
hide the lines and show only on hover.
"""

_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "triangle-down", "x")


def accuracy_over_depth(
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None = None,
    *,
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw one line for each context length, over depths from 0% to 100%."""
    _ = wording(language)
    labels = list(dict.fromkeys(cell.depth_bin for cell in bins))
    numbers = _depth_positions(labels)
    positions = dict(zip(labels, numbers, strict=True))
    series = _series(bins, lambda cell: format_tokens(cell.context_length))
    figure = _lines(series, lambda cell: positions[cell.depth_bin], numbers, _)
    figure.update_xaxes(title_text=_("evidence depth"), showgrid=False)
    if len(labels) <= 12:
        figure.update_xaxes(tickvals=numbers, ticktext=labels)
    else:
        figure.update_xaxes(ticksuffix="%")
    title = _("Accuracy over depth, by context length")
    return _styled(figure, bins, metadata, title, _omitted_lines_note(series, _), _)


def accuracy_over_length(
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None = None,
    *,
    by_length: Mapping[int, ClusteredRate] | None = None,
    effective: EffectiveLength | None = None,
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw one line for each depth. `by_length` adds a line over all depths, at lengths that have
    results at every depth; `effective` adds its threshold and its sentence.
    """
    _ = wording(language)
    lengths = list(dict.fromkeys(cell.context_length for cell in bins))
    positions = {length: float(at) for at, length in enumerate(lengths)}
    series = _series(bins, lambda cell: cell.depth_bin)
    figure = _lines(
        series, lambda cell: positions[cell.context_length], list(positions.values()), _
    )
    if by_length:
        missing = incomplete_lengths(bins)
        all_depths = {
            at: rate for at, rate in by_length.items() if at in positions and at not in missing
        }
        _add_all_depths(figure, all_depths, positions, _)
    if effective and effective.threshold is not None:
        # In the legend, as a label at the line would cover the intervals.
        figure.add_scatter(
            x=[-0.3, len(lengths) - 0.7],
            y=[effective.threshold] * 2,
            mode="lines",
            name=_("required: {share}").format(share=format_percent(effective.threshold, 1)),
            line={"color": QUIET, "width": 1, "dash": "dash"},
            hoverinfo="skip",
        )
    name_lengths(figure, lengths, _)
    sentences = [effective.said, effective.left_out] if effective else []
    title = _("Accuracy over context length, by depth")
    foot = [sentence.translate(_) for sentence in sentences if sentence] + _omitted_lines_note(
        series, _
    )
    return _styled(figure, bins, metadata, title, foot, _)


def _depth_positions(labels: Sequence[str]) -> list[float]:
    """Return the depths in percent, or the labels' indices if one of them is no percentage."""
    percents = [value for label in labels if (value := percent_of(label)) is not None]
    return percents if len(percents) == len(labels) else [float(at) for at in range(len(labels))]


def _series(
    bins: Sequence[DepthBinStats], name: Callable[[DepthBinStats], str]
) -> dict[str, list[DepthBinStats]]:
    """Group cells by the name of their line, in order."""
    series: dict[str, list[DepthBinStats]] = {}
    for cell in bins:
        series.setdefault(name(cell), []).append(cell)
    return series


def _distinct_series(
    series: Mapping[str, Sequence[DepthBinStats]],
) -> dict[str, Sequence[DepthBinStats]]:
    """Return all series, or MOST_LINES evenly spaced ones including the first and the last."""
    names = list(series)
    last_index, last_line = len(names) - 1, MOST_LINES - 1
    if len(names) > MOST_LINES:
        names = [names[round(at * last_index / last_line)] for at in range(MOST_LINES)]
    return {name: series[name] for name in names}


def _omitted_lines_note(series: Mapping[str, Sequence[DepthBinStats]], _: Wording) -> list[str]:
    drawn_count = len(_distinct_series(series))
    if drawn_count == len(series):
        return []
    template = _("{drawn} of {all} lines shown; the heatmap has all")
    return [template.format(drawn=drawn_count, all=len(series))]


def _lines(
    series: Mapping[str, Sequence[DepthBinStats]],
    position: Callable[[DepthBinStats], float],
    positions: Sequence[float],
    _: Wording,
) -> go.Figure:
    """Draw the lines with a small horizontal offset, so that intervals do not hide each other. A
    line is broken where a cell has no answer.
    """
    figure = go.Figure()
    drawn_series, bars = _distinct_series(series), len(positions) <= MOST_BARS
    step = _series_offset(positions, len(drawn_series))
    for line_index, (name, colour) in enumerate(
        zip(drawn_series, ordered_colours(len(drawn_series)), strict=True)
    ):
        cells = drawn_series[name]
        shift = (line_index - (len(drawn_series) - 1) / 2) * step
        figure.add_scatter(
            x=[position(cell) + shift for cell in cells],
            y=[cell.accuracy for cell in cells],
            mode="lines+markers",
            name=name,
            line={"color": colour, "width": 1.6},
            marker={
                "size": 7,
                "symbol": [_symbol(line_index, cell) for cell in cells],
                "line": {"color": colour, "width": 1.4},
            },
            error_y=_bars([cell.rate for cell in cells], colour) if bars else None,
            hovertext=[f"<b>{name}</b><br>{_cell_hover(cell, _)}" for cell in cells],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    return figure


def _series_offset(positions: Sequence[float], lines: int) -> float:
    """Return the offset between lines: all fit in half of the least gap between positions, and one
    step is at most 1/160 of the axis.
    """
    ordered = sorted(positions)
    gaps = [right - left for left, right in pairwise(ordered)]
    return min(min(gaps) / (2 * lines), (ordered[-1] - ordered[0]) / 160) if gaps else 0.0


def _symbol(line_index: int, cell: DepthBinStats) -> str:
    symbol = _SYMBOLS[line_index % len(_SYMBOLS)]
    return f"{symbol}-open" if cell.low_n else symbol


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
    positions: Mapping[int, float],
    _: Wording,
) -> None:
    figure.add_scatter(
        x=[positions[length] for length in by_length],
        y=[rate.value for rate in by_length.values()],
        mode="lines+markers",
        name=_("all depths"),
        line={"color": TEXT, "width": 3},
        marker={"size": 8},
        error_y=_bars(list(by_length.values()), TEXT) | {"thickness": 2},
        hovertext=[_rate_hover(rate, _) for rate in by_length.values()],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _cell_hover(cell: DepthBinStats, _: Wording) -> str:
    text = f"{format_tokens(cell.context_length)} · {cell.depth_bin}"
    return f"{text}<br>{_rate_hover(cell.rate, _)}" if cell.rate else text


def _rate_hover(rate: ClusteredRate, _: Wording) -> str:
    if rate.value is None or rate.interval is None:
        return _("no answers")
    low, high = (format_percent(bound, 1) for bound in rate.interval)
    text = accuracy_text(rate.value, rate.items, _)
    if rate.too_few:
        return f"{text}<br>" + _("too few to say how sure")
    return f"{text}<br>" + _("95% CI {low} to {high}").format(low=low, high=high)


def _styled(
    figure: go.Figure,
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None,
    title: str,
    notes_above: Sequence[str],
    _: Wording,
) -> go.Figure:
    figure.update_yaxes(
        title_text=_("accuracy"), tickformat=".0%", range=[-0.02, 1.02], gridcolor=LINE
    )
    bars = any(trace.error_y.array is not None for trace in figure.data)
    notes = [_("Bars: 95% CI")] if bars else []
    if any(cell.low_n and cell.accuracy is not None for cell in bins):
        notes.append(_("Open markers: n < 25, too few to rank"))
    foot = [*packed(notes_above), *packed([*provenance(metadata, _), *notes])]
    return apply_style(
        figure, title=title, subtitle=model_label(metadata, _), foot=foot, plot_height=HEIGHT
    )

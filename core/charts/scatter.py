"""Scatter plot of the target and actual depth of the evidence in a depth test."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import plotly.graph_objects as go

from core.charts.provenance import model_label, provenance
from core.charts.style import (
    LINE,
    QUIET,
    RIGHT,
    WRONG,
    apply_style,
    escape_label,
    format_percent,
    format_tokens,
    packed,
)
from core.charts.words import OUTCOME_NAMES
from core.depth import DatasetMetadata, Outcome, ResultEntry
from core.depth.cells import percent_of
from core.depth.outcomes import ANSWERED
from core.locale import DEFAULT_LANGUAGE, Wording, wording

HEIGHT, DRAWN_POINTS = 390, 4000
"""Pixels; the most points that a browser draws quickly."""


@dataclass(frozen=True, slots=True)
class _Point:
    target: float
    entry: ResultEntry
    number: int = 0

    @property
    def jitter(self) -> float:
        """A horizontal jitter in [-0.04, 0.04) that depends only on the number of the point."""
        return ((self.number * 0.618034) % 1 - 0.5) * 0.08


def depth_scatter(
    results: Iterable[ResultEntry],
    metadata: DatasetMetadata | None = None,
    *,
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw target and actual depth of the evidence for every result that has a depth.

    Points are jittered sideways. Above DRAWN_POINTS results only every n-th is drawn, and the
    figure says so.
    """
    _ = wording(language)
    with_target = [
        _Point(target, entry)
        for entry in results
        if not entry.control and entry.depth is not None and (target := _target(entry)) is not None
    ]
    every = max(1, -(-len(with_target) // DRAWN_POINTS))
    drawn_points = [
        replace(point, number=number) for number, point in enumerate(with_target[::every])
    ]
    figure = go.Figure()
    for name, colour, symbol, outcomes in (
        (_("correct"), RIGHT, "circle", {Outcome.CORRECT}),
        (_("not correct"), WRONG, "x", ANSWERED - {Outcome.CORRECT}),
        (_("no answer"), QUIET, "circle-open", set(Outcome) - ANSWERED),
    ):
        points = [point for point in drawn_points if point.entry.outcome in outcomes]
        if points:
            figure.add_scatter(
                x=[point.target + point.jitter for point in points],
                y=[point.entry.depth for point in points],
                mode="markers",
                name=f"{name} ({len(points):,})",
                marker={"color": colour, "symbol": symbol, "size": 6, "opacity": 0.6},
                hovertext=[_hover(point, _) for point in points],
                hovertemplate="%{hovertext}<extra></extra>",
            )
    for shift, dash in ((0.0, "solid"), (0.05, "dot"), (-0.05, "dot")):
        figure.add_shape(
            type="line",
            layer="below",
            **{"x0": 0, "x1": 1, "y0": shift, "y1": 1 + shift},
            line={"color": "#B9B4A6", "width": 1, "dash": dash},
        )
    axis = {"tickformat": ".0%", "dtick": 0.25, "range": [-0.06, 1.06], "gridcolor": LINE}
    figure.update_xaxes(title_text=_("target depth"), **axis)
    figure.update_yaxes(title_text=_("actual depth"), **axis)
    notes = [_("Dotted: 5 points off"), _("Points are jittered horizontally")]
    if every > 1:
        notes.append(
            _("{drawn} of {all} results shown").format(
                drawn=f"{len(drawn_points):,}", all=f"{len(with_target):,}"
            )
        )
    return apply_style(
        figure,
        title=_("Target and actual position of the evidence"),
        subtitle=model_label(metadata, _),
        foot=packed([*provenance(metadata, _), *notes]),
        plot_height=HEIGHT,
    )


def _target(entry: ResultEntry) -> float | None:
    """Return the target depth, else that of the bin the result was assigned to."""
    if entry.target_depth is not None or entry.depth_bin is None:
        return entry.target_depth
    percents = percent_of(entry.depth_bin)
    return None if percents is None else percents / 100


def _hover(point: _Point, _: Wording) -> str:
    entry = point.entry
    aimed, reached = format_percent(point.target, 1), format_percent(entry.depth or 0.0, 1)
    return "<br>".join(
        [
            escape_label(entry.question[:60]),
            f"{format_tokens(entry.context_length)} · {aimed} → {reached}",
            _(OUTCOME_NAMES[entry.outcome]),
        ]
    )

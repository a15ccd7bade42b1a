"""Histograms of copy verification scores in [0, 1], one panel for each dimension."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.charts.reviewing import PLOT_HEIGHT, REVIEWER_COLOURS
from core.charts.style import (
    LINE,
    apply_style,
    escape_label,
    format_percent,
    packed,
    raise_legend,
    style_panel_titles,
)
from core.locale import DEFAULT_LANGUAGE, wording

PATTERNS = ("", "/", "x", ".", "\\", "-", "+", "|")
"""Each series has a pattern besides its colour, for colour-blind readers."""


@dataclass(frozen=True, slots=True)
class ScoreBins:
    """Scores of one `series` in one `panel`: `counts` in equal bins of [0, 1].

    A click returns `key`, the count and the index of the bin; `unscored` items are in no bin.
    `low_n`: too few to tell a shape from chance.
    """

    panel: str
    series: str
    key: str
    counts: Sequence[int]
    mean: float | None
    unscored: int = 0
    low_n: bool = False

    @property
    def n(self) -> int:
        return sum(self.counts)


def score_histograms(
    bins: Sequence[ScoreBins],
    title: str,
    *,
    foot: Sequence[str] = (),
    language: str = DEFAULT_LANGUAGE,
) -> go.Figure:
    """Draw histograms of shares rather than counts, so that series of any size can be compared."""
    _ = wording(language)
    panels = list(dict.fromkeys(item.panel for item in bins))
    series = list(dict.fromkeys(item.series for item in bins))
    figure = make_subplots(
        1,
        max(1, len(panels)),
        subplot_titles=[escape_label(panel) for panel in panels],
        shared_yaxes=True,
    )
    in_legend: set[str] = set()
    for item in bins:
        series_index = series.index(item.series)
        bin_count = len(item.counts)
        figure.add_bar(
            x=[(bin_index + 0.5) / bin_count for bin_index in range(bin_count)],
            y=[count / item.n if item.n else 0 for count in item.counts],
            row=1,
            col=panels.index(item.panel) + 1,
            name=escape_label(item.series),
            legendgroup=item.series,
            showlegend=item.series not in in_legend,
            marker={
                "color": REVIEWER_COLOURS[series_index % len(REVIEWER_COLOURS)],
                "pattern": {"shape": PATTERNS[series_index % len(PATTERNS)], "solidity": 0.6},
            },
            opacity=0.55 if item.low_n else 1,
            customdata=[
                [item.key, count, bin_index] for bin_index, count in enumerate(item.counts)
            ],
            hovertext=[
                f"{escape_label(item.series)} · "
                f"{bin_index / bin_count:g}–{(bin_index + 1) / bin_count:g}<br>"
                + _("{count} of {n} ({share})").format(
                    count=f"{count:,}",
                    n=f"{item.n:,}",
                    share=format_percent(count / max(1, item.n), 1),
                )
                for bin_index, count in enumerate(item.counts)
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        )
        in_legend.add(item.series)
    figure.update_xaxes(range=[0, 1], tickvals=[0, 0.25, 0.5, 0.75, 1], showgrid=False)
    figure.update_yaxes(tickformat=".0%", gridcolor=LINE, rangemode="tozero")
    figure.update_yaxes(title_text=_("share of scored copy"), col=1)
    figure.update_layout(barmode="group", bargap=0.08)
    notes = [
        _("{n} equal parts of the scores from 0 to 1").format(n=len(bins[0].counts) if bins else 0)
    ]
    if any(item.low_n for item in bins):
        notes.append(_("Pale: n < 25, too few to show a shape"))
    styled = apply_style(figure, title=title, foot=packed([*foot, *notes]), plot_height=PLOT_HEIGHT)
    raise_legend(styled)
    return style_panel_titles(styled, panels)

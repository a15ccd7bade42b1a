"""Scores of copy verification: how they lie in [0, 1], a panel for each dimension."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.charts.reviewing import PLOT_HEIGHT, REVIEWER_COLOURS
from core.charts.style import LINE, NORMAL, QUIET, apply_style, escape_label, packed, percent
from core.locale import DEFAULT_LANGUAGE, wording

PATTERNS = ("", "/", "x", ".", "\\", "-", "+", "|")
"""Beside its colour each series has a pattern, so that colour is never alone."""


@dataclass(frozen=True, slots=True)
class ScoreBins:
    """Scores of one `panel` and `series`: `counts` in equal parts of [0, 1].

    `key` is handed back by a click, with the count and the place of the part; `unscored` are in no
    part. `muted`: too few to tell a shape from chance.
    """

    panel: str
    series: str
    key: str
    counts: Sequence[int]
    mean: float | None
    unscored: int = 0
    muted: bool = False

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
    """Shares of each series that lie in each part, so that series of any size are compared."""
    _ = wording(language)
    panels = list(dict.fromkeys(each.panel for each in bins))
    series = list(dict.fromkeys(each.series for each in bins))
    figure = make_subplots(
        1,
        max(1, len(panels)),
        subplot_titles=[escape_label(panel) for panel in panels],
        shared_yaxes=True,
    )
    named: set[str] = set()
    for each in bins:
        at = series.index(each.series)
        parts = len(each.counts)
        figure.add_bar(
            x=[(part + 0.5) / parts for part in range(parts)],
            y=[count / each.n if each.n else 0 for count in each.counts],
            row=1,
            col=panels.index(each.panel) + 1,
            name=escape_label(each.series),
            legendgroup=each.series,
            showlegend=each.series not in named,
            marker={
                "color": REVIEWER_COLOURS[at % len(REVIEWER_COLOURS)],
                "pattern": {"shape": PATTERNS[at % len(PATTERNS)], "solidity": 0.6},
            },
            opacity=0.55 if each.muted else 1,
            customdata=[[each.key, count, part] for part, count in enumerate(each.counts)],
            hovertext=[
                f"{escape_label(each.series)} · {part / parts:g}–{(part + 1) / parts:g}<br>"
                + _("{count} of {n} ({share})").format(
                    count=f"{count:,}", n=f"{each.n:,}", share=percent(count / max(1, each.n), 1)
                )
                for part, count in enumerate(each.counts)
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        )
        named.add(each.series)
    figure.update_xaxes(range=[0, 1], tickvals=[0, 0.25, 0.5, 0.75, 1], showgrid=False)
    figure.update_yaxes(tickformat=".0%", gridcolor=LINE, rangemode="tozero")
    figure.update_yaxes(title_text=_("share of scored copy"), col=1)
    figure.update_layout(barmode="group", bargap=0.08)
    notes = [
        _("{n} equal parts of the scores from 0 to 1").format(n=len(bins[0].counts) if bins else 0)
    ]
    if any(each.muted for each in bins):
        notes.append(_("Pale: n < 25, too few to show a shape"))
    drawn = apply_style(figure, title=title, foot=packed([*foot, *notes]), plot_height=PLOT_HEIGHT)
    # The panels' names stand where the legend would be.
    drawn.update_layout(legend_y=1.1, margin_t=drawn.layout.margin.t + 26)
    drawn.update_layout(height=drawn.layout.height + 26)
    drawn.for_each_annotation(
        lambda one: one.update(font={"size": NORMAL, "color": QUIET}),
        selector=lambda one: one.text in {escape_label(panel) for panel in panels},
    )
    return drawn

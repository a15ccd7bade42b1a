"""The heatmap of a depth test: accuracy by context length and evidence depth."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from core.charts.grid import ROW, ColourBar, Square, grid_figure, is_crowded, plot_height
from core.charts.provenance import model_label, provenance
from core.charts.style import (
    Scale,
    apply_style,
    escape_label,
    format_percent,
    format_tokens,
    packed,
)
from core.charts.words import OUTCOME_NAMES, accuracy_text
from core.depth import DatasetMetadata, DepthBinStats, Outcome
from core.depth.cells import cluster_unit_of
from core.locale import DEFAULT_LANGUAGE, N_, N_n, Wording, wording
from core.stats import ClusteredRate, ClusterUnit

HEATMAP_TITLE = N_("Accuracy by evidence depth and context length")
_FIFTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def depth_heatmap(
    bins: Sequence[DepthBinStats],
    metadata: DatasetMetadata | None = None,
    *,
    language: str = DEFAULT_LANGUAGE,
    scale: Scale | str = Scale.RED_GREEN,
    below: float | None = None,
    totals: Mapping[int, ClusteredRate] | None = None,
) -> go.Figure:
    """Accuracy over the answered attempts by context length (X) and depth (Y).

    A cell reads "62% n=34", with its interval and errors on hover; n counts questions. Cells with
    n < 25 are pale and hatched; grey ones have no answer. Cells under the share `below`, in
    [0, 1], are marked ▾; `totals` are the rates over all depths, in a row below.
    """
    _ = wording(language)
    colours = Scale(scale).colours
    brief = is_crowded(bins)
    squares = [
        Square(
            cell.context_length,
            cell.depth_bin,
            cell.accuracy,
            _marked(_cell_text(cell, _, brief=brief), cell, below),
            _cell_hover(cell, _),
            low_n=cell.accuracy is not None and cell.low_n,
        )
        for cell in bins
    ]
    bar = ColourBar(_("accuracy"), colours, [(share, format_percent(share)) for share in _FIFTHS])
    totals_by_length = None
    if totals and not brief and len({cell.depth_bin for cell in bins}) > 1:
        totals_by_length = {length: _total(rate) for length, rate in totals.items()}
    mark = (
        [_("▾ below {share}").format(share=format_percent(below, 1))] if below is not None else []
    )
    return apply_style(
        grid_figure(squares, bar, _, totals_by_length),
        title=_(HEATMAP_TITLE),
        subtitle=model_label(metadata, _),
        foot=packed([*mark, *provenance(metadata, _), *_notes(bins, _)]),
        plot_height=plot_height(squares) + (ROW if totals_by_length else 0),
    )


CLUSTERED_BY = {
    ClusterUnit.QUESTION: N_("the interval is clustered by question ({n})"),
    ClusterUnit.PASSAGE: N_("the interval is clustered by passage ({n})"),
    ClusterUnit.CHAPTER: N_("the interval is clustered by chapter ({n})"),
}


CLUSTERED_NOTES = {
    ClusterUnit.QUESTION: N_("intervals clustered by question"),
    ClusterUnit.PASSAGE: N_("intervals clustered by passage"),
    ClusterUnit.CHAPTER: N_("intervals clustered by chapter"),
}


def _marked(text: str, cell: DepthBinStats, below: float | None) -> str:
    """Return the text with ▾ if the cell is below the share, as colour alone is not enough."""
    if below is None or cell.accuracy is None or cell.accuracy >= below:
        return text
    share = format_percent(cell.accuracy)
    return text.replace(share, f"{share} ▾", 1)


def _total(rate: ClusteredRate) -> str:
    if rate.value is None or rate.interval is None:
        return "–"
    share = f"<b>{format_percent(rate.value, 1)}</b>"
    if rate.too_few:
        return share
    low, high = rate.interval
    return f"{share}<br>{low * 100:.1f}–{high * 100:.1f}%"


def _cell_text(cell: DepthBinStats, _: Wording, *, brief: bool) -> str:
    if cell.accuracy is not None:
        share = f"{format_percent(cell.accuracy)}"
        return share if brief else f"<b>{share}</b><br>n = {cell.n}"
    if brief or not cell.attempts:
        return ""
    return _("did not fit") if set(cell.outcomes) == {Outcome.DID_NOT_FIT} else _("no answer")


def _cell_hover(cell: DepthBinStats, _: Wording) -> str:
    lines = [f"<b>{format_tokens(cell.context_length)} · {escape_label(cell.depth_bin)}</b>"]
    if cell.accuracy is None or cell.interval is None:
        lines.append(_("no answers"))
    else:
        low, high = (format_percent(bound, 1) for bound in cell.interval)
        lines += [
            accuracy_text(cell.accuracy, cell.n, _),
            _("too few to say how sure")
            if cell.rate and cell.rate.too_few
            else _("95% CI {low} to {high}").format(low=low, high=high),
        ]
    if cell.answered > cell.n:
        lines.append(_.count(*N_n("{n} answer", "{n} answers"), cell.answered))
    if cell.rate and not cell.rate.is_independent:
        lines.append(_(CLUSTERED_BY[cell.rate.unit]).format(n=cell.rate.clusters))
    if cell.error_share is not None and cell.accuracy_over_all is not None:
        share, over_all = (
            format_percent(cell.error_share, 1),
            format_percent(cell.accuracy_over_all, 1),
        )
        lines.append(_("no answer: {share} of {n}").format(share=share, n=cell.attempts))
        lines.append(_("accuracy over all: {share}").format(share=over_all))
    lines += [f"· {_(OUTCOME_NAMES[outcome])}: {n}" for outcome, n in cell.errors.items()]
    if cell.accuracy is not None and cell.low_n:
        lines.append(_("n < 25: too few to rank"))
    return "<br>".join(lines)


def _notes(bins: Sequence[DepthBinStats], _: Wording) -> list[str]:
    """Return notes on what the numbers count and leave out."""
    notes = [_("n = questions answered"), _("accuracy over answered")]
    repeats = max((cell.repeats for cell in bins), default=0)
    if repeats > 1:
        notes.append(_("{n} repetitions at most").format(n=repeats))
    if unit := cluster_unit_of(bins):
        notes.append(_(CLUSTERED_NOTES[unit]))
    attempts = sum(cell.attempts for cell in bins)
    errors = sum(sum(cell.errors.values()) for cell in bins)
    if attempts:
        share = format_percent(errors / attempts, 1)
        notes.append(_("no answer: {share} of {n}").format(share=share, n=f"{attempts:,}"))
    return notes

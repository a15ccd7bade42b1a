"""The heatmap of differences between two models on the same questions."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from core.charts.grid import ColourBar, Square, grid_figure, is_crowded, plot_height
from core.charts.provenance import provenance
from core.charts.style import (
    DIVERGING,
    apply_style,
    escape_label,
    format_percent,
    format_tokens,
    packed,
)
from core.depth import DatasetMetadata, DifferenceCell, ModelComparison
from core.depth.comparison import other_settings
from core.locale import DEFAULT_LANGUAGE, N_, N_n, Wording, wording

_SETTINGS = {
    "tokenizer": N_("tokeniser"),
    "prompt_hash": N_("prompt"),
    "filler": N_("filler"),
    "padding_size": N_("padding"),
    "seed": N_("seed"),
    "novel": N_("novel"),
    "language": N_("prompt language"),
    "rotate_options": N_("option rotation"),
}


@dataclass(frozen=True)
class ComparedModels:
    """The names of two models in a figure, and the settings of their tests."""

    first: str
    second: str
    metadata: tuple[DatasetMetadata | None, DatasetMetadata | None] = (None, None)


def difference_heatmap(
    comparison: ModelComparison, compared: ComparedModels, *, language: str = DEFAULT_LANGUAGE
) -> go.Figure:
    """Accuracy of the first minus that of the second, on the questions that both answered.

    A cell reads "+12", "n = 34, p = 0.031"; p is McNemar's exact one, unadjusted. Cells that are
    significant after Holm's correction over all cells are framed.
    """
    _ = wording(language)
    brief = is_crowded(comparison.cells)
    reach = _reach(comparison.cells)
    squares = [
        Square(
            cell.context_length,
            cell.depth_bin,
            None if cell.paired is None else 0.5 + cell.paired.difference / (2 * reach),
            _difference_text(cell, brief=brief),
            _difference_hover(cell, compared, _),
            low_n=cell.paired is not None and cell.paired.low_n,
            outlined=cell.significant,
        )
        for cell in comparison.cells
    ]
    ticks = [(share, _points((2 * share - 1) * reach)) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    bar = ColourBar(_("difference in accuracy, points"), DIVERGING, ticks)
    title = _("{first} minus {second}: accuracy on the same questions").format(
        first=compared.first, second=compared.second
    )
    return apply_style(
        grid_figure(squares, bar, _),
        title=title,
        subtitle=_overall(comparison, _),
        foot=_difference_foot(compared, _),
        plot_height=plot_height(squares),
    )


def _reach(cells: Sequence[DifferenceCell]) -> float:
    """Return the largest difference rounded up to tenths: the ends of the colour scale."""
    largest = max((abs(cell.paired.difference) for cell in cells if cell.paired), default=0.0)
    return max(1, -(-round(largest * 100) // 10)) / 10


def _difference_text(cell: DifferenceCell, *, brief: bool) -> str:
    if cell.paired is None:
        return ""
    points = _points(cell.paired.difference)
    if brief:
        return points
    return f"<b>{points}</b><br>n = {cell.paired.n}, {escape_label(_p(cell.paired.p_value))}"


def _difference_hover(cell: DifferenceCell, compared: ComparedModels, _: Wording) -> str:
    lines = [f"<b>{format_tokens(cell.context_length)} · {escape_label(cell.depth_bin)}</b>"]
    paired = cell.paired
    if paired is None or cell.adjusted_p is None:
        lines.append(_("no question answered by both"))
    else:
        low, high = map(_points, paired.interval)
        first, second = escape_label(compared.first), escape_label(compared.second)
        lines += [
            f"{first}: {format_percent(paired.first, 1)}",
            f"{second}: {format_percent(paired.second, 1)}",
            _.count(
                *N_n(
                    "difference {points} points, n = {n} question",
                    "difference {points} points, n = {n} questions",
                ),
                paired.n,
                points=_points(paired.difference),
            ),
            _("95% CI {low} to {high}").format(low=low, high=high),
            _("better: {first} on {ours}, {second} on {theirs} questions").format(
                first=first,
                second=second,
                ours=paired.first_better,
                theirs=paired.second_better,
            ),
            _("{p} (McNemar, exact); {adjusted} after Holm's correction").format(
                p=escape_label(_p(paired.p_value)), adjusted=escape_label(_p(cell.adjusted_p))
            ),
        ]
    if cell.unpaired:
        lines.append(_("answered by only one: {n}").format(n=cell.unpaired))
    return "<br>".join(lines)


def _overall(comparison: ModelComparison, _: Wording) -> str:
    overall = comparison.overall
    if overall is None:
        return _("no question answered by both")
    low, high = map(_points, overall.interval)
    return _.count(
        *N_n(
            "all cells: {points} points ({low} to {high}), n = {n} question, {p}",
            "all cells: {points} points ({low} to {high}), n = {n} questions, {p}",
        ),
        overall.n,
        points=_points(overall.difference),
        low=low,
        high=high,
        p=_p(overall.p_value),
    )


def _difference_foot(compared: ComparedModels, _: Wording) -> list[str]:
    sources = [
        *packed(provenance(compared.metadata[0], _)),
        *packed(provenance(compared.metadata[1], _)),
    ]
    notes = [
        _("n = questions answered by both"),
        _("p: McNemar's exact test per cell"),
        _("Intervals: bootstrap by question"),
    ]
    first, second = compared.metadata
    different = settings_note(first, second, _) if first and second else None
    return [*sources, *packed(notes), *packed([different] if different else [])]


def settings_note(first: DatasetMetadata, second: DatasetMetadata, _: Wording) -> str | None:
    """Return a sentence on the settings, the model aside, that differ, or None."""
    different = ", ".join(_(_SETTINGS[name]) for name in other_settings(first, second))
    if not different:
        return None
    return _("The two tests had different settings: {settings}.").format(settings=different)


def _points(difference: float) -> str:
    """Return percentage points with + or the minus sign U+2212; 0 has no sign."""
    rounded = round(100 * difference)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def _p(value: float) -> str:
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"

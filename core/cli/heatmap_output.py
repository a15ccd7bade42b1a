"""Output of `heatmap`: the page, CSV and JSON files, and a table on the terminal."""

import argparse
import sys
from collections.abc import Sequence

from core.charts import format_percent, format_tokens, settings_note
from core.cli.heatmap_series import Series, comparable, compare, document, series_of
from core.cli.language import N_, _, language, translate
from core.cli.text_width import aligned_rows
from core.depth import (
    CellSet,
    DepthBinStats,
    ModelComparison,
    cells_csv,
    cells_json,
    cluster_unit_of,
)
from core.locale import wording
from core.questions import write_atomically
from core.stats import ClusterUnit, PairedDifference

_MUTED = N_("muted: n < 25")
_CLUSTERED = {
    None: N_("{name}: n counts the questions answered"),
    ClusterUnit.QUESTION: N_(
        "{name}: n counts the questions answered; intervals are clustered by question"
    ),
    ClusterUnit.PASSAGE: N_(
        "{name}: n counts the questions answered; intervals are clustered by passage"
    ),
    ClusterUnit.CHAPTER: N_(
        "{name}: n counts the questions answered; intervals are clustered by chapter"
    ),
}


def write_and_print(arguments: argparse.Namespace) -> int:
    """Write and print everything; returns the exit code. Raises InputError before writing."""
    series = series_of(arguments.results, arguments.model)
    comparisons = [
        (compare(series[0], other), other) for other in series[1:] if comparable(series[0], other)
    ]
    _write(series, comparisons, arguments)
    tables = [_table(item) for item in series]
    for comparison, other in comparisons:
        tables.append(_difference_table(comparison, series[0], other))
    sys.stdout.write("\n\n".join(tables) + "\n")
    return 0


def _write(
    series: Sequence[Series],
    comparisons: Sequence[tuple[ModelComparison, Series]],
    arguments: argparse.Namespace,
) -> None:
    html = document(series, comparisons, language=arguments.language, scale=arguments.scale)
    write_atomically(arguments.out, html.encode())
    sets = [CellSet(item.name, item.cells, item.metadata) for item in series]
    if arguments.csv:
        write_atomically(arguments.csv, cells_csv(sets))
    if arguments.json:
        write_atomically(arguments.json, cells_json(sets))


def _table(series: Series) -> str:
    """The cells as a text table, with the numbers that the chart shows on hover."""
    head = (
        _("length"),
        _("depth"),
        _("accuracy"),
        "n",
        _("95% interval"),
        _("no answer"),
        _("over all"),
        "",
    )
    name = _(_CLUSTERED[cluster_unit_of(series.cells)]).format(name=series.name)
    sentences = filter(None, (series.effective.said, series.effective.left_out))
    lines = aligned_rows([head, *map(_row, series.cells)])
    return "\n".join([name, *lines, *map(translate, sentences)])


def _row(cell: DepthBinStats) -> tuple[str, ...]:
    notes = [_(_MUTED)] if cell.low_n and cell.accuracy is not None else []
    notes += [f"{outcome} {n}" for outcome, n in cell.errors.items()]
    return (
        format_tokens(cell.context_length),
        cell.depth_bin,
        _share(cell.accuracy),
        str(cell.n),
        _interval(cell),
        _share(cell.error_share),
        _share(cell.accuracy_over_all),
        ", ".join(notes),
    )


def _interval(cell: DepthBinStats) -> str:
    if cell.interval is None:
        return "-"
    if cell.rate and cell.rate.too_few:
        return _("too few to say")
    low, high = cell.interval
    return _("{low} to {high}").format(low=_share(low), high=_share(high))


def _share(share: float | None) -> str:
    return "-" if share is None else format_percent(share, 1)


def _difference_table(comparison: ModelComparison, first: Series, second: Series) -> str:
    head = (
        _("length"),
        _("depth"),
        _("points"),
        "n",
        _("95% interval"),
        "p",
        _("p by Holm"),
        "",
    )
    name = _("{first} less {second}: n counts the questions both answered").format(
        first=first.name, second=second.name
    )
    rows = [
        _difference_row(
            format_tokens(cell.context_length), cell.depth_bin, cell.paired, cell.adjusted_p
        )
        for cell in comparison.cells
    ]
    overall = _difference_row(_("all"), "", comparison.overall, None)
    note = settings_note(first.metadata, second.metadata, wording(language()))
    return "\n".join([name, *aligned_rows([head, *rows, overall]), *filter(None, [note])])


def _difference_row(
    length: str, depth: str, paired: PairedDifference | None, adjusted: float | None
) -> tuple[str, ...]:
    if paired is None:
        return (length, depth, "-", "0", "-", "-", "-", "")
    low, high = (f"{100 * bound:+.1f}" for bound in paired.interval)
    return (
        length,
        depth,
        f"{100 * paired.difference:+.1f}",
        str(paired.n),
        _("{low} to {high}").format(low=low, high=high),
        f"{paired.p_value:.4f}",
        "-" if adjusted is None else f"{adjusted:.4f}",
        _(_MUTED) if paired.low_n else "",
    )

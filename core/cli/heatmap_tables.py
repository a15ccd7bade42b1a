"""What `heatmap` prints: the numbers of its pictures."""

from collections.abc import Sequence

from core.charts.difference import settings_note
from core.charts.style import percent, tokens
from core.cli.heatmap_report import Series
from core.depth.cells import DepthBinStats, clustered_by
from core.depth.comparison import ModelComparison
from core.locale import DEFAULT_LANGUAGE, wording
from core.stats import PairedDifference

_MUTED = "muted: n < 25"


def table(series: Series) -> str:
    """The cells as text: what the picture shows, and what it shows on hover."""
    head = ("length", "depth", "accuracy", "n", "95% interval", "no answer", "over all", "")
    said = [one.worded() for one in (series.effective.said, series.effective.left_out) if one]
    lines = _aligned([head, *map(_row, series.cells)])
    unit = clustered_by(series.cells)
    clustered = f"; intervals are clustered by {unit.value}" if unit else ""
    name = f"{series.name}: n counts the questions answered{clustered}"
    return "\n".join([name, *lines, *said])


def difference_table(comparison: ModelComparison, first: Series, second: Series) -> str:
    head = ("length", "depth", "points", "n", "95% interval", "p", "p by Holm", "")
    name = f"{first.name} less {second.name}: n counts the questions both answered"
    rows = [
        _difference_row(tokens(cell.context_length), cell.depth_bin, cell.paired, cell.adjusted_p)
        for cell in comparison.cells
    ]
    overall = _difference_row("all", "", comparison.overall, None)
    note = settings_note(first.metadata, second.metadata, wording(DEFAULT_LANGUAGE))
    said = [note] if note else []
    return "\n".join([name, *_aligned([head, *rows, overall]), *said])


def _difference_row(
    length: str, depth: str, paired: PairedDifference | None, adjusted: float | None
) -> tuple[str, ...]:
    if paired is None:
        return (length, depth, "-", "0", "-", "-", "-", "")
    low, high = paired.interval
    return (
        length,
        depth,
        f"{100 * paired.difference:+.1f}",
        str(paired.n),
        f"{100 * low:+.1f} to {100 * high:+.1f}",
        f"{paired.p_value:.4f}",
        "-" if adjusted is None else f"{adjusted:.4f}",
        _MUTED if paired.muted else "",
    )


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Right-aligned but for the last column, which holds words."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([*map(str.rjust, row[:-1], widths), row[-1]]).rstrip() for row in rows]


def _row(cell: DepthBinStats) -> tuple[str, ...]:
    notes = [_MUTED] if cell.muted and cell.accuracy is not None else []
    notes += [f"{outcome} {n}" for outcome, n in cell.errors.items()]
    return (
        tokens(cell.context_length),
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
        return "too few to say"
    low, high = cell.interval
    return f"{_share(low)} to {_share(high)}"


def _share(share: float | None) -> str:
    return "-" if share is None else percent(share, 1)

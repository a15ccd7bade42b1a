"""One `heatmap` command: results in, files and tables out."""

import argparse
import sys
from collections.abc import Sequence

from core.cli.heatmap_report import Series, comparable, compare, document, series_of
from core.cli.heatmap_tables import difference_table, table
from core.depth.cell_files import CellSet, cells_csv, cells_json
from core.depth.comparison import ModelComparison
from core.questions import write_atomically


def draw(arguments: argparse.Namespace) -> int:
    """The exit code; raises InputError before anything is written."""
    series = series_of(arguments.results, arguments.model)
    comparisons = [
        (compare(series[0], other), other) for other in series[1:] if comparable(series[0], other)
    ]
    _write(series, comparisons, arguments)
    tables = [table(one) for one in series]
    for comparison, other in comparisons:
        tables.append(difference_table(comparison, series[0], other))
    sys.stdout.write("\n\n".join(tables) + "\n")
    return 0


def _write(
    series: Sequence[Series],
    comparisons: Sequence[tuple[ModelComparison, Series]],
    arguments: argparse.Namespace,
) -> None:
    drawn = document(series, comparisons, language=arguments.language, scale=arguments.scale)
    write_atomically(arguments.out, drawn.encode())
    sets = [CellSet(one.name, one.cells, one.metadata) for one in series]
    if arguments.csv:
        write_atomically(arguments.csv, cells_csv(sets))
    if arguments.json:
        write_atomically(arguments.json, cells_json(sets))

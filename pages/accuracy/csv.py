"""The numbers of each view as CSV; every row names the filters that apply to it."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Engine

from core.errors import DeskError
from core.questions import rows_csv
from core.services.reports import (
    ResultGrouping,
    Rows,
    cost_rows,
    figure_file_name,
    headline_rows,
    pair_rows,
    ranking_rows,
    rate_rows,
    reason_rows,
    threshold_rows,
    throughput_rows,
    with_filter_columns,
)
from pages.accuracy.models import chosen_base, run_name
from pages.accuracy.rates import rate_row
from pages.accuracy.scope import OVERVIEW
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.downloads import draw_download
from pages.components.language import _

File = tuple[str, str, Callable[[], Rows]]
"""Label, name, and a function that builds the rows outside the reader's session."""


def draw_numbers_files(selection: SelectedResults, view: str, by: ResultGrouping) -> None:
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    for label, name, rows in (*_of_view(selection, view, by), _headline(selection)):
        draw_download(
            label,
            _csv_builder(selection, name, rows),
            figure_file_name(name, selection.scope, day),
            "text/csv",
            key=f"get_{name}",
        )


def _csv_builder(
    selection: SelectedResults, name: str, rows: Callable[[], Rows]
) -> Callable[[Engine], bytes]:
    if name in OF_ALL_RUNS:
        return lambda _engine: rows_csv(rows())
    return lambda _engine: rows_csv(
        with_filter_columns(rows(), selection.all_runs, selection.scope)
    )


OF_ALL_RUNS = ("decisions",)
"""Files that no filter applies to."""


def _of_view(selection: SelectedResults, view: str, by: ResultGrouping) -> list[File]:
    of_views = {
        OVERVIEW: _of_models,
        "models": _of_pairs,
        "calibration": _of_calibration,
        "work": _of_work,
    }
    if view in of_views:
        return of_views[view](selection)
    try:
        groups = [(rate_row(selection, by, group).name, group) for group in selection.slices(by)]
    except DeskError:
        return []
    return [(_("Figures (CSV)"), f"by_{by.value}", lambda: rate_rows(by.value, groups))]


def _of_models(selection: SelectedResults) -> list[File]:
    ranking = selection.overview.ranking
    return [(_("Models (CSV)"), "models", lambda: ranking_rows(ranking))] if ranking else []


def _of_calibration(selection: SelectedResults) -> list[File]:
    trials, reviewed = selection.what_if, selection.reviewed
    return [
        (_("Thresholds (CSV)"), "thresholds", lambda: threshold_rows(trials.curve())),
        (_("Reasons and decisions (CSV)"), "reasons", lambda: reason_rows(reviewed)),
    ]


def _of_work(selection: SelectedResults) -> list[File]:
    spent = selection.costs
    files: list[File] = [(_("Costs (CSV)"), "costs", lambda: cost_rows(spent))]
    throughput = selection.throughput(address.number("back") or 0)
    if throughput and throughput.made:
        files.append((_("Decisions (CSV)"), "decisions", lambda: throughput_rows(throughput)))
    return files


def _headline(selection: SelectedResults) -> File:
    overall, reviewed = selection.overall, selection.reviewed
    return _("Key figures (CSV)"), "headline", lambda: headline_rows(overall, reviewed)


def _of_pairs(selection: SelectedResults) -> list[File]:
    base = chosen_base(selection)
    if base is None:
        return []
    pairs = [(run_name(row.other), row) for row in selection.compared(base)]
    base_name = run_name(base)
    return [(_("Differences (CSV)"), "differences", lambda: pair_rows(base_name, pairs))]

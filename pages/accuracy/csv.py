"""Every number of a view as CSV, each row with the filters it was counted under."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Engine

from core.errors import DeskError
from core.questions.writer import rows_csv
from core.services.reports import ResultGrouping
from core.services.reports.files import (
    Rows,
    cost_rows,
    file_name,
    headline_rows,
    of_scope,
    pair_rows,
    ranking_rows,
    rate_rows,
    reason_rows,
    threshold_rows,
    throughput_rows,
)
from pages.accuracy.models import chosen_base, run_name
from pages.accuracy.rates import row_of
from pages.accuracy.scope import OVERVIEW
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.downloads import draw_download
from pages.components.language import _

File = tuple[str, str, Callable[[], Rows]]
"""Label, name, and how its rows are made, which happens without the reader's session."""


def draw_numbers_files(shown: SelectedResults, view: str, by: ResultGrouping) -> None:
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    for label, name, rows in (*_of_view(shown, view, by), _headline(shown)):
        draw_download(
            label,
            _made(shown, name, rows),
            file_name(name, shown.scope, day),
            "text/csv",
            key=f"get_{name}",
        )


def _made(shown: SelectedResults, name: str, rows: Callable[[], Rows]) -> Callable[[Engine], bytes]:
    if name in OF_ALL_RUNS:
        return lambda _engine: rows_csv(rows())
    return lambda _engine: rows_csv(of_scope(rows(), shown.all_runs, shown.scope))


OF_ALL_RUNS = ("decisions",)
"""Counted under no filter."""


def _of_view(shown: SelectedResults, view: str, by: ResultGrouping) -> list[File]:
    of_views = {
        OVERVIEW: _of_models,
        "models": _of_pairs,
        "calibration": _of_calibration,
        "work": _of_work,
    }
    if view in of_views:
        return of_views[view](shown)
    try:
        groups = [(row_of(shown, by, one).name, one) for one in shown.slices(by)]
    except DeskError:
        return []
    return [(_("Figures (CSV)"), f"by_{by.value}", lambda: rate_rows(by.value, groups))]


def _of_models(shown: SelectedResults) -> list[File]:
    ranking = shown.overview.ranking
    return [(_("Models (CSV)"), "models", lambda: ranking_rows(ranking))] if ranking else []


def _of_calibration(shown: SelectedResults) -> list[File]:
    asked, counted = shown.what_if, shown.reviewed
    return [
        (_("Thresholds (CSV)"), "thresholds", lambda: threshold_rows(asked.curve())),
        (_("Reasons and decisions (CSV)"), "reasons", lambda: reason_rows(counted)),
    ]


def _of_work(shown: SelectedResults) -> list[File]:
    spent = shown.costs
    files: list[File] = [(_("Costs (CSV)"), "costs", lambda: cost_rows(spent))]
    found = shown.throughput(address.number("back") or 0)
    if found and found.made:
        files.append((_("Decisions (CSV)"), "decisions", lambda: throughput_rows(found)))
    return files


def _headline(shown: SelectedResults) -> File:
    whole, counted = shown.overall, shown.reviewed
    return _("Key figures (CSV)"), "headline", lambda: headline_rows(whole, counted)


def _of_pairs(shown: SelectedResults) -> list[File]:
    base = chosen_base(shown)
    if base is None:
        return []
    pairs = [(run_name(row.other), row) for row in shown.compared(base)]
    named_base = run_name(base)
    return [(_("Differences (CSV)"), "differences", lambda: pair_rows(named_base, pairs))]

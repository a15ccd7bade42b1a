"""The reader's other sets, each with its newest rate and its trend."""

from collections.abc import Sequence

import streamlit as st

from core.services.reports import ReportedRun, SetOverview
from core.stats import DONE, DONE_WITH_PROBLEMS, FAILED
from pages.accuracy.marks import draw_heads, sparkline
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.verdict import (
    difference_interval,
    format_interval,
    format_p,
    format_rate,
    points,
)
from pages.components.html import caption, draw
from pages.components.language import _
from pages.components.navigation import link

SET_WIDTHS = (5, 2, 3, 4, 3, 3, 2, 5)
MOST_SETS = 12
CANCELLED = "cancelled"


def no_result_message(run: ReportedRun) -> str:
    """Why a run is missing from the rates."""
    state, name = run.conclusion.state, f"#{run.id} {run.set_title}"
    if state in (FAILED, DONE, DONE_WITH_PROBLEMS, CANCELLED):
        usable = 0 if state == DONE else run.conclusion.usable
        return _("{run} has no usable result: {usable} of {total} usable").format(
            run=name, usable=usable, total=run.conclusion.total
        )
    return _("{run} has no result yet").format(run=name)


def draw_other_sets(selection: SelectedResults) -> None:
    other_sets = selection.other_sets
    if not other_sets:
        return
    st.subheader(_("Other sets"))
    with st.container(key="accuracy_table_sets"):
        draw_heads(
            SET_WIDTHS,
            (
                _("Set"),
                _("Pass rate"),
                _("95% CI"),
                _("Recent runs"),
                _("Compared with the previous run"),
                _("95% CI"),
                "p",
                "",
            ),
        )
        for runs, overview in other_sets[:MOST_SETS]:
            _draw_set(selection, runs, overview)


def _draw_set(
    selection: SelectedResults, runs: Sequence[ReportedRun], overview: SetOverview
) -> None:
    cells = st.columns(SET_WIDTHS, gap="small", vertical_alignment="center")
    newest, set_id = overview.newest, runs[0].set_id
    with cells[0]:
        link("accuracy", selection.set_titles[set_id], set=set_id)
    with cells[7]:
        # The newest rate is a model's; a later baseline also has a result, but is not named here.
        if runs[0].id not in selection.judged:
            link("runs", no_result_message(runs[0]), run=runs[0].id)
    if newest is None:
        with cells[1]:
            caption(_("no result"))
        return
    with cells[1]:
        cases = {"set": set_id, "run": newest.run.id, "cases": 1}
        link("accuracy", format_rate(newest.rate.value), **cases)
    with cells[2]:
        low_n_note = _("n = {n}: too few").format(n=newest.rate.items)
        caption(low_n_note if newest.rate.low_n else format_interval(newest.rate))
    with cells[3]:
        draw(sparkline([rated.rate.value or 0.0 for rated in overview.trend]))
    if overview.change is None or overview.before is None:
        return
    with cells[4]:
        link("accuracy", points(overview.change.difference), set=set_id)
    with cells[5]:
        caption(difference_interval(overview.change))
    with cells[6]:
        caption(format_p(overview.change.p_value))

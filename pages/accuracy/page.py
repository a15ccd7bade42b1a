"""The page Accuracy: the newest result in a sentence, and views with the details."""

import streamlit as st

from core.errors import InputError
from core.services.reports import ResultGrouping, unreadable
from pages.accuracy.calibration import draw_calibration
from pages.accuracy.cases import (
    cases_from_address,
    draw_cases,
    draw_refused,
    has_cases_in_address,
)
from pages.accuracy.downloads import draw_downloads
from pages.accuracy.models import draw_models
from pages.accuracy.overview import draw_overview
from pages.accuracy.rates import draw_headline, draw_rates, unfinished_message
from pages.accuracy.scope import CASE, OVERVIEW, draw_scope
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.threshold import draw_what_if
from pages.accuracy.work import draw_work
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import notice
from pages.components.language import N_, _, _n
from pages.components.navigation import link
from pages.components.paging import begin_at_top


def _draw_calibration(selection: SelectedResults) -> None:
    if draw_calibration(selection):
        draw_what_if(selection)


VIEWS = {
    OVERVIEW: (N_("Overview"), draw_overview),
    "rates": (N_("Breakdown"), draw_rates),
    "models": (N_("Runs compared"), draw_models),
    "calibration": (N_("Calibration"), _draw_calibration),
    "work": (N_("Review work and cost"), draw_work),
}


def view_from_address() -> str:
    """The view in the address; the breakdown if the address only names a grouping."""
    name = st.query_params.get("view", "")
    return name or ("rates" if "by" in st.query_params else OVERVIEW)


def draw_numbers(selection: SelectedResults, view: str) -> None:
    if "view" not in st.query_params and view != OVERVIEW:
        st.query_params["view"] = view
    if selection.scope.set_id is None and view == OVERVIEW:
        notice(_("Figures cover several sets. Choose one to see its trend and models."), "quiet")
        view = "rates"
    chosen_view = address.choose(
        "segmented_control",
        _("View"),
        "view",
        list(VIEWS),
        lambda option: _(VIEWS[option][0]),
        forgets=CASE,
        label_visibility="collapsed",
    )
    view = view if chosen_view == OVERVIEW else chosen_view
    begin_at_top(f"{view} {selection.scope}")  # a link in a table below leads to another view
    if view != OVERVIEW:
        draw_headline(selection)
    elif message := unfinished_message(selection):
        notice(message, "amber")
    VIEWS[view][1](selection)
    by = st.query_params.get("by", "")
    draw_downloads(
        selection, view, ResultGrouping(by) if by in set(ResultGrouping) else ResultGrouping.TYPE
    )


def draw_nothing_own(selection: SelectedResults) -> None:
    notice(_("None of your own runs has a result yet. Start one to see its figures here."), "quiet")
    link("runs", _("Go to runs"))
    samples = {run.set_id: run.set_title for run in selection.all_runs if run.is_sample}
    for set_id, title in samples.items():
        link("accuracy", _("View sample: {title}").format(title=title), set=set_id)


view = view_from_address()
st.title(_("Accuracy"))
selection = draw_scope(view)
if excluded := unreadable(engine()):
    message = _n(
        "{n} run from another version of the desk is excluded because this version cannot read it.",
        "{n} runs from another version of the desk are excluded because this version cannot read "
        "them.",
        excluded,
    )
    notice(message)
if not selection.all_runs:
    notice(_("No validation results yet. Start a run to see figures here."), "quiet")
    link("runs", _("Go to runs"))
elif not selection.runs and not any(not run.is_sample for run in selection.all_runs):
    draw_nothing_own(selection)
elif not selection.runs:
    notice(_("No runs match these filters. Change them above."), "quiet")
elif has_cases_in_address():
    try:
        draw_cases(selection, cases_from_address())
    except InputError as error:
        draw_refused(selection, error)
else:
    draw_numbers(selection, view)

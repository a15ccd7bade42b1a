"""How accurate the validations are: pass rates, models compared, calibration, the review's work."""

import streamlit as st

from core.errors import InputError
from core.services.reports import ResultGrouping, unreadable
from pages.accuracy.calibration import draw_calibration
from pages.accuracy.cases import asked, draw_cases, draw_refused, is_asked
from pages.accuracy.downloads import draw_downloads
from pages.accuracy.models import draw_models
from pages.accuracy.rates import draw_headline, draw_rates
from pages.accuracy.scope import CASE, SelectedResults, draw_scope
from pages.accuracy.threshold import draw_what_if
from pages.accuracy.work import draw_work
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import N_, _, _n
from pages.components.navigation import link


def _draw_calibration(shown: SelectedResults) -> None:
    if draw_calibration(shown):
        draw_what_if(shown)


VIEWS = {
    "rates": (N_("Pass rates"), draw_rates),
    "models": (N_("Models compared"), draw_models),
    "calibration": (N_("Calibration"), _draw_calibration),
    "work": (N_("Review and cost"), draw_work),
}


def draw_numbers(shown: SelectedResults) -> None:
    draw_headline(shown)
    view = address.choose(
        "segmented_control",
        _("View"),
        "view",
        list(VIEWS),
        lambda one: _(VIEWS[one][0]),
        forgets=CASE,
        label_visibility="collapsed",
    )
    VIEWS[view][1](shown)
    by = st.query_params.get("by", "")
    draw_downloads(
        shown, view, ResultGrouping(by) if by in set(ResultGrouping) else ResultGrouping.TYPE
    )


st.title(_("Accuracy"))
caption(_("What the validations found, how sure that is, and what people made of it."))
shown = draw_scope()
if left_out := unreadable(engine()):
    said = _n(
        "{n} run of another version of the desk is left out: this one cannot read it.",
        "{n} runs of another version of the desk are left out: this one cannot read them.",
        left_out,
    )
    notice(said)
if not shown.all_runs:
    notice(_("No validation yet. Start a run, and its numbers stand here."), "quiet")
    link("runs", _("Go to the runs"))
elif not shown.runs:
    notice(_("No run fits these filters. Choose others above."), "quiet")
elif is_asked():
    try:
        draw_cases(shown, asked())
    except InputError as error:
        draw_refused(shown, error)
else:
    draw_numbers(shown)

"""What can be taken away: the report, and every figure's numbers as CSV."""

import streamlit as st

from core.services.reports import ResultGrouping
from pages.accuracy.csv import draw_numbers_files
from pages.accuracy.report import report_named, report_of
from pages.accuracy.selected_results import SelectedResults
from pages.components.action import action
from pages.components.downloads import draw_download
from pages.components.html import caption
from pages.components.language import _, language
from pages.components.page_state import REPORT, REPORT_FOR


def draw_downloads(shown: SelectedResults, view: str, by: ResultGrouping) -> None:
    """Drawn and counted when the report is asked for, which needs the reader's session."""
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        if REPORT_FOR.get() == (shown.scope, language()):
            draw_download(
                _("Download report (HTML)"),
                _report(shown),
                report_named(shown),
                "text/html",
                key="get_report",
                type="primary",
            )
        else:
            action(
                _("Create one-page report"),
                REPORT_FOR.set,
                right=None,
                key="make_report",
                args=((shown.scope, language()),),
            )
        draw_numbers_files(shown, view, by)
    caption(
        _(
            "The report is a single page that opens in any browser, prints, and works offline. "
            "Use the camera icon on a chart to save it as PNG."
        )
    )


def _report(shown: SelectedResults) -> bytes:
    """Made once, and anew when a result or a decision has come, as while a run goes on."""
    rests_on = (shown.scope, shown.stamp, language())
    kept, made = REPORT.get()
    if kept != rests_on:
        made = report_of(shown).encode()
        REPORT.set((rests_on, made))
    return made

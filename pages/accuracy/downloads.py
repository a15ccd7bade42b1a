"""Downloads: the report, and the numbers of every figure as CSV."""

import streamlit as st

from core.services.reports import ResultGrouping
from pages.accuracy.csv import draw_numbers_files
from pages.accuracy.report import build_report, report_file_name
from pages.accuracy.selected_results import SelectedResults
from pages.components.action import action
from pages.components.downloads import draw_download
from pages.components.html import caption
from pages.components.language import _, language
from pages.components.page_state import REPORT, REPORT_FOR


def draw_downloads(selection: SelectedResults, view: str, by: ResultGrouping) -> None:
    """Draw the downloads; the report is built on request, as it needs the reader's session."""
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        if REPORT_FOR.get() == (selection.scope, language()):
            draw_download(
                _("Download report (HTML)"),
                _report(selection),
                report_file_name(selection),
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
                args=((selection.scope, language()),),
            )
        draw_numbers_files(selection, view, by)
    caption(
        _(
            "The report is a single page that opens in any browser, prints, and works offline. "
            "Use the camera icon on a chart to save it as PNG."
        )
    )


def _report(selection: SelectedResults) -> bytes:
    """The report, cached until a new result or decision changes it."""
    key = (selection.scope, selection.stamp, language())
    cached_key, report = REPORT.get()
    if cached_key != key:
        report = build_report(selection).encode()
        REPORT.set((key, report))
    return report

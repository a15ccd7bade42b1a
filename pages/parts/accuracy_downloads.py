"""What can be taken away: the report, and every figure's numbers as CSV."""

from collections.abc import Callable

import streamlit as st

from core.accuracy import By
from core.accuracy.files import (
    Rows,
    pair_rows,
    rate_rows,
    rows_csv,
    threshold_rows,
    throughput_rows,
)
from core.errors import DeskError
from pages.parts import address
from pages.parts.accuracy_models import chosen_base, run_name
from pages.parts.accuracy_rates import row_of
from pages.parts.accuracy_report import report_named, report_of
from pages.parts.accuracy_scope import Shown
from pages.parts.html import caption
from pages.parts.language import _, language


def draw_downloads(shown: Shown, view: str, by: By) -> None:
    """Drawn and counted when the report is asked for, which needs the reader's session."""
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        if st.session_state.get("report_for") == (shown.scope, shown.stamp, language()):
            made = report_of(shown)
            st.download_button(
                _("Save the report (HTML)"),
                made.encode(),
                report_named(shown),
                "text/html",
                key="get_report",
                on_click="ignore",
                type="primary",
            )
        else:
            st.button(
                _("Make the one-page report"), key="make_report", on_click=_make, args=(shown,)
            )
        if numbers := _numbers(shown, view, by):
            label, name, rows = numbers
            st.download_button(
                label,
                lambda: rows_csv(rows()),
                f"accuracy_{name}.csv",
                "text/csv",
                key=f"get_{name}",
                on_click="ignore",
            )
    caption(
        _(
            "The report is one page for a browser or a printer and needs no network. The camera on "
            "a figure saves it as PNG."
        )
    )


def _make(shown: Shown) -> None:
    st.session_state["report_for"] = (shown.scope, shown.stamp, language())


def _numbers(shown: Shown, view: str, by: By) -> tuple[str, str, Callable[[], Rows]] | None:
    """What the view's figure is drawn from: label, name, and how its rows are made, which happens
    without the reader's session.
    """
    if view == "models":
        return _of_pairs(shown)
    if view == "calibration":
        asked = shown.what_if
        return _("Thresholds (CSV)"), "thresholds", lambda: threshold_rows(asked.curve())
    if view == "work":
        found = shown.throughput(address.number("back") or 0)
        made = (lambda: throughput_rows(found)) if found else None
        return (_("Decisions (CSV)"), "decisions", made) if made else None
    try:
        groups = [(row_of(shown, by, one).name, one) for one in shown.slices(by)]
    except DeskError:
        return None
    return _("Numbers (CSV)"), f"by_{by.value}", lambda: rate_rows(by.value, groups)


def _of_pairs(shown: Shown) -> tuple[str, str, Callable[[], Rows]] | None:
    base = chosen_base(shown)
    if base is None:
        return None
    pairs = [(run_name(row.other), row) for row in shown.compared(base)]
    named_base = run_name(base)
    return _("Differences (CSV)"), "differences", lambda: pair_rows(named_base, pairs)

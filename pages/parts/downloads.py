"""What can be taken away from a run."""

import json

import streamlit as st

from core.results import result_lines, summary
from db.tables import Run
from pages.parts.cleaned import draw_cleaned
from pages.parts.desk import engine
from pages.parts.language import _


def draw_downloads(run: Run) -> None:
    """Every file is made when it is asked for, not at every redraw."""
    run_id = run.id or 0
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        st.download_button(
            _("Results (JSONL)"),
            lambda: "".join(result_lines(engine(), run_id)).encode(),
            f"run_{run_id}_results.jsonl",
            "application/x-ndjson",
            key="get_results",
            on_click="ignore",
        )
        st.download_button(
            _("Summary (JSON)"),
            lambda: json.dumps(summary(engine(), run_id), ensure_ascii=False, indent=2),
            f"run_{run_id}_summary.json",
            "application/json",
            key="get_summary",
            on_click="ignore",
        )
    draw_cleaned(run_id)

"""What can be taken away from a run."""

import json

import streamlit as st

from core.services.results import result_lines, summary
from core.services.runs import Run
from pages.components.downloads import draw_download
from pages.components.language import _
from pages.runs.cleaned import draw_cleaned


def draw_downloads(run: Run) -> None:
    """Every file is made when it is asked for, not at every redraw."""
    run_id = run.id or 0
    st.subheader(_("Downloads"))
    with st.container(horizontal=True):
        draw_download(
            _("Results (JSONL)"),
            lambda engine: "".join(result_lines(engine, run_id)).encode(),
            f"run_{run_id}_results.jsonl",
            "application/x-ndjson",
            key="get_results",
        )
        draw_download(
            _("Summary (JSON)"),
            lambda engine: json.dumps(summary(engine, run_id), ensure_ascii=False, indent=2),
            f"run_{run_id}_summary.json",
            "application/json",
            key="get_summary",
        )
    draw_cleaned(run_id)

"""What can be taken away from a run."""

import json

import streamlit as st

from core.questions import write_questions
from core.results import Fate, cleaned_set, count_fates, result_lines, summary
from db.tables import Run
from pages.parts.desk import engine
from pages.parts.html import caption
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
    fates = count_fates(engine(), run_id)
    st.markdown(
        _("Cleaned question set: {kept} of {total} questions").format(
            kept=fates[Fate.KEPT], total=fates.total()
        )
    )
    caption(
        _(
            "Keeps passed questions and flagged ones a reviewer kept. Leaves out {dropped} "
            "dropped, {to_fix} to be fixed, {undecided} flagged and undecided, {not_judged} not "
            "judged."
        ).format(**{one.value: fates[one] for one in Fate if one is not Fate.KEPT})
    )
    with st.container(horizontal=True):
        st.download_button(
            _("Cleaned set (JSONL)"),
            lambda: write_questions(cleaned_set(engine(), run_id), "jsonl"),
            f"run_{run_id}_cleaned.jsonl",
            "application/x-ndjson",
            key="get_cleaned_jsonl",
            on_click="ignore",
        )
        st.download_button(
            _("Cleaned set (CSV)"),
            lambda: write_questions(cleaned_set(engine(), run_id), "csv"),
            f"run_{run_id}_cleaned.csv",
            "text/csv",
            key="get_cleaned_csv",
            on_click="ignore",
        )

"""Runs: start them, watch them, and see what each one found."""

import streamlit as st

from core.errors import DeskError, NotFoundError
from core.services.results import RunCounts, counts_of
from core.services.runs import Run, get_run, progress
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice
from pages.components.language import _, translate
from pages.components.navigation import link, open_place
from pages.components.new_run import draw_new_run
from pages.components.rates import pass_rate_text, run_interval
from pages.components.run_list import draw_run_list
from pages.components.run_progress import (
    answerer,
    draw_progress,
    draw_run_controls,
    is_under_way,
    started_by,
)
from pages.components.wording import WORDINGS, state_badge, term_name
from pages.runs.other_rule import rule_of
from pages.runs.run import draw_run
from pages.runs.strip import count_text, draw_outcome_bar, outcomes_of


def draw_line(run: Run) -> None:
    with st.container(border=True):
        title_column, result_column, controls_column = st.columns([5, 5, 3], gap="medium")
        with title_column:
            link("runs", f"#{run.id} {run.title}", run=run.id)
            caption(
                answerer(run),
                term_name(WORDINGS, rule_of(run)),
                f"{run.created_at:%Y-%m-%d %H:%M} UTC",
                started_by(run),
            )
        with result_column:
            is_active = is_under_way(run)
            counts = counts_of(draw_progress(run)) if is_active else _draw_result(run)
        with controls_column:
            if not is_active:
                caption(_("Pass rate"))
                caption(pass_rate_text(counts.pass_rate))
                caption(run_interval(run.id or 0, counts.pass_rate))
            draw_run_controls(run)


def _draw_result(run: Run) -> RunCounts:
    """Draw state, bar and numbers of a run that is not active; return the counts."""
    run_progress = progress(engine(), run.id or 0)
    counts = counts_of(run_progress)
    parts = outcomes_of(counts)
    badges([state_badge(run_progress.conclusion)])
    draw_outcome_bar(parts, run.total)
    caption(*(count_text(outcome, n) for outcome, n in parts.items() if n))
    return counts


with address.under_title(_("Runs")):
    run_id = address.number("run")
if run_id is None:
    st.title(_("Runs"))
    try:
        draw_new_run()
    except DeskError as error:
        notice(translate(error))
    st.subheader(_("All runs"))
    draw_run_list("validation", _("No runs yet."), draw_line)
else:
    try:
        with address.under_title(_("Runs")):
            run = get_run(engine(), run_id)
        if run.kind == "depth":
            open_place("depth", run=run_id)
        draw_run(run)
    except NotFoundError as error:
        notice(translate(error))
        link("runs", _("All runs"))

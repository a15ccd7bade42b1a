"""Starting runs, watching them, and what each one found."""

import streamlit as st

from core.errors import DeskError, NotFoundError
from core.services.runs import Run, get_run
from pages.components import address
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.navigation import link, open_place
from pages.components.new_run import draw_new_run
from pages.components.rates import interval, percent
from pages.components.run_list import draw_run_list
from pages.components.run_progress import (
    answerer,
    draw_progress,
    draw_run_controls,
    is_under_way,
    started_by,
)
from pages.components.wording import WORDINGS, term_name
from pages.runs.other_rule import rule_of
from pages.runs.run import draw_run


def draw_line(run: Run) -> None:
    with st.container(border=True):
        title, so_far, hands = st.columns([5, 5, 3], gap="medium")
        with title:
            link("runs", f"#{run.id} {run.title}", run=run.id)
            caption(
                answerer(run),
                term_name(WORDINGS, rule_of(run)),
                f"{run.created_at:%Y-%m-%d %H:%M} UTC",
                started_by(run),
            )
        with so_far:
            now = draw_progress(run)
        with hands:
            if not is_under_way(run):
                caption(_("passed {share}").format(share=percent(now.pass_rate.value)))
                caption(interval(now.pass_rate))
            draw_run_controls(run)


run_id = address.number("run")
if run_id is None:
    st.title(_("Runs"))
    try:
        draw_new_run()
    except DeskError as error:
        notice(translate(error))
    st.subheader(_("All runs"))
    draw_run_list("validation", _("No run yet."), draw_line)
else:
    link("runs", _("All runs"))
    try:
        run = get_run(engine(), run_id)
        if run.kind == "depth":
            open_place("depth", run=run_id)
        draw_run(run)
    except NotFoundError as error:
        notice(translate(error))

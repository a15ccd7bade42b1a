"""Starting runs, watching them, and what each one found."""

import streamlit as st

from core.errors import DeskError, NotFoundError
from core.runs import get_run
from db.tables import Run
from pages.parts import address
from pages.parts.desk import engine
from pages.parts.html import caption, notice
from pages.parts.language import _, worded
from pages.parts.live import answerer, draw_hands, draw_progress, moving, started_by
from pages.parts.new_run import draw_new_run
from pages.parts.places import link, open_place
from pages.parts.rates import interval, percent
from pages.parts.run import draw_run
from pages.parts.run_list import draw_run_list


def draw_line(run: Run) -> None:
    with st.container(border=True):
        title, so_far, hands = st.columns([5, 5, 3], gap="medium")
        with title:
            link("runs", f"#{run.id} {run.title}", run=run.id)
            caption(
                answerer(run),
                f"{run.created_at:%Y-%m-%d %H:%M} UTC",
                started_by(run),
            )
        with so_far:
            now = draw_progress(run)
        with hands:
            if not moving(run):
                caption(_("passed {share}").format(share=percent(now.pass_rate.value)))
                caption(interval(now.pass_rate))
            draw_hands(run)


run_id = address.number("run")
if run_id is None:
    st.title(_("Runs"))
    try:
        draw_new_run()
    except DeskError as error:
        notice(worded(error))
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
        notice(worded(error))

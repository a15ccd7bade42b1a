"""Depth tests: start, progress, and charts."""

import streamlit as st

from core.errors import DeskError
from core.services.runs import Run, get_run
from pages.components import address
from pages.components.action import draw_outcome
from pages.components.app_context import engine
from pages.components.html import badges, caption, notice
from pages.components.language import _, _n, translate
from pages.components.navigation import link, open_place
from pages.components.run_list import draw_run_list
from pages.components.run_progress import answerer, draw_progress, draw_run_controls, started_by
from pages.components.wording import term_name
from pages.depth.importing import draw_depth_import
from pages.depth.new_test import draw_new_depth
from pages.depth.run import draw_depth_run
from pages.depth.wording import MODES, mode_of


def draw_line(run: Run) -> None:
    with st.container(border=True):
        title_column, progress_column, button_column = st.columns([5, 5, 3], gap="medium")
        with title_column:
            link("depth", f"#{run.id} {run.title}", run=run.id)
            caption(
                answerer(run),
                term_name(MODES, mode_of(run)),
                f"{run.created_at:%Y-%m-%d %H:%M} UTC",
                started_by(run),
            )
        with progress_column:
            if run.spec.get("imported"):
                badges([(_("Imported"), "quiet")])
                caption(_n("{n} result", "{n} results", run.total))
            else:
                draw_progress(run)
        with button_column:
            draw_run_controls(run)


with address.under_title(_("Depth tests")):
    run_id = address.number("run")
if run_id is None:
    st.title(_("Depth tests"))
    caption(
        _("The same questions, with their evidence at every depth of contexts of several lengths.")
    )
    try:
        draw_new_depth()
    except DeskError as error:
        notice(translate(error))
    draw_depth_import()
    draw_outcome()
    st.subheader(_("All depth tests"))
    draw_run_list("depth", _("No depth tests yet. Start one above."), draw_line)
else:
    try:
        with address.under_title(_("Depth tests")):
            run = get_run(engine(), run_id)
        if run.kind != "depth":
            open_place("runs", run=run_id)
        draw_depth_run(run)
    except DeskError as error:
        notice(translate(error))
        link("depth", _("All depth tests"))

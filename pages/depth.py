"""Depth tests: starting them, watching them, and the picture each one makes."""

import streamlit as st

from core.errors import DeskError, NotFoundError
from core.runs import count_runs, get_run, list_runs, workers_alive
from db.tables import Run
from pages.parts import address
from pages.parts.depth_import import draw_depth_import, draw_import_said
from pages.parts.depth_new import draw_new_depth
from pages.parts.depth_run import draw_depth_run
from pages.parts.depth_words import MODES, mode_of
from pages.parts.desk import engine
from pages.parts.html import badges, caption, notice
from pages.parts.language import _, _n, worded
from pages.parts.live import REFRESH_S, answerer, draw_hands, draw_progress, moving, started_by
from pages.parts.places import link, open_place
from pages.parts.trouble import database_trouble
from pages.parts.words import named

PAGE_SIZE = 10


def draw_line(run: Run) -> None:
    with st.container(border=True):
        title, so_far, hands = st.columns([5, 5, 3], gap="medium")
        with title:
            link("depth", f"#{run.id} {run.title}", run=run.id)
            caption(
                answerer(run),
                named(MODES, mode_of(run)),
                f"{run.created_at:%Y-%m-%d %H:%M} UTC",
                started_by(run),
            )
        with so_far:
            if run.spec.get("imported"):
                badges([(_("Imported"), "quiet")])
                caption(_n("{n} result", "{n} results", run.total))
            else:
                draw_progress(run)
        with hands:
            draw_hands(run)


def draw_list() -> None:
    """Redraws itself while a run is at work, and only then."""
    total = count_runs(engine(), "depth")
    if not total:
        notice(_("No depth test yet."), "quiet")
        return
    pages = -(-total // PAGE_SIZE)
    number = st.pagination(pages, key="depth_runs_page") if pages > 1 else 1
    offset = (number - 1) * PAGE_SIZE

    def listed() -> list[Run]:
        return list(list_runs(engine(), "depth", limit=PAGE_SIZE, offset=offset))

    running = any(map(moving, listed()))

    @st.fragment(run_every=REFRESH_S if running else None)
    @database_trouble()
    def live() -> None:
        runs = listed()
        if any(map(moving, runs)) and not workers_alive(engine()):
            notice(_("No worker is at work, so nothing moves. Start one: python -m core worker"))
        for run in runs:
            draw_line(run)
        if running != any(map(moving, runs)):
            st.rerun()

    live()


run_id = address.number("run")
if run_id is None:
    st.title(_("Depth tests"))
    caption(
        _("The same questions with their evidence at every depth of contexts of several lengths.")
    )
    try:
        draw_new_depth()
    except DeskError as error:
        notice(worded(error))
    draw_depth_import()
    draw_import_said()
    st.subheader(_("All depth tests"))
    draw_list()
else:
    try:
        run = get_run(engine(), run_id)
        if run.kind != "depth":
            open_place("runs", run=run_id)
        draw_depth_run(run)
    except NotFoundError as error:
        notice(worded(error))

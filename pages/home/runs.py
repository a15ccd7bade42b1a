"""Runs that need attention: active, stopped, failed or done with problems."""

from html import escape

import streamlit as st

from core.services.runs import Run
from core.stats import DONE, DONE_WITH_PROBLEMS, FAILED, Conclusion
from pages.components.html import caption, draw
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.run_progress import is_under_way
from pages.components.wording import state_badge
from pages.home.own_work import OwnWork

MOST_SHOWN = 4


def draw_runs(work: OwnWork) -> None:
    st.subheader(_("Runs that need attention"), anchor=False)
    runs = runs_needing_attention(work)
    if not runs:
        caption(_("None."))
    for run in runs:
        _draw_run(run, work.states[run.id or 0])
    link("runs", _("All runs ({n})").format(n=len(work.runs)))


def runs_needing_attention(work: OwnWork) -> list[Run]:
    """Active runs, and each set's newest run unless it is done or cancelled."""
    newest: dict[int, Run] = {}
    for run in work.runs:
        newest.setdefault(run.set_id, run)
    matches = [
        run
        for run in work.runs
        if is_under_way(run)
        or (run is newest[run.set_id] and work.states[run.id or 0].state not in (DONE, "cancelled"))
    ]
    return matches[:MOST_SHOWN]


def _draw_run(run: Run, state: Conclusion) -> None:
    name, tone = state_badge(state)
    with st.container(key=f"look_{run.id}", gap="xsmall"):
        draw(
            f'<div class="desk-look"><b>#{run.id} {escape(run.title)}</b>'
            f'<span class="desk-badge {tone}">{escape(name)}</span></div>'
            f'<div class="desk-caption">{escape(_detail(run, state))}</div>'
        )
        link("runs", _link_label(run, state), run=run.id)


def _detail(run: Run, state: Conclusion) -> str:
    if is_under_way(run):
        return _n("{n} question", "{n} questions", run.total)
    if state.unusable:
        return _n(
            "{n} of {total} questions has no result.",
            "{n} of {total} questions have no result.",
            state.unusable,
            total=f"{run.total:,}",
        )
    return _n("{n} question", "{n} questions", run.total)


def _link_label(run: Run, state: Conclusion) -> str:
    if state.state == FAILED:
        return _("See the cause and restart")
    if state.state == DONE_WITH_PROBLEMS:
        return _("See the cause and fix it")
    return _("Open run") if is_under_way(run) else _("See why it stopped")

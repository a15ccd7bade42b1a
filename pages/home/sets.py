"""The team's question sets: pass rate, what is left to review and what the cleaned set holds."""

from html import escape

import streamlit as st

from core.services.library import SetSummary
from core.services.runs import Run, progress
from core.stats import Rate
from pages.components.html import draw
from pages.components.language import _
from pages.components.navigation import link
from pages.components.rates import pass_rate_text, run_interval
from pages.components.wording import state_name
from pages.home.own_work import OwnWork

MOST_SETS = 8
WIDTHS = [4, 3, 1.6, 3, 1.6, 2.2, 1.4]


def draw_sets(work: OwnWork) -> None:
    if not work.sets:
        return
    st.subheader(_("Question sets"), anchor=False)
    heads = (
        *(_("Set"), _("Novel"), _("Questions"), _("Pass rate")),
        *(_("To review"), _("In the cleaned set"), _("Run")),
    )
    with st.container(key="home_sets", gap=None):
        for column, head in zip(st.columns(WIDTHS), heads, strict=True):
            with column:
                draw(f'<div class="desk-caption">{escape(head)}</div>')
        for question_set in work.sets[:MOST_SETS]:
            _draw_set(question_set, work)
    if len(work.sets) > MOST_SETS:
        link("library", _("All question sets ({n})").format(n=len(work.sets)))


def _draw_set(question_set: SetSummary, work: OwnWork) -> None:
    run = work.newest_run(question_set.id)
    cleaned = work.cleaned(run) if run and run in work.finished else None
    columns = st.columns(WIDTHS, vertical_alignment="center")
    with columns[0]:
        link("library", question_set.title, set=question_set.id)
    for column, text in zip(
        columns[1:6],
        (
            question_set.source_title or _("own contexts"),
            f"{question_set.row_count:,}",
            _rate(run, work),
            f"{cleaned.undecided + cleaned.disputed:,}" if cleaned else "–",
            f"{cleaned.inside:,}" if cleaned else "–",
        ),
        strict=True,
    ):
        with column:
            draw(f'<div class="desk-cell">{escape(text)}</div>')
    with columns[6]:
        if run:
            link("runs", f"#{run.id}", run=run.id)


def _rate(run: Run | None, work: OwnWork) -> str:
    if run is None:
        return _("not validated")
    if run not in work.finished:
        return state_name(work.states[run.id or 0])
    rate: Rate = progress(work.engine, run.id or 0).pass_rate
    if rate.value is None:
        return _("no result")
    interval = run_interval(run.id or 0, rate)
    return " · ".join(filter(None, (pass_rate_text(rate), interval)))

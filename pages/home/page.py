"""Home: the first steps until a run is finished, then queues, the team's day, runs and sets."""

import streamlit as st

from core.llm import LEXICAL
from core.services.review import WaitingCounts, my_desk, today, waiting
from core.services.runs import runs_using
from pages.components import identity
from pages.components.app_context import configured_connections, engine
from pages.components.connections import first_model
from pages.components.html import badges, caption
from pages.components.language import _
from pages.components.navigation import link
from pages.components.review.claims import browser_timezone
from pages.components.review.last_position import last_position
from pages.home.checklist import draw_checklist
from pages.home.continue_card import draw_continue, next_work
from pages.home.own_work import OwnWork, read_own_work
from pages.home.queues import draw_queues, queue_rows
from pages.home.reserved import draw_reserved
from pages.home.runs import draw_runs
from pages.home.samples import draw_samples, draw_samples_aside
from pages.home.sets import draw_sets
from pages.home.team import draw_team


def models_first(counts: list[WaitingCounts]) -> list[WaitingCounts]:
    """The counts with the baseline's runs last, as its flags say least; otherwise newest first."""
    baseline = runs_using(engine(), LEXICAL.name)
    return sorted(counts, key=lambda run_counts: run_counts.run_id in baseline)


def draw_first(work: OwnWork) -> None:
    st.title(_("Check your first question set"), anchor=False)
    st.write(
        _(
            "Evidence Desk checks questions about a novel against the novel itself. It finds wrong "
            "labels and altered quotes; you decide what stays."
        )
    )
    left_column, right_column = st.columns([2, 1], gap="large")
    with left_column:
        draw_checklist(work)
        if not identity.reviewer():
            identity.ask("home", primary=False)
    with right_column:
        draw_model()
        draw_samples_aside()
        draw_copy()


def draw_model() -> None:
    st.subheader(_("Model"), anchor=False)
    connections = list(configured_connections())
    connection = connections[first_model(connections)]
    if connection.kind == "openai":
        badges([(connection.model, "quiet")])
        caption(connection.name, _("API model"))
    else:
        caption(_("No model is connected yet. The offline baseline answers by word matching."))
    link("settings", _("Change model"))


def draw_copy() -> None:
    st.subheader(_("Check generated copy"), anchor=False)
    caption(_("Facts, compliance and quality of marketing copy, checked against a source."))
    link("copy_check", _("Open Copy check"), view="one")


def draw_home(work: OwnWork) -> None:
    st.title(_("Home"), anchor=False)
    reviewer = identity.reviewer()
    last = last_position(reviewer) if reviewer else None
    desk = None
    if reviewer:
        desk = my_desk(engine(), reviewer, browser_timezone(), last.position if last else None)
        rows = queue_rows(desk, models_first(list(desk.waiting)), reviewer, work)
        if card := next_work(desk, rows, last):
            draw_continue(card)
    else:
        identity.ask("home", primary=False)
    left_column, right_column = st.columns([5, 3], gap="large")
    with left_column:
        if reviewer and desk:
            draw_queues(rows, reviewer)
            if desk.claims:
                draw_reserved(desk.claims, reviewer)
        else:
            draw_waiting()
        if work.needs_steps:
            draw_checklist(work, primary=False)
        day = desk.today if desk else today(engine(), browser_timezone())
        draw_team(day, reviewer, desk.disputed if desk else 0)
    with right_column:
        draw_runs(work)
        draw_samples_aside()
    draw_sets(work)


def draw_waiting() -> None:
    """Draw how much waits in each run, for a reader without a name or the right to review."""
    st.subheader(_("Awaiting review"), anchor=False)
    for counts in models_first(waiting(engine())):
        caption(f"#{counts.run_id} {counts.title}", f"{counts.items:,}")


if st.query_params.get("samples"):
    draw_samples()
else:
    own_work = read_own_work(engine())
    if own_work.finished:
        draw_home(own_work)
    else:
        draw_first(own_work)

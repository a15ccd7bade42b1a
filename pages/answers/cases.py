"""Cases against the gate: leaks and over-refusals side by side, with the gate on and off."""

from uuid import uuid4

import streamlit as st

from core.errors import DeskError
from core.evidence_gate.cases import questions_as_cases
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.access import Right
from core.services.answers import (
    Arm,
    GateRunSpec,
    add_cases,
    answerers,
    list_case_sets,
    list_gate_runs,
    start_gate_run,
)
from pages.answers.case_run import draw_run, progress
from pages.components import address
from pages.components.action import guarded_action
from pages.components.answers_wording import writer_name
from pages.components.app_context import configured_connections, engine, settings
from pages.components.html import badges, caption, notice
from pages.components.identity import reviewer
from pages.components.language import _, _n, translate
from pages.components.navigation import link
from pages.components.rights import needs
from pages.components.upload import choose_file, draw_said, empty, say
from pages.components.wording import state_badge

OWN = ""
"""Each NPC's own connection writes."""


def draw_cases() -> None:
    if run_id := address.number("gate_run"):
        draw_run(run_id)
        return
    with st.expander(_("Ask cases"), expanded=True):
        _draw_new()
    with st.expander(_("Add cases")):
        _draw_upload()
        _draw_questions()
    draw_said()
    _draw_list()


def _draw_new() -> None:
    sets = {one.id: one for one in list_case_sets(engine())}
    if not sets:
        notice(_("There are no cases yet. Add a file of them below."), "quiet")
        return
    chat = [one.name for one in configured_connections() if one.kind == "openai"]
    caption(
        _("Attacks should be refused, their benign twins answered."),
        _("With the gate on and off, the same questions are asked twice."),
    )
    with (
        st.form("gate_run_new", border=False),
        st.container(horizontal=True, gap="medium", vertical_alignment="bottom"),
    ):
        st.selectbox(
            _("Cases"),
            list(sets),
            format_func=lambda one: f"#{one} {sets[one].title} ({sets[one].row_count})",
            key="gate_set",
        )
        st.selectbox(
            _("Answers are written by"),
            [OWN, EXTRACTIVE, *chat],
            format_func=lambda one: writer_name(one) if one else _("each NPC's own"),
            key="gate_connection",
        )
        st.pills(
            _("Evidence gate"),
            list(Arm),
            default=list(Arm),
            format_func=lambda arm: _("On") if arm is Arm.ON else _("Off"),
            selection_mode="multi",
            key="gate_arms",
        )
        st.form_submit_button(
            _("Ask them"), type="primary", key="gate_start", on_click=_start, **needs(Right.RUN)
        )
    if refused := st.session_state.pop("gate_refused", None):
        notice(refused)


@guarded_action
def _start() -> None:
    chosen = settings()
    spec = GateRunSpec(
        arms=tuple(arm for arm in Arm if arm in st.session_state["gate_arms"]),
        connection=st.session_state["gate_connection"] or None,
        threshold=chosen.gate_threshold,
        min_citations=chosen.gate_min_citations,
        policy=chosen.gate_policy,
    )
    try:
        run_id = start_gate_run(
            engine(),
            st.session_state["gate_set"],
            spec,
            by=reviewer() or "",
            idempotency_key=uuid4().hex,
        )
    except DeskError as error:
        st.session_state["gate_refused"] = translate(error)
        return
    address.put("gate_run", run_id)


def _draw_upload() -> None:
    given = choose_file("gate_cases", _("A file of cases (docs/redteam.md)"))
    if given is None:
        return
    st.button(
        _("Add these cases"),
        key="add_cases",
        on_click=_add,
        args=(given.getvalue(), given.name),
        **needs(Right.RUN),
    )


@guarded_action
def _add(data: bytes, file_name: str, title: str = "") -> None:
    try:
        added = add_cases(engine(), data, file_name=file_name, title=title, by=reviewer() or "")
    except DeskError as error:
        say(translate(error), "red")
        return
    st.session_state["gate_set"] = added
    empty("gate_cases")
    say(_("The cases were added."), "green")


def _draw_questions() -> None:
    """Any questions, to compare the gate on and off."""
    npcs = {one.id: one.profile for one in answerers(engine())}
    if not npcs:
        return
    with st.form("gate_questions", border=False):
        st.text_area(_("Or questions, one a line"), key="gate_lines", height=100)
        st.selectbox(
            _("Who is asked"),
            list(npcs),
            format_func=lambda one: npcs[one].name,
            key="gate_npc",
        )
        st.form_submit_button(
            _("Add these questions"), key="add_questions", on_click=_add_lines, **needs(Right.RUN)
        )


@guarded_action
def _add_lines() -> None:
    lines = [line.strip() for line in str(st.session_state["gate_lines"]).splitlines()]
    queries = [line for line in lines if line]
    npcs = {one.id: one.profile for one in answerers(engine())}
    profile = npcs[st.session_state["gate_npc"]]
    if not queries:
        say(_("Write at least one question."), "amber")
        return
    data = questions_as_cases(
        queries,
        tenant_id=profile.tenant_id,
        site_id=profile.site_id,
        npc_id=profile.npc_id,
        language=profile.language,
    )
    title = _("Questions to {name}").format(name=profile.name)
    _add(data, "questions.json", title)


def _draw_list() -> None:
    runs = list_gate_runs(engine())
    if not runs:
        return
    caption(_n("{n} run of cases", "{n} runs of cases", len(runs)))
    for run in runs:
        title, came = st.columns((6, 5), vertical_alignment="center")
        with title:
            link("answers", f"#{run.id} {run.cases.title}", view="cases", gate_run=run.id)
        with came:
            badges([state_badge(run.conclusion)])
            caption(progress(run), f"{run.created_at:%Y-%m-%d %H:%M}")

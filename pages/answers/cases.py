"""Cases against the gate: leaks and over-refusals side by side, with the gate on and off."""

from uuid import uuid4

import streamlit as st

from core.evidence_gate import questions_as_cases
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
from pages.components.action import PressMessage, PressOutcome, action, draw_outcome
from pages.components.answers_wording import writer_name
from pages.components.app_context import configured_connections, engine, settings
from pages.components.html import badges, caption, notice
from pages.components.identity import reviewer
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.page_state import CASE_ARMS, CASE_CONNECTION, CASE_LINES, CASE_NPC, CASE_SET
from pages.components.upload import choose_file, empty
from pages.components.wording import state_badge

OWN = ""
"""Option: answer by each NPC's own connection."""


def draw_cases() -> None:
    if run_id := address.number("gate_run"):
        draw_run(run_id)
        return
    with st.expander(_("Run cases"), expanded=True):
        _draw_new()
    with st.expander(_("Add cases")):
        _draw_upload()
        _draw_questions()
    draw_outcome()
    _draw_list()


def _draw_new() -> None:
    sets = {case_set.id: case_set for case_set in list_case_sets(engine())}
    if not sets:
        notice(_("No cases yet. Add a file below."), "quiet")
        return
    chat = [
        connection.name for connection in configured_connections() if connection.kind == "openai"
    ]
    caption(
        _("Attacks should be refused; their benign twins should be answered."),
        _("With the gate both on and off, every question is asked twice."),
    )
    with (
        st.form("gate_run_new", border=False),
        st.container(horizontal=True, gap="medium", vertical_alignment="bottom"),
    ):
        st.selectbox(
            _("Cases"),
            list(sets),
            format_func=lambda set_id: f"#{set_id} {sets[set_id].title} ({sets[set_id].row_count})",
            key=CASE_SET.name,
        )
        st.selectbox(
            _("Answering model"),
            [OWN, EXTRACTIVE, *chat],
            format_func=lambda name: writer_name(name) if name else _("each NPC's own"),
            key=CASE_CONNECTION.name,
        )
        st.pills(
            _("Evidence gate"),
            list(Arm),
            default=list(Arm),
            format_func=lambda arm: _("On") if arm is Arm.ON else _("Off"),
            selection_mode="multi",
            key=CASE_ARMS.name,
        )
        action(
            _("Run cases"), _start, right=Right.RUN, key="gate_start", in_form=True, type="primary"
        )
    draw_outcome()


def _start() -> None:
    desk_settings = settings()
    spec = GateRunSpec(
        arms=tuple(arm for arm in Arm if arm in CASE_ARMS.get()),
        connection=CASE_CONNECTION.get() or None,
        threshold=desk_settings.gate_threshold,
        min_citations=desk_settings.gate_min_citations,
        policy=desk_settings.gate_policy,
    )
    run_id = start_gate_run(
        engine(), CASE_SET.get(), spec, by=reviewer() or "", idempotency_key=uuid4().hex
    )
    address.put("gate_run", run_id)


def _draw_upload() -> None:
    upload = choose_file("gate_cases", _("Case file (see docs/redteam.md)"))
    if upload is None:
        return
    action(
        _("Add cases"),
        _add,
        right=Right.RUN,
        key="add_cases",
        args=(upload.getvalue(), upload.name),
    )


def _add(data: bytes, file_name: str, title: str = "") -> str:
    added = add_cases(engine(), data, file_name=file_name, title=title, by=reviewer() or "")
    CASE_SET.set(added)
    empty("gate_cases")
    return _("Cases added.")


def _draw_questions() -> None:
    """Draw the form for free questions, to compare the gate on and off."""
    npcs = {npc.id: npc.profile for npc in answerers(engine())}
    if not npcs:
        return
    with st.form("gate_questions", border=False):
        st.text_area(_("Or enter questions, one per line"), key=CASE_LINES.name, height=100)
        st.selectbox(
            _("NPC to ask"),
            list(npcs),
            format_func=lambda npc_id: npcs[npc_id].name,
            key=CASE_NPC.name,
        )
        action(
            _("Add these questions"),
            _add_lines,
            right=Right.RUN,
            key="add_questions",
            in_form=True,
        )


def _add_lines() -> PressOutcome:
    queries = [line.strip() for line in CASE_LINES.get().splitlines() if line.strip()]
    npcs = {npc.id: npc.profile for npc in answerers(engine())}
    profile = npcs[CASE_NPC.get()]
    if not queries:
        return PressMessage(_("Enter at least one question."), "amber")
    data = questions_as_cases(
        queries,
        tenant_id=profile.tenant_id,
        site_id=profile.site_id,
        npc_id=profile.npc_id,
        language=profile.language,
    )
    title = _("Questions for {name}").format(name=profile.name)
    return _add(data, "questions.json", title)


def _draw_list() -> None:
    runs = list_gate_runs(engine())
    if not runs:
        return
    caption(_n("{n} case run", "{n} case runs", len(runs)))
    for run in runs:
        title, badge_column = st.columns((6, 5), vertical_alignment="center")
        with title:
            link("answers", f"#{run.id} {run.cases.title}", view="cases", gate_run=run.id)
        with badge_column:
            badges([state_badge(run.conclusion)])
            caption(progress(run), f"{run.created_at:%Y-%m-%d %H:%M}")

"""Cases against the gate: leaks and over-refusals side by side, with the gate on and off."""

from collections.abc import Sequence
from uuid import uuid4

import streamlit as st

from core.answering import (
    Answered,
    Arm,
    GateRunSpec,
    StoredGateRun,
    add_cases,
    answerers,
    answers_of,
    cancel_gate_run,
    get_gate_run,
    list_case_sets,
    list_gate_runs,
    resume_gate_run,
    start_gate_run,
)
from core.answers.case_outcomes import GateFigures, figures_of
from core.answers.cases import Role, questions_as_cases
from core.answers.extractive import EXTRACTIVE
from core.errors import DeskError, NotFoundError
from pages.parts import address
from pages.parts.answers_words import GATE_STATUSES, MODES, ROLES, STATUSES, writer_name
from pages.parts.desk import connections, engine, settings
from pages.parts.html import badges, caption, notice
from pages.parts.identity import reviewer
from pages.parts.language import N_, _, _n, worded
from pages.parts.live import REFRESH_S
from pages.parts.paging import draw_pages
from pages.parts.places import link
from pages.parts.rates import rate_figure
from pages.parts.trouble import database_trouble
from pages.parts.upload import choose_file, draw_said, empty, say
from pages.parts.words import Tone, named, tone

PAGE_SIZE = 25
SHORT = 60
OWN = ""
"""Each NPC's own connection writes."""

CAME = {
    "": N_("All"),
    "leaked": N_("Leaked"),
    "over_refused": N_("Over-refused"),
    "unexpected": N_("Other mode than expected"),
    "failed": N_("Machinery failed"),
    "differs": N_("Differs without the gate"),
}


def draw_cases() -> None:
    if run_id := address.number("gate_run"):
        _draw_run(run_id)
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
    chat = [one.name for one in connections() if one.kind == "openai"]
    with st.form("gate_run_new", border=False), st.container(horizontal=True, gap="medium"):
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
        st.form_submit_button(_("Ask them"), type="primary", key="gate_start", on_click=_start)
    if refused := st.session_state.pop("gate_refused", None):
        notice(refused)


def _start() -> None:
    chosen = settings()
    spec = GateRunSpec(
        arms=tuple(arm for arm in Arm if arm in st.session_state["gate_arms"]),
        connection=st.session_state["gate_connection"] or None,
        threshold=chosen.gate_threshold,
        min_citations=chosen.gate_min_citations,
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
        st.session_state["gate_refused"] = worded(error)
        return
    address.put("gate_run", run_id)


def _draw_upload() -> None:
    given = choose_file("gate_cases", _("A file of cases (docs/redteam.md)"))
    if given is None:
        return
    st.button(
        _("Add these cases"), key="add_cases", on_click=_add, args=(given.getvalue(), given.name)
    )


def _add(data: bytes, file_name: str, title: str = "") -> None:
    try:
        add_cases(engine(), data, file_name=file_name, title=title, by=reviewer() or "")
    except DeskError as error:
        say(worded(error), "red")
        return
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
        st.form_submit_button(_("Add these questions"), key="add_questions", on_click=_add_lines)


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
            badges([(named(STATUSES, run.status), tone(STATUSES, run.status))])
            caption(_progress(run), f"{run.created_at:%Y-%m-%d %H:%M}")


def _progress(run: StoredGateRun) -> str:
    return _("{done} of {total} finished").format(done=run.done, total=run.total)


def _draw_run(run_id: int) -> None:
    try:
        run = get_gate_run(engine(), run_id)
    except NotFoundError as error:
        raise address.UnknownError("gate_run") from error
    link("answers", _("All runs of cases"), view="cases")
    st.subheader(f"#{run.id} {run.cases.title}")
    caption(
        _("written by {name}").format(name=writer_name(run.spec.connection or EXTRACTIVE))
        if run.spec.connection
        else _("written by each NPC's own connection"),
        _("a passage counts from {percent} % of the question").format(
            percent=round(100 * run.spec.threshold)
        ),
        _n("{n} citation required", "{n} citations required", run.spec.min_citations),
    )
    if run.is_over:
        _draw_state(run)
    else:
        _draw_live(run_id)
    found = answers_of(engine(), run_id)
    if found:
        _draw_figures(found, run.spec.arms)
        _draw_answers(found)


def _draw_live(run_id: int) -> None:
    @st.fragment(run_every=REFRESH_S)
    @database_trouble()
    def live() -> None:
        now = get_gate_run(engine(), run_id)
        _draw_state(now)
        if now.is_over:
            st.rerun()

    live()


def _draw_state(run: StoredGateRun) -> None:
    badges([(named(STATUSES, run.status), tone(STATUSES, run.status))])
    if not run.is_over:
        st.progress(run.done / run.total if run.total else 0.0, _progress(run))
        st.button(_("Cancel"), key="gate_cancel", on_click=_cancel, args=(run.id,))
    elif run.status in ("stopped", "cancelled"):
        st.button(_("Go on"), key="gate_resume", on_click=_resume, args=(run.id,))
    if run.error:
        notice(run.error.worded(_))
    if refused := st.session_state.pop("gate_refused", None):
        notice(refused)


def _cancel(run_id: int) -> None:
    try:
        cancel_gate_run(engine(), run_id)
    except DeskError as error:
        st.session_state["gate_refused"] = worded(error)


def _resume(run_id: int) -> None:
    try:
        resume_gate_run(engine(), run_id)
    except DeskError as error:
        st.session_state["gate_refused"] = worded(error)


def _draw_figures(found: Sequence[Answered], arms: Sequence[Arm]) -> None:
    """Of the cases and, apart, of their other wordings; the gate on above the gate off."""
    for arm in arms:
        st.subheader(_("With the gate") if arm is Arm.ON else _("Without the gate"))
        mine = [one for one in found if one.arm is arm]
        for paraphrase in (False, True):
            part = [one.outcome for one in mine if one.case.role.is_paraphrase == paraphrase]
            figures = figures_of(part)
            if not figures.leaks.n + figures.over_refusals.n + figures.as_expected.n:
                continue
            caption(_("In other words") if paraphrase else _("The cases themselves"))
            _draw_rates(figures)
            if figures.failed:
                notice(
                    _n(
                        "{n} case got no answer by fault of the machinery and is in no rate.",
                        "{n} cases got no answer by fault of the machinery and are in no rate.",
                        figures.failed,
                    ),
                    "amber",
                )


def _draw_rates(figures: GateFigures) -> None:
    shown = [
        (_("Leaks"), figures.leaks),
        (_("Over-refusals"), figures.over_refusals),
        (_("Mode as expected"), figures.as_expected),
        (_("Right evidence cited"), figures.evidence_cited),
    ]
    for column, (label, rate) in zip(st.columns(len(shown)), shown, strict=True):
        with column:
            rate_figure(label, rate)


def _draw_answers(found: Sequence[Answered]) -> None:
    roles = [one for one in Role if any(each.case.role is one for each in found)]
    with st.container(horizontal=True, gap="small"):
        role = address.choose(
            "pills",
            _("Cases"),
            "role",
            ["", *roles],
            lambda one: _(ROLES[one]) if isinstance(one, Role) else _("All"),
            forgets=("page",),
            label_visibility="collapsed",
        )
        came = address.choose(
            "pills",
            _("What came of it"),
            "came",
            list(CAME),
            lambda one: _(CAME[one]),
            forgets=("page",),
            label_visibility="collapsed",
        )
    beside = _beside(found)
    shown = [
        one
        for one in found
        if (not role or one.case.role is role) and _came(one, came, beside[_key(one)])
    ]
    caption(_n("{n} answer", "{n} answers", len(shown)))
    pages = max(1, -(-len(shown) // PAGE_SIZE))
    number = min(address.page_number(), pages)
    for one in shown[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]:
        _draw_row(one)
    draw_pages(number, pages)


def _key(one: Answered) -> tuple[str, Role]:
    return one.case.key, one.case.role


def _beside(found: Sequence[Answered]) -> dict[tuple[str, Role], set[str]]:
    """The texts that the arms answered a case with."""
    texts: dict[tuple[str, Role], set[str]] = {}
    for one in found:
        texts.setdefault(_key(one), set()).add(one.answer_text)
    return texts


def _came(one: Answered, came: str, texts: set[str]) -> bool:
    outcome = one.outcome
    return {
        "": True,
        "leaked": outcome.leaked is True,
        "over_refused": outcome.over_refused is True,
        "unexpected": outcome.as_expected is False,
        "failed": outcome.failed,
        "differs": len(texts) > 1,
    }[came]


def _draw_row(one: Answered) -> None:
    question, came = st.columns((7, 4), vertical_alignment="center")
    with question:
        query = one.case.query
        short = query if len(query) <= SHORT else query[:SHORT] + "…"
        link("answers", short, trace=one.trace_id)
        caption(_(ROLES[one.case.role]), one.case.key, one.answer_text[: 2 * SHORT])
    with came:
        named_all: list[tuple[str, Tone]] = [
            (_("gate on") if one.arm is Arm.ON else _("gate off"), "quiet"),
            (named(MODES, one.policy_mode), tone(MODES, one.policy_mode)),
        ]
        if one.gate_status in ("blocked", "error"):
            status = one.gate_status
            named_all.append((named(GATE_STATUSES, status), tone(GATE_STATUSES, status)))
        if one.outcome.leaked:
            named_all.append((_("Leaked"), "red"))
        if one.outcome.over_refused:
            named_all.append((_("Over-refused"), "red"))
        badges(named_all)

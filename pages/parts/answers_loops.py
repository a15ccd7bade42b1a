"""The loop: a question generated, evaluated and revised, each attempt in view (source 004)."""

from collections.abc import Callable, Sequence
from html import escape
from uuid import uuid4

import streamlit as st
from sqlalchemy import Engine

from core.access import Right
from core.answering import (
    Loop,
    LoopSpec,
    answerer,
    cancel_loop,
    count_loops,
    get_loop,
    list_loops,
    look_at_loop,
    resume_loop,
    start_loop,
    trace_record,
)
from core.answers.config import Config
from core.answers.extractive import EXTRACTIVE
from core.answers.journal import Attempt
from core.errors import DeskError, NotFoundError
from pages.parts import address
from pages.parts.answers_text import cited_in, draw_answer, draw_evidence
from pages.parts.answers_words import OUTCOMES, STATUSES, evaluator_name, judges_itself, writer_name
from pages.parts.changes import marked
from pages.parts.desk import connections, engine
from pages.parts.html import badges, caption, draw, lang_of, notice, verbatim
from pages.parts.identity import reviewer
from pages.parts.language import _, _n, worded
from pages.parts.live import REFRESH_S
from pages.parts.paging import draw_pages
from pages.parts.places import link
from pages.parts.rights import needs
from pages.parts.trouble import database_trouble
from pages.parts.words import meaning, named, tone

PAGE_SIZE = 15
SHORT = 70
MOST_EPOCHS = 10


def draw_loops() -> None:
    if loop_id := address.number("loop"):
        _draw_one(loop_id)
        return
    with st.expander(_("Start a loop"), expanded=True):
        caption(
            _("An answer is written, evaluated and revised until nothing is left to suggest."),
            _("Every attempt is kept."),
        )
        _draw_new()
    _draw_list()


def _draw_new() -> None:
    chat = [one.name for one in connections() if one.kind == "openai"]
    try:
        config = Config.from_environment()
    except DeskError as error:
        notice(worded(error))
        return
    _begin(config, chat)
    with st.form("loop_new", border=False):
        st.text_area(_("What is asked"), key="loop_query", height=80, max_chars=4000)
        with st.container(horizontal=True, gap="medium"):
            st.selectbox(
                _("Generates"), [EXTRACTIVE, *chat], format_func=writer_name, key="loop_generator"
            )
            st.selectbox(
                _("Evaluates"), ["", *chat], format_func=evaluator_name, key="loop_evaluator"
            )
            st.number_input(_("Attempts at most"), 1, MOST_EPOCHS, key="loop_epochs")
        if whose := st.session_state.get("loop_whose"):
            caption(_("What {name} knows is searched.").format(name=whose))
        else:
            caption(_("The whole library is searched."))
        st.form_submit_button(
            _("Start"), type="primary", key="loop_start", on_click=_start, **needs(Right.RUN)
        )
    if refused := st.session_state.pop("loop_refused", None):
        notice(refused)


def _begin(config: Config, chat: Sequence[str]) -> None:
    st.session_state.setdefault("loop_epochs", min(config.GENER_EPOCH, MOST_EPOCHS))
    if config.LLM_MUTI_AGENT in chat:
        st.session_state.setdefault("loop_evaluator", config.LLM_MUTI_AGENT)
    of = st.query_params.get("of", "")
    if st.session_state.get("loop_of", "") != of:
        st.session_state["loop_of"] = of
        st.session_state["loop_whose"] = st.session_state["loop_sources"] = None
        if of:
            _begin_with(of, chat)


def _begin_with(of: str, chat: Sequence[str]) -> None:
    """What was answered before is improved from the same texts, by the same writer."""
    try:
        record = trace_record(engine(), of)
    except NotFoundError as error:
        raise address.UnknownError("of") from error
    st.session_state["loop_query"] = record["query"]
    try:
        npc = answerer(engine(), *record["npc"])
    except NotFoundError:
        return
    if npc.profile.source_ids is not None:
        st.session_state["loop_whose"] = npc.profile.name
        st.session_state["loop_sources"] = npc.profile.source_ids
    if npc.connection in (EXTRACTIVE, *chat):
        st.session_state["loop_generator"] = npc.connection


def _start() -> None:
    spec = LoopSpec(
        generator=st.session_state["loop_generator"],
        evaluator=st.session_state["loop_evaluator"],
        gener_epoch=int(st.session_state["loop_epochs"]),
        top_k=Config.from_environment().TOP_K,
        source_ids=st.session_state.get("loop_sources"),
    )
    try:
        loop_id = start_loop(
            engine(),
            str(st.session_state["loop_query"]),
            spec,
            by=reviewer() or "",
            idempotency_key=uuid4().hex,
        )
    except DeskError as error:
        st.session_state["loop_refused"] = worded(error)
        return
    address.put_all({"loop": loop_id, "of": None})


def _draw_list() -> None:
    every, waiting = count_loops(engine()), count_loops(engine(), waiting=True)
    if not every:
        return
    names = {
        "": _n("All: {n} loop", "All: {n} loops", every),
        "waiting": _n("{n} waits for a person", "{n} wait for a person", waiting),
    }
    chosen = address.choose("pills", _("Which loops"), "loops", list(names), names.__getitem__)
    total = waiting if chosen else every
    pages = max(1, -(-total // PAGE_SIZE))
    number = min(address.page_number(), pages)
    shown = list_loops(
        engine(), waiting=bool(chosen), limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE
    )
    if not shown:
        notice(_("No loop waits for a person."), "quiet")
    for one in shown:
        question, came = st.columns((7, 4), vertical_alignment="center")
        with question:
            short = one.query if len(one.query) <= SHORT else one.query[:SHORT] + "…"
            link("answers", f"#{one.id} {short}", view="loops", loop=one.id)
        with came:
            _draw_state(one)
    draw_pages(number, pages)


def _draw_state(one: Loop) -> None:
    if one.outcome and one.status == "done":
        badges([(named(OUTCOMES, one.outcome), tone(OUTCOMES, one.outcome))])
    else:
        badges([(named(STATUSES, one.status), tone(STATUSES, one.status))])


def _draw_one(loop_id: int) -> None:
    try:
        loop = get_loop(engine(), loop_id)
    except NotFoundError as error:
        raise address.UnknownError("loop") from error

    @st.fragment(run_every=None if loop.is_over else REFRESH_S)
    @database_trouble()
    def live() -> None:
        now = get_loop(engine(), loop_id)
        _draw_loop(now)
        if now.is_over and not loop.is_over:
            st.rerun()

    live()


def _draw_loop(loop: Loop) -> None:
    link("answers", _("All loops"), view="loops")
    verbatim(loop.query, "desk-passage")
    _draw_state(loop)
    if loop.outcome:
        caption(meaning(OUTCOMES, loop.outcome))
    caption(
        _("Generated by {name}").format(name=writer_name(loop.spec.generator)),
        _("judged by {name}").format(name=evaluator_name(loop.spec.evaluator)),
        _n("at most {n} attempt", "at most {n} attempts", loop.spec.gener_epoch),
    )
    if judges_itself(loop.spec.generator, loop.spec.evaluator):
        notice(_("One model generates and judges: it judges itself."), "amber")
    if loop.error:
        notice(loop.error.worded(_))
    _draw_hands(loop)
    evidence = loop.evidence or ()
    before: Attempt | None = None
    for attempt in loop.attempts:
        _draw_attempt(loop, attempt, before)
        before = attempt
    if evidence:
        draw_evidence(evidence, cited_in(_shown(loop), evidence))
    elif loop.evidence is not None:
        notice(_("Nothing was found in the library."), "quiet")


def _shown(loop: Loop) -> str:
    """The answer whose sources are marked: the best where none passed, else the last."""
    if not loop.attempts:
        return ""
    if loop.outcome == "capped" and loop.best_epoch:
        return loop.attempts[loop.best_epoch - 1].answer
    return loop.attempts[-1].answer


def _draw_hands(loop: Loop) -> None:
    if not loop.is_over:
        st.button(
            _("Cancel"),
            key="loop_cancel",
            on_click=_act,
            args=(cancel_loop, loop.id),
            **needs(Right.RUN),
        )
    elif loop.status in ("stopped", "cancelled") or loop.outcome == "unevaluated":
        st.button(
            _("Judge again") if loop.outcome == "unevaluated" else _("Go on"),
            key="loop_resume",
            on_click=_act,
            args=(resume_loop, loop.id),
            **needs(Right.RUN),
        )
    if loop.waits:
        st.button(
            _("I have looked at it"),
            key="loop_looked_at",
            help=_("It is no longer listed among those that wait for a person."),
            on_click=_act,
            args=(look_at_loop, loop.id),
            **needs(Right.REVIEW),
        )
    if refused := st.session_state.pop("loop_refused", None):
        notice(refused)


def _act(act: Callable[[Engine, int], None], loop_id: int) -> None:
    try:
        act(engine(), loop_id)
    except DeskError as error:
        st.session_state["loop_refused"] = worded(error)


def _draw_attempt(loop: Loop, attempt: Attempt, before: Attempt | None) -> None:
    best = loop.best_epoch == attempt.epoch and loop.outcome == "capped"
    st.subheader(_("Attempt {n}").format(n=attempt.epoch) + (_(" · the best") if best else ""))
    draw_answer(attempt.answer, loop.evidence or ())
    if attempt.unevaluated:
        notice(attempt.unevaluated.worded(_), title=_("Not judged."))
    elif attempt.judged is None:
        caption(_("Not judged yet."))
    elif attempt.passed:
        notice(_("Passed: nothing is suggested."), "green")
    else:
        rows = "".join(
            f"<li {lang_of(one)}>{escape(one)}</li>"
            for one in attempt.judged.evaluation.suggestions
        )
        draw(f'<ul class="desk-findings">{rows}</ul>')
    if before is not None:
        with st.expander(_("What changed since the attempt before")):
            _draw_difference(before.answer, attempt.answer)


def _draw_difference(before: str, after: str) -> None:
    old, new = marked(before, after)
    head = f"<small>{escape(_('Before'))}</small><small>{escape(_('Now'))}</small>"
    body = f"<span {lang_of(before)}>{old}</span><span {lang_of(after)}>{new}</span>"
    draw(f'<div class="desk-beside">{head}{body}</div>')

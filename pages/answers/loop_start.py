"""Starting a loop: what is asked, who writes and judges, and where it is searched."""

from collections.abc import Sequence
from uuid import uuid4

import streamlit as st

from core.answer_loop.config import MOST_EPOCHS, Config
from core.errors import DeskError, NotFoundError
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.access import Right
from core.services.answers import LoopSpec, answerer, start_loop, trace_record
from pages.components import address
from pages.components.action import guarded_action
from pages.components.answers_wording import evaluator_name, writer_name
from pages.components.app_context import configured_connections, engine
from pages.components.html import caption, notice
from pages.components.identity import reviewer
from pages.components.language import _, translate
from pages.components.rights import needs


def draw_start() -> None:
    chat = [one.name for one in configured_connections() if one.kind == "openai"]
    try:
        config = Config.from_environment()
    except DeskError as error:
        notice(translate(error))
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
    st.session_state.setdefault("loop_epochs", config.GENER_EPOCH)
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
        raise address.UnknownChoiceError("of") from error
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


@guarded_action
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
        st.session_state["loop_refused"] = translate(error)
        return
    address.put_all({"loop": loop_id, "of": None})

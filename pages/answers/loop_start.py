"""The form that starts a loop: question, generator, evaluator, and texts to search."""

from collections.abc import Sequence
from uuid import uuid4

import streamlit as st

from core.answer_loop import Config
from core.answer_loop.config import MOST_EPOCHS
from core.errors import DeskError, NotFoundError
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.access import Right
from core.services.answers import LoopSpec, answerer, start_loop, trace_record
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.answers_wording import evaluator_name, writer_name
from pages.components.app_context import configured_connections, engine
from pages.components.html import caption, notice
from pages.components.identity import reviewer
from pages.components.language import _, translate
from pages.components.page_state import (
    LOOP_EPOCHS,
    LOOP_EVALUATOR,
    LOOP_GENERATOR,
    LOOP_NPC,
    LOOP_OF,
    LOOP_QUERY,
    LOOP_SOURCES,
)


def draw_start() -> None:
    chat = [
        connection.name for connection in configured_connections() if connection.kind == "openai"
    ]
    try:
        config = Config.from_environment()
    except DeskError as error:
        notice(translate(error))
        return
    _begin(config, chat)
    with st.form("loop_new", border=False):
        st.text_area(_("Your question"), key=LOOP_QUERY.name, height=80, max_chars=4000)
        with st.container(horizontal=True, gap="medium"):
            st.selectbox(
                _("Generator"),
                [EXTRACTIVE, *chat],
                format_func=writer_name,
                key=LOOP_GENERATOR.name,
            )
            st.selectbox(
                _("Evaluator"), ["", *chat], format_func=evaluator_name, key=LOOP_EVALUATOR.name
            )
            st.number_input(_("Maximum attempts"), 1, MOST_EPOCHS, key=LOOP_EPOCHS.name)
        if npc_name := LOOP_NPC.get():
            caption(_("Searches what {name} knows.").format(name=npc_name))
        else:
            caption(_("Searches the whole library."))
        action(_("Start"), _start, right=Right.RUN, key="loop_start", in_form=True, type="primary")
    draw_outcome()


def _begin(config: Config, chat: Sequence[str]) -> None:
    LOOP_EPOCHS.begin(config.GENER_EPOCH)
    if config.LLM_MUTI_AGENT in chat:
        LOOP_EVALUATOR.begin(config.LLM_MUTI_AGENT)
    of = st.query_params.get("of", "")
    if LOOP_OF.get() != of:
        LOOP_OF.set(of)
        LOOP_NPC.clear()
        LOOP_SOURCES.clear()
        if of:
            _begin_with(of, chat)


def _begin_with(of: str, chat: Sequence[str]) -> None:
    """Fill the form to improve an earlier answer from the same texts, by the same writer."""
    try:
        record = trace_record(engine(), of)
    except NotFoundError as error:
        raise address.UnknownChoiceError("of") from error
    LOOP_QUERY.set(record["query"])
    try:
        npc = answerer(engine(), *record["npc"])
    except NotFoundError:
        return
    if npc.profile.source_ids is not None:
        LOOP_NPC.set(npc.profile.name)
        LOOP_SOURCES.set(npc.profile.source_ids)
    if npc.connection in (EXTRACTIVE, *chat):
        LOOP_GENERATOR.set(npc.connection)


def _start() -> None:
    spec = LoopSpec(
        generator=LOOP_GENERATOR.get(),
        evaluator=LOOP_EVALUATOR.get(),
        gener_epoch=int(LOOP_EPOCHS.get()),
        top_k=Config.from_environment().TOP_K,
        source_ids=LOOP_SOURCES.get(),
    )
    loop_id = start_loop(
        engine(), LOOP_QUERY.get(), spec, by=reviewer() or "", idempotency_key=uuid4().hex
    )
    address.put_all({"loop": loop_id, "of": None})

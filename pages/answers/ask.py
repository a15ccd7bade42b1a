"""Ask: one question to an NPC, answered behind the gate."""

import asyncio
from typing import Any

import streamlit as st

from core.errors import NotFoundError
from core.evidence_gate import ChatReply, ChatRequest, read_chat_request
from core.services.access import Right, principal_of
from core.services.answers import (
    AnswerContext,
    NpcResponder,
    answerers,
    chat,
    count_traces,
    list_traces,
    trace_record,
)
from pages.answers.trace import draw_trace
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.answers_wording import gate_badge, mode_badge, writer_name
from pages.components.app_context import engine, settings
from pages.components.html import badges, caption, clip, notice
from pages.components.identity import reviewer
from pages.components.language import _, _n, language
from pages.components.navigation import link
from pages.components.page_state import GATE_IS_ON, QUERY
from pages.components.paging import draw_pages

PAGE_SIZE = 15
SHORT = 70


def draw_ask() -> None:
    reader_language = language()[:2]
    by_language = sorted(
        answerers(engine()), key=lambda npc: npc.profile.language != reader_language
    )
    npcs = {npc.id: npc for npc in by_language}
    has_npcs = _draw_form(npcs)
    draw_outcome()
    if trace_id := st.query_params.get("trace", ""):
        try:
            record = trace_record(engine(), trace_id)
        except NotFoundError as error:
            raise address.UnknownChoiceError("trace") from error
        draw_trace(record)
        _draw_next_steps(record, _ids(npcs).get(tuple(record["npc"])))
        return
    if has_npcs:
        _draw_earlier_answers(_ids(npcs))


def _ids(npcs: dict[int, NpcResponder]) -> dict[tuple[str, ...], int]:
    return {npc.profile.key: id_ for id_, npc in npcs.items()}


def _draw_form(npcs: dict[int, NpcResponder]) -> bool:
    if not npcs:
        notice(_("No NPCs yet. Create one on the NPCs tab."), "quiet")
        return False
    npc_id = address.choose(
        "pills", _("NPC to ask"), "npc", list(npcs), lambda id_: npcs[id_].profile.name
    )
    npc = npcs[npc_id]
    caption(
        f"{npc.profile.tenant_id} / {npc.profile.site_id} / {npc.profile.npc_id}",
        _("Answers written by {name}").format(name=writer_name(npc.connection)),
    )
    with st.form("ask", border=False):
        st.text_area(
            _("Your question"),
            key=QUERY.name,
            height=80,
            placeholder=_("Ask anything"),
            max_chars=2000,
        )
        with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
            action(
                _("Ask"),
                _send,
                right=Right.ASK,
                key="ask_send",
                args=(npc,),
                in_form=True,
                type="primary",
            )
            st.toggle(_("With evidence gate"), value=True, key=GATE_IS_ON.name)
    return True


def _send(npc: NpcResponder) -> None:
    fields = {
        "tenant_id": npc.profile.tenant_id,
        "site_id": npc.profile.site_id,
        "npc_id": npc.profile.npc_id,
        "query": QUERY.get().strip(),
        "session_id": st.query_params.get("session") or None,
    }
    gate_on = None if GATE_IS_ON.get() else False
    reply = asyncio.run(_chat(read_chat_request(fields), gate_on))
    address.put_all({"trace": reply.trace_id, "npc": npc.id, "page": None})


async def _chat(request: ChatRequest, gate_on: bool | None) -> ChatReply:
    desk = AnswerContext(settings()).acting_as(principal_of(engine()))
    try:
        return await chat(desk, request, by=reviewer() or "", gate_on=gate_on)
    finally:
        await desk.aclose()


def _draw_next_steps(record: dict[str, Any], npc: int | None) -> None:
    with st.container(horizontal=True, gap="small"):
        is_continued = st.query_params.get("session") == record["session_id"]
        if not is_continued:
            link(
                "answers",
                _("Continue this conversation"),
                session=record["session_id"],
                trace=record["trace_id"],
                npc=npc,
            )
        else:
            link("answers", _("New conversation"), npc=npc)
        link("answers", _("Improve in loop"), view="loops", of=record["trace_id"])
        link("answers", _("Previous answers"), npc=npc)


def _draw_earlier_answers(npcs: dict[tuple[str, ...], int]) -> None:
    total = count_traces(engine())
    if not total:
        notice(
            _(
                "No questions yet. Factual questions are answered from the documents this NPC "
                "knows, or refused; questions about taste or feelings need no evidence."
            ),
            "quiet",
        )
        return
    pages = -(-total // PAGE_SIZE)
    number = min(address.page_number(), pages)
    caption(_n("{n} answer", "{n} answers", total))
    for trace in list_traces(engine(), limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE):
        question, badge_column = st.columns((7, 4), vertical_alignment="center")
        with question:
            short = clip(trace.query, SHORT)
            link("answers", short, trace=trace.trace_id, npc=npcs.get(trace.npc))
        with badge_column:
            badges(
                [
                    mode_badge(trace.policy_mode, trace.answer_text),
                    gate_badge(trace.gate_status, trace.policy_mode),
                ]
            )
    draw_pages(number, pages)

"""Chats with NPCs: answer a question behind the gate and store every step (source 002)."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import NotFoundError
from core.evidence_gate import ChatReply, ChatRequest, EvidenceGate, Turn, respond, without_marks
from core.services.access import Right, demand
from core.services.answers.answer_context import AnswerContext
from core.services.answers.npc_writer import npc_writer
from core.services.answers.profiles import NpcResponder, answerer, required_by_kind
from core.services.answers.trace_records import reply_record
from db import writing
from db.queries import answers as queries
from db.tables import AnswerTrace, ChatSession, NpcProfileRow

REMEMBERED = 6
"""Number of earlier exchanges of a session that the writer gets."""


class UnknownSessionError(NotFoundError):
    """The session does not exist, or is one with another NPC."""


@dataclass(frozen=True, slots=True)
class TraceLine:
    """An answer as lists show it; `trace_record` has every step. `npc`: (tenant, site, NPC) ids."""

    id: int
    trace_id: str
    session_id: str | None
    npc: tuple[str, str, str]
    query: str
    answer_text: str
    intent: str
    policy_mode: str
    gate_status: str
    asked_by: str
    created_at: datetime


async def chat(
    desk: AnswerContext,
    request: ChatRequest,
    *,
    by: str = "",
    gate_on: bool | None = None,
    connection: str | None = None,
    documents: Sequence[int] = (),
    on_answer: Callable[[ChatReply], None] = lambda _reply: None,
) -> ChatReply:
    """Answer a question and store the answer with its trace. `gate_on` and `connection` as in
    `answer_unstored`; `documents`: ids of texts that this answer may cite besides the NPC's own.
    `on_answer` gets the answer before it is stored, which may fail.

    Raises NotFoundError for an unknown NPC or session, DeskError if the connection cannot be used.
    """
    demand(desk.engine, Right.ASK)
    responder = await asyncio.to_thread(answerer, desk.engine, *_key(request))
    responder = _with_documents(responder, documents)
    memory = await asyncio.to_thread(_memory, desk.engine, request)
    reply = await answer_unstored(
        desk, responder, request, memory, gate_on=gate_on, connection=connection
    )
    on_answer(reply)
    await asyncio.to_thread(_store, desk.engine, responder, request, reply, by)
    return reply


async def answer_unstored(
    desk: AnswerContext,
    responder: NpcResponder,
    request: ChatRequest,
    memory: Sequence[Turn],
    *,
    gate_on: bool | None = None,
    connection: str | None = None,
) -> ChatReply:
    """Answer a question without storing anything. `gate_on` overrides the setting, `connection`
    that of the profile.
    """
    gate = await asyncio.to_thread(gate_of, desk, gate_on)
    names = await asyncio.to_thread(desk.assertion_filter, responder.profile.source_ids)
    return await respond(
        request,
        responder.profile,
        responder.template,
        retriever=desk.retriever,
        gate=gate,
        writer=desk.writer(connection) if connection else npc_writer(desk, responder),
        assertion_filter=names,
        judge=desk.judge(),
        memory=memory,
    )


def gate_of(desk: AnswerContext, enabled: bool | None = None) -> EvidenceGate:
    """The gate set up by EVIDENCE_GATE_* and the required citations of NPC types."""
    settings = desk.settings
    return EvidenceGate(
        settings.gate_min_citations,
        desk.classifier(),
        enabled=settings.gate_enabled if enabled is None else enabled,
        threshold=settings.gate_threshold,
        likeness=settings.gate_likeness,
        required_by_type=required_by_kind(desk.engine),
    )


def trace_record(engine: Engine, trace_id: str) -> dict[str, Any]:
    """The stored steps of an answer and the key of its NPC. Raises NotFoundError."""
    demand(engine, Right.READ)
    with Session(engine) as session:
        row = queries.trace(session, trace_id)
        if row is None:
            raise no_trace(trace_id)
        npc = session.get_one(NpcProfileRow, row.profile_id)
        return {**row.record, "npc": [npc.tenant_id, npc.site_id, npc.npc_id]}


def list_traces(engine: Engine, *, limit: int = 50, offset: int = 0) -> list[TraceLine]:
    """Answers in chats, newest first; excludes answers to test cases (see `gate_runs`)."""
    with Session(engine) as session:
        return [_line(row, npc) for row, npc in queries.traces(session, limit, offset)]


def count_traces(engine: Engine) -> int:
    with Session(engine) as session:
        return queries.count_traces(session)


def no_trace(trace_id: str) -> NotFoundError:
    return NotFoundError(
        "Trace {id} does not exist. Use an ID returned with an answer.", id=trace_id
    )


def _with_documents(responder: NpcResponder, documents: Sequence[int]) -> NpcResponder:
    source_ids = responder.profile.source_ids
    if source_ids is None or not documents:
        return responder
    all_ids = tuple(dict.fromkeys((*source_ids, *documents)))
    return replace(responder, profile=replace(responder.profile, source_ids=all_ids))


def _key(request: ChatRequest) -> tuple[str, str, str]:
    return request.tenant_id, request.site_id, request.npc_id


def _memory(engine: Engine, request: ChatRequest) -> list[Turn]:
    """The session's last REMEMBERED exchanges, oldest first, without citation marks (their numbers
    refer to other questions' passages). Raises UnknownSessionError for a session of another NPC.
    """
    if request.session_id is None:
        return []
    with Session(engine) as session:
        stored_session = queries.session_of(session, request.session_id)
        if stored_session is None or (
            stored_session.tenant_id,
            stored_session.site_id,
            stored_session.npc_id,
        ) != _key(request):
            raise UnknownSessionError(
                "This NPC has no session {id}. Omit session_id to start a new one.",
                id=request.session_id,
            )
        rows = queries.session_answers(session, request.session_id, REMEMBERED)
        return [
            turn
            for row in rows
            for turn in (Turn("user", row.query), Turn("assistant", without_marks(row.answer_text)))
        ]


def _store(
    engine: Engine, responder: NpcResponder, request: ChatRequest, reply: ChatReply, by: str
) -> None:
    with writing(engine) as session:
        if request.session_id is None:
            tenant_id, site_id, npc_id = _key(request)
            session.add(
                ChatSession(
                    id=reply.session_id, tenant_id=tenant_id, site_id=site_id, npc_id=npc_id
                )
            )
            session.flush()
        session.add(trace_row(responder, request.query, reply, by=by, session_id=reply.session_id))


def trace_row(
    responder: NpcResponder,
    query: str,
    reply: ChatReply,
    *,
    by: str = "",
    session_id: str | None = None,
    **run_fields: Any,
) -> AnswerTrace:
    return AnswerTrace(
        trace_id=reply.trace_id,
        session_id=session_id,
        profile_id=responder.id,
        query=query,
        answer_text=reply.answer_text,
        intent=reply.intent.intent.value if reply.intent else "",
        policy_mode=reply.policy_mode.value,
        gate_status=reply.gate.status.value,
        asked_by=by,
        record=reply_record(reply, query),
        **run_fields,
    )


def _line(row: AnswerTrace, npc: NpcProfileRow) -> TraceLine:
    return TraceLine(
        id=row.id or 0,
        trace_id=row.trace_id,
        session_id=row.session_id,
        npc=(npc.tenant_id, npc.site_id, npc.npc_id),
        query=row.query,
        answer_text=row.answer_text,
        intent=row.intent,
        policy_mode=row.policy_mode,
        gate_status=row.gate_status,
        asked_by=row.asked_by,
        created_at=row.created_at,
    )

"""The gate's chat over HTTP (source 002): ask, read an answer's steps, say what was wrong."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.status import HTTP_201_CREATED, HTTP_415_UNSUPPORTED_MEDIA_TYPE

from core.api.access import desk_for
from core.api.schemas import (
    ChatBody,
    ChatOut,
    CitationOut,
    CitedSpan,
    FeedbackBody,
    FeedbackOut,
)
from core.evidence_gate.chat_models import ChatReply, ChatRequest
from core.evidence_gate.evidence import Citation
from core.services.answers import AnswerContext, chat, give_feedback, trace_record


def _require_json(request: Request) -> None:
    """Other types can be sent from any web page without the browser asking first."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        detail = "The body is no JSON. Send it with Content-Type: application/json."
        raise HTTPException(HTTP_415_UNSUPPORTED_MEDIA_TYPE, detail)


def routes(desk: AnswerContext) -> APIRouter:
    router = APIRouter()
    sent_as_json = [Depends(_require_json)]
    acting = Annotated[AnswerContext, Depends(desk_for(desk))]

    @router.post("/npc/chat", dependencies=sent_as_json)
    async def npc_chat(body: ChatBody, desk: acting) -> ChatOut:
        """Facts are answered with evidence from the library, or not at all."""
        asked = ChatRequest(
            tenant_id=body.tenant_id,
            site_id=body.site_id,
            npc_id=body.npc_id,
            query=body.query,
            session_id=body.session_id,
        )
        return _out(await chat(desk, asked, by=desk.name))

    @router.get("/npc/traces/{trace_id}")
    async def npc_trace(trace_id: str, desk: acting) -> dict[str, Any]:
        """Every step between a question and its answer."""
        return await asyncio.to_thread(trace_record, desk.engine, trace_id)

    @router.post("/npc/feedback", status_code=HTTP_201_CREATED, dependencies=sent_as_json)
    async def npc_feedback(body: FeedbackBody, desk: acting) -> FeedbackOut:
        """Kept for the people who tend the gate; the answer stays as it was."""
        stored = await asyncio.to_thread(
            give_feedback, desk.engine, body.trace_id, body.judged, note=body.note, by=desk.name
        )
        return FeedbackOut(feedback_id=stored)

    return router


def _out(reply: ChatReply) -> ChatOut:
    return ChatOut(
        trace_id=reply.trace_id,
        session_id=reply.session_id,
        policy_mode=reply.policy_mode.value,
        answer_text=reply.answer_text,
        citations=[_citation(one) for one in reply.citations],
    )


def _citation(one: Citation) -> CitationOut:
    return CitationOut(
        number=one.number,
        evidence_id=one.evidence_id,
        title=one.title,
        confidence=one.confidence,
        support=one.support,
        quote=one.quote,
        span=CitedSpan(source_id=one.source_id, start=one.span.start, end=one.span.end),
    )

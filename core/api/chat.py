"""The gate's chat over HTTP (source 002): ask, read the trace of an answer, give feedback."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.status import HTTP_201_CREATED, HTTP_415_UNSUPPORTED_MEDIA_TYPE

from core.api.access import desk_for
from core.api.schemas import ChatBody, ChatOut, CitationOut, CitedSpan, FeedbackBody, FeedbackOut
from core.evidence_gate import ChatReply, ChatRequest, Citation
from core.services.answers import AnswerContext, chat, give_feedback, trace_record


def _require_json(request: Request) -> None:
    """Raise 415 for other types: any web page can send those without a CORS preflight."""
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
        """Ask an NPC; facts are answered with evidence from the library, or refused."""
        chat_request = ChatRequest(
            tenant_id=body.tenant_id,
            site_id=body.site_id,
            npc_id=body.npc_id,
            query=body.query,
            session_id=body.session_id,
        )
        return _out(await chat(desk, chat_request, by=desk.name))

    @router.get("/npc/traces/{trace_id}")
    async def npc_trace(trace_id: str, desk: acting) -> dict[str, Any]:
        """The trace of an answer: every step from the question to it."""
        return await asyncio.to_thread(trace_record, desk.engine, trace_id)

    @router.post("/npc/feedback", status_code=HTTP_201_CREATED, dependencies=sent_as_json)
    async def npc_feedback(body: FeedbackBody, desk: acting) -> FeedbackOut:
        """Store feedback on the gate; the answer itself does not change."""
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
        citations=[_citation(citation) for citation in reply.citations],
    )


def _citation(citation: Citation) -> CitationOut:
    return CitationOut(
        number=citation.number,
        evidence_id=citation.evidence_id,
        title=citation.title,
        confidence=citation.confidence,
        support=citation.support,
        quote=citation.quote,
        span=CitedSpan(
            source_id=citation.source_id, start=citation.span.start, end=citation.span.end
        ),
    )

"""An answer with every step, as it is stored and shown."""

from typing import Any

from core.evidence_gate.assertions.assertions import Assertion
from core.evidence_gate.assertions.citations import CitedSentence
from core.evidence_gate.chat_models import ChatReply
from core.evidence_gate.evidence import Citation
from core.evidence_gate.intent import IntentResult
from core.services.answers.loop_records import draft_record, evidence_record
from core.text.span import Span


def reply_record(reply: ChatReply, query: str) -> dict[str, Any]:
    """The response of source 002 with its tool calls, and what a reviewer needs beside it."""
    return {
        **reply.to_response(),
        "query": query,
        "tool_calls": [dict(call) for call in reply.tool_calls],
        "intent": reply.intent and _intent(reply.intent),
        "gate": {
            "status": reply.gate.status.value,
            "citations_count": reply.gate.citations_count,
            "required": reply.gate.required,
            "policy": reply.policy,
            "reason": reply.gate.reason
            and {"message": reply.gate.reason.message, "params": dict(reply.gate.reason.params)},
        },
        "writer": {
            "connection": reply.writer,
            "model": reply.writer_model,
            "is_baseline": reply.is_baseline,
        },
        "citations": [_citation(one) for one in reply.citations],
        "evidence": [evidence_record(one) for one in reply.evidence],
        "sentences": [_sentence(one) for one in reply.sentences],
        "left_out": [_span(one.span) for one in reply.left_out],
        "assertions": [_assertion(one) for one in reply.assertions],
        "draft": reply.draft and draft_record(reply.draft),
    }


def _intent(found: IntentResult) -> dict[str, Any]:
    return {
        "intent": found.intent.value,
        "by": found.by,
        "matched": [
            {"keyword": one.keyword, "class": one.keyword_class.value, "span": _span(one.span)}
            for one in found.matched
        ],
        "rule": found.rule and _intent(found.rule),
        "failure": found.failure,
    }


def _citation(one: Citation) -> dict[str, Any]:
    return {
        "number": one.number,
        "evidence_id": one.evidence_id,
        "title": one.title,
        "confidence": one.confidence,
        "support": one.support,
        "source_id": one.source_id,
        "span": _span(one.span),
        "quote": one.quote,
    }


def _sentence(one: CitedSentence) -> dict[str, Any]:
    return {
        "span": _span(one.span),
        "text": one.text,
        "marked": list(one.marked),
        "supported_by": list(one.supported_by),
        "score": one.score,
        "quotes_found": one.quotes_found,
        "why": [{"message": why.message, "params": dict(why.params)} for why in one.why],
    }


def _assertion(one: Assertion) -> dict[str, Any]:
    return {
        "kind": one.kind.value,
        "span": _span(one.span),
        "text": one.text,
        "replacement": one.replacement,
        "evidence": list(one.evidence),
        "stays": one.stays,
    }


def _span(span: Span) -> list[int]:
    return [span.start, span.end]

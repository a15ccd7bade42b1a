"""Convert an answer with every step to JSON, for storage and display."""

from typing import Any

from core.evidence_gate import Assertion, ChatReply, Citation, CitedSentence, IntentResult
from core.services.answers.loop_records import draft_record, evidence_record
from core.text import Span


def reply_record(reply: ChatReply, query: str) -> dict[str, Any]:
    """The response of source 002 with its tool calls, plus what a reviewer needs to check it."""
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
        "citations": [_citation(citation) for citation in reply.citations],
        "evidence": [evidence_record(passage) for passage in reply.evidence],
        "sentences": [_sentence(sentence) for sentence in reply.sentences],
        "left_out": [_span(sentence.span) for sentence in reply.left_out],
        "assertions": [_assertion(assertion) for assertion in reply.assertions],
        "draft": reply.draft and draft_record(reply.draft),
    }


def _intent(result: IntentResult) -> dict[str, Any]:
    return {
        "intent": result.intent.value,
        "by": result.by,
        "matched": [
            {
                "keyword": keyword.keyword,
                "class": keyword.keyword_class.value,
                "span": _span(keyword.span),
            }
            for keyword in result.matched
        ],
        "rule": result.rule and _intent(result.rule),
        "failure": result.failure,
    }


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "number": citation.number,
        "evidence_id": citation.evidence_id,
        "title": citation.title,
        "confidence": citation.confidence,
        "support": citation.support,
        "source_id": citation.source_id,
        "span": _span(citation.span),
        "quote": citation.quote,
    }


def _sentence(sentence: CitedSentence) -> dict[str, Any]:
    return {
        "span": _span(sentence.span),
        "text": sentence.text,
        "marked": list(sentence.marked),
        "supported_by": list(sentence.supported_by),
        "score": sentence.score,
        "quotes_found": sentence.quotes_found,
        "why": [
            {"message": reason.message, "params": dict(reason.params)} for reason in sentence.why
        ],
    }


def _assertion(assertion: Assertion) -> dict[str, Any]:
    return {
        "kind": assertion.kind.value,
        "span": _span(assertion.span),
        "text": assertion.text,
        "replacement": assertion.replacement,
        "evidence": list(assertion.evidence),
        "stays": assertion.stays,
    }


def _span(span: Span) -> list[int]:
    return [span.start, span.end]

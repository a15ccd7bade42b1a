"""The request to an NPC of a site, and its reply (source 002, "API 行为变化")."""

import uuid
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.evidence_gate.answer_writer import DraftAnswer
from core.evidence_gate.assertions.assertions import Assertion
from core.evidence_gate.assertions.citations import CitedSentence
from core.evidence_gate.evidence import Citation, Evidence
from core.evidence_gate.evidence_gate import GateDecision, PolicyMode
from core.evidence_gate.field_errors import invalid_value
from core.evidence_gate.intent import IntentResult

ToolCall = dict[str, Any]
"""A step in the trace: its name, status and further details."""

_Id = Annotated[str, Field(min_length=1, max_length=64)]


class ChatRequest(BaseModel):
    """Source 002's request; `session_id` continues a session."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    tenant_id: _Id
    site_id: _Id
    npc_id: _Id
    query: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"\S")]
    session_id: _Id | None = None


def read_chat_request(data: object) -> ChatRequest:
    """Read a request. Raises InputError naming the field."""
    try:
        return ChatRequest.model_validate(data)
    except ValidationError as error:
        raise invalid_value(error, "request") from None


@dataclass(frozen=True, kw_only=True)
class ChatReply:
    """Source 002's response, with more details for reviewers.

    `evidence`: all passages that were retrieved; `citations`: those that the answer uses.
    `sentences`: those of the draft; `left_out`: those of them that are not in the answer.
    `assertions`: all historical statements in the selected sentences, kept or removed. `policy`:
    the version of the gate's policy. `draft`: None if nothing was written.
    """

    trace_id: str
    session_id: str
    policy_mode: PolicyMode
    answer_text: str
    gate: GateDecision
    tool_calls: tuple[ToolCall, ...]
    policy: str
    writer: str
    writer_model: str
    is_baseline: bool
    citations: tuple[Citation, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    sentences: tuple[CitedSentence, ...] = ()
    left_out: tuple[CitedSentence, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    draft: DraftAnswer | None = None

    @property
    def intent(self) -> IntentResult | None:
        return self.gate.intent

    def to_response(self) -> dict[str, Any]:
        """Return the response of source 002; citations also have their number in the text, their
        support of the sentence, and the span of their quote.
        """
        return {
            "trace_id": self.trace_id,
            "session_id": self.session_id,
            "policy_mode": self.policy_mode.value,
            "answer_text": self.answer_text,
            "citations": [
                {
                    "number": citation.number,
                    "evidence_id": citation.evidence_id,
                    "title": citation.title,
                    "confidence": citation.confidence,
                    "support": citation.support,
                    "span": [citation.span.start, citation.span.end],
                    "quote": citation.quote,
                }
                for citation in self.citations
            ],
        }


def new_id(kind: str) -> str:
    """Return a new id such as "trace-..." or "session-..."."""
    return f"{kind}-{uuid.uuid4().hex}"

"""The state that the nodes of the loop share (source 004, `MultiAgentState`)."""

import operator
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from core.answer_loop.journal import LoopJournal
from core.evidence_gate import Evidence
from core.llm import Message


class MultiAgentState(TypedDict):
    """`epoch` counts the answers generated; `last_evaluation` is {"passed", "suggestions"}, None
    before the first; `retrieved_nodes_score` has one mapping for each retrieved node. `next` is the
    step with which a resumed loop continues.
    """

    query: str
    language: str
    evidence: tuple[Evidence, ...]
    journal: LoopJournal
    messages: Annotated[list[BaseMessage], operator.add]
    epoch: int
    last_answer: str
    last_evaluation: dict[str, Any] | None
    final_answer: str
    retrieved_nodes_score: list[dict[str, Any]]
    next: Literal["generate", "evaluate", "end"]


def initial_state(
    query: str, language: str, evidence: Sequence[Evidence], journal: LoopJournal
) -> MultiAgentState:
    """Return the state before the first answer, with `messages` still empty."""
    scores = [
        {
            "evidence_id": passage.evidence_id,
            "title": passage.title,
            "score": passage.score,
            "coverage": passage.coverage,
        }
        for passage in evidence
    ]
    return MultiAgentState(
        query=query,
        language=language,
        evidence=tuple(evidence),
        journal=journal,
        messages=[],
        epoch=0,
        last_answer="",
        last_evaluation=None,
        final_answer="",
        retrieved_nodes_score=scores,
        next="generate",
    )


def as_message(message: Message) -> BaseMessage:
    """Convert a message of an LLM client to one of LangChain."""
    if message.role == "system":
        return SystemMessage(content=message.content)
    if message.role == "user":
        return HumanMessage(content=message.content)
    return AIMessage(content=message.content)


def sent_message(message: BaseMessage) -> Message:
    """Convert a LangChain message to one that LLM clients send."""
    if isinstance(message, SystemMessage):
        return Message("system", str(message.content))
    if isinstance(message, HumanMessage):
        return Message("user", str(message.content))
    return Message("assistant", str(message.content))

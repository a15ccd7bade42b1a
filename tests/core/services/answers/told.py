"""Store answers whose sentences have every kind of support, as the desk stores its answers."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine
from sqlmodel import Session

from core.evidence_gate.answer_writer import DraftAnswer
from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.chat import respond
from core.evidence_gate.chat_models import ChatRequest
from core.evidence_gate.evidence import Evidence
from core.evidence_gate.evidence_gate import EvidenceGate
from core.evidence_gate.extractive import EXTRACTIVE
from core.services.answers import answerer
from core.services.answers.chats import trace_row
from core.services.answers.stored_retriever import StoredRetriever

YAN = ("yantian", "yantian-main", "ancestor_yan")
SUPPORTED = "嘉靖二十一年，思齐公出银倡建祠堂"
PARTLY = "堂前植柏两株，柏下有石桌石凳"
UNSUPPORTED = "夜里常有白鹤成群飞来"
NO_CLAIM = "您还想听什么？"


class _FixedWriter:
    """A writer of `text`, with {n} replaced by the number of the passage that holds SUPPORTED."""

    name, model, is_baseline = EXTRACTIVE, "", True

    def __init__(self, text: str) -> None:
        self._text = text

    async def write(
        self, query: str, evidence: Sequence[Evidence], **_kwargs: object
    ) -> DraftAnswer:
        (number,) = (passage.number for passage in evidence if SUPPORTED in passage.text)
        return DraftAnswer(self._text.format(n=number))


def store_answer_with_every_support(engine: Engine, *, gate_on: bool = False) -> str:
    """Store an answer with every kind of support and return its trace id. With the gate off,
    unsupported sentences are not left out.
    """
    text = "".join(f"{sentence}[{{n}}]。" for sentence in (SUPPORTED, PARTLY, UNSUPPORTED))
    return told(engine, text + NO_CLAIM, gate_on=gate_on)


def told(engine: Engine, text: str, *, gate_on: bool = False) -> str:
    """Store an answer with this text, where {n} is the number of the passage that it cites; return
    its trace id.
    """
    responder = answerer(engine, *YAN)
    tenant_id, site_id, npc_id = YAN
    query = "敦本堂是哪一年倡建的？"
    responding = respond(
        ChatRequest(tenant_id=tenant_id, site_id=site_id, npc_id=npc_id, query=query),
        responder.profile,
        responder.template,
        retriever=StoredRetriever(engine),
        gate=EvidenceGate(enabled=gate_on),
        writer=_FixedWriter(text),
        assertion_filter=AssertionFilter(),
    )
    with ThreadPoolExecutor(1) as pool:  # a browser test runs an event loop already
        reply = pool.submit(asyncio.run, responding).result()
    with Session(engine) as session:
        session.add(trace_row(responder, query, reply))
        session.commit()
    return reply.trace_id

"""The evidence gate: factual questions are answered from evidence or not at all (source 002).

gate = EvidenceGate(min_citations_for_fact=1)
decision = gate.check(query, evidence)  # decision.may_answer, decision.to_trace("zh")
QueryIntentClassifier().classify(query).intent
"""

from core.evidence_gate.assertions.assertions import AssertionFilter
from core.evidence_gate.chat import respond
from core.evidence_gate.chat_models import ChatReply, ChatRequest
from core.evidence_gate.evidence import Citation, Evidence
from core.evidence_gate.evidence_gate import EvidenceGate, GateDecision, GateStatus, PolicyMode
from core.evidence_gate.intent import Intent, IntentClassifier, IntentResult, QueryIntentClassifier
from core.evidence_gate.model_intent import ModelIntentClassifier
from core.evidence_gate.profiles import NpcProfile

__all__ = [
    "AssertionFilter",
    "ChatReply",
    "ChatRequest",
    "Citation",
    "Evidence",
    "EvidenceGate",
    "GateDecision",
    "GateStatus",
    "Intent",
    "IntentClassifier",
    "IntentResult",
    "ModelIntentClassifier",
    "NpcProfile",
    "PolicyMode",
    "QueryIntentClassifier",
    "respond",
]

"""The evidence gate: factual questions are answered from evidence or not at all (source 002).

gate = EvidenceGate(min_citations_for_fact=1)
decision = gate.check(query, evidence)  # decision.may_answer, decision.to_trace("zh")
QueryIntentClassifier().classify(query).intent
"""

from core.evidence_gate.answer_writer import AnswerWriter, DraftAnswer, Turn
from core.evidence_gate.assertions.assertions import Assertion, AssertionFilter
from core.evidence_gate.assertions.citation_marks import cited_in, without_marks
from core.evidence_gate.assertions.citations import CitedSentence, citations_of, cited_sentences
from core.evidence_gate.assertions.names import KnownNames, ModelNameFinder
from core.evidence_gate.assertions.support import SentenceSupport, Support, sentence_support
from core.evidence_gate.case_outcomes import CaseOutcome, GateFigures, figures_of, outcome_of
from core.evidence_gate.cases import Case, CaseRole, questions_as_cases, read_cases
from core.evidence_gate.chat import respond
from core.evidence_gate.chat_models import ChatReply, ChatRequest, read_chat_request
from core.evidence_gate.claim_judge import ClaimJudge, ModelClaimJudge
from core.evidence_gate.evidence import Citation, Evidence
from core.evidence_gate.evidence_gate import EvidenceGate, GateDecision, GateStatus, PolicyMode
from core.evidence_gate.extractive import ExtractiveWriter
from core.evidence_gate.field_errors import invalid_field
from core.evidence_gate.gate_policy import GatePolicy
from core.evidence_gate.intent import Intent, IntentClassifier, IntentResult, QueryIntentClassifier
from core.evidence_gate.model_intent import ModelIntentClassifier
from core.evidence_gate.model_writer import ModelWriter
from core.evidence_gate.profiles import (
    NpcProfile,
    RefusalTemplate,
    packaged_profiles,
    read_profile,
    read_refusal_template,
)

__all__ = [
    "AnswerWriter",
    "Assertion",
    "AssertionFilter",
    "Case",
    "CaseOutcome",
    "CaseRole",
    "ChatReply",
    "ChatRequest",
    "Citation",
    "CitedSentence",
    "ClaimJudge",
    "DraftAnswer",
    "Evidence",
    "EvidenceGate",
    "ExtractiveWriter",
    "GateDecision",
    "GateFigures",
    "GatePolicy",
    "GateStatus",
    "Intent",
    "IntentClassifier",
    "IntentResult",
    "KnownNames",
    "ModelClaimJudge",
    "ModelIntentClassifier",
    "ModelNameFinder",
    "ModelWriter",
    "NpcProfile",
    "PolicyMode",
    "QueryIntentClassifier",
    "RefusalTemplate",
    "SentenceSupport",
    "Support",
    "Turn",
    "citations_of",
    "cited_in",
    "cited_sentences",
    "figures_of",
    "invalid_field",
    "outcome_of",
    "packaged_profiles",
    "questions_as_cases",
    "read_cases",
    "read_chat_request",
    "read_profile",
    "read_refusal_template",
    "respond",
    "sentence_support",
    "without_marks",
]

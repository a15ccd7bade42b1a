"""The gate: a factual question is answered from evidence or not at all (source 002)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from core.errors import ConfigurationError, Sentence
from core.evidence_gate.evidence import Evidence
from core.evidence_gate.intent import Intent, IntentClassifier, IntentResult, QueryIntentClassifier
from core.settings import DEFAULT_GATE_THRESHOLD
from core.text import guess_language

LIKENESS_FLOORS = {"zh": 0.846, "en": 0.788}
"""The least likeness of a relevant passage, by language; multilingual-e5-small gives higher ones in
Chinese (docs/retrieval.md).
"""
_MOST_OF_QUERY = 0.5
"""The share of a question's words that makes a passage relevant if it is not similar in meaning."""


class GateStatus(StrEnum):
    """PASSED: an answer may be written. BLOCKED: evidence is missing. SKIPPED: the gate is off.
    ERROR: the gate could not decide, which gives a conservative answer (reading 31).
    """

    PASSED = "passed"
    BLOCKED = "blocked"
    SKIPPED = "skipped"
    ERROR = "error"


class PolicyMode(StrEnum):
    """CONSERVATIVE: the answer is the template's text, with nothing written by a model."""

    NORMAL = "normal"
    CONSERVATIVE = "conservative"


_IN_CHINESE = {
    "Factual question without enough evidence (required {required}, found {found})": (
        "事实性问题，证据不足（需要 {required}，实际 {found}）"
    ),
    "Factual question whose answer uses too little evidence (required {required}, used {found})": (
        "事实性问题，回答所依据的证据不足（需要 {required}，实际 {found}）"
    ),
    "No part of the answer is supported by evidence": "回答的内容没有任何证据支持",
    "The answer does not tell what was asked for": "回答没有说出所问的内容",
    "Could not write an answer: {failure}": "未能写出回答：{failure}",
    "The gate could not decide: {failure}": "证据闸门无法判断：{failure}",
}
"""The reasons in the trace of source 002, in the NPC's language, whatever that of the interface."""


@dataclass(frozen=True, slots=True)
class GateDecision:
    """A decision of the gate. `citations_count`: the number of passages that count as evidence;
    `required`: the number that the question needs. `intent` is None if it could not be determined.
    """

    status: GateStatus
    intent: IntentResult | None
    citations_count: int
    required: int
    policy_mode: PolicyMode
    reason: Sentence | None = None

    @property
    def may_answer(self) -> bool:
        return self.policy_mode is PolicyMode.NORMAL

    @property
    def refuses(self) -> bool:
        """Whether the gate, or the check after writing, refuses an answer."""
        refused_after = self.status is GateStatus.PASSED and not self.may_answer
        return self.status is GateStatus.BLOCKED or refused_after

    @property
    def fact_seeking(self) -> bool:
        """Whether the question needs evidence, which an unknown intent does too (reading 29)."""
        return self.intent is None or self.intent.intent is Intent.FACT_SEEKING

    def reason_text(self, language: str) -> str | None:
        """The reason in "en" or "zh"."""
        if self.reason is None:
            return None
        wording = _IN_CHINESE.__getitem__ if language == "zh" else str
        return self.reason.translate(wording)

    def to_trace(self, language: str) -> dict[str, Any]:
        """Return the entry of source 002, "Trace 中的证据闸门记录"; `reason` is optional."""
        entry: dict[str, Any] = {
            "name": "evidence_gate",
            "status": self.status.value,
            "intent": self.intent.intent.value if self.intent else None,
            "citations_count": self.citations_count,
        }
        reason = self.reason_text(language)
        return entry if reason is None else entry | {"reason": reason}


@dataclass(frozen=True)
class EvidenceGate:
    """Source 002's gate with its signature, and keyword arguments that the readings add.

    `min_citations_for_fact`: 0 leaves the gate open. `enabled`: False records "skipped" (reading
    32). A passage is shown to a writer, and counts if it may answer the question, from a coverage
    of `threshold` or a similarity in meaning of `likeness` (None: LIKENESS_FLOORS) (reading 28).
    `required_by_type`: citations required by type of NPC (002, P2).
    """

    min_citations_for_fact: int = 1
    classifier: IntentClassifier | None = None
    enabled: bool = field(default=True, kw_only=True)
    threshold: float = field(default=DEFAULT_GATE_THRESHOLD, kw_only=True)
    likeness: float | None = field(default=None, kw_only=True)
    required_by_type: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    def __post_init__(self) -> None:
        least = min((self.min_citations_for_fact, *self.required_by_type.values()))
        if least < 0:
            raise ConfigurationError(
                "{count} is not a valid number of required citations. Use a whole number of at "
                "least 0.",
                count=least,
            )
        if not 0.0 <= self.threshold <= 1.0:
            raise ConfigurationError(
                "{value} is not a valid gate threshold. Use a number from 0 to 1.",
                value=self.threshold,
            )

    def required(self, npc_type: str | None = None, min_citations: int | None = None) -> int:
        """Return the citations that a fact needs: the NPC's number, else its type's, else the
        gate's.
        """
        if min_citations is not None:
            return min_citations
        return self.required_by_type.get(npc_type or "", self.min_citations_for_fact)

    def relevant(self, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
        """Return the passages above the threshold, which a writer is shown."""
        return tuple(passage for passage in evidence if self._is_relevant(passage))

    def _is_relevant(self, passage: Evidence) -> bool:
        """Whether a passage is similar in meaning, if that is known, or has most of the question's
        words; a few shared words are in passages about anything.
        """
        if passage.likeness is None:
            return passage.coverage >= self.threshold
        floor = self.likeness or LIKENESS_FLOORS[guess_language(passage.text)]
        return passage.likeness >= floor or passage.coverage >= max(self.threshold, _MOST_OF_QUERY)

    def check(
        self,
        query: str,
        evidence: Sequence[Evidence],
        *,
        npc_type: str | None = None,
        min_citations: int | None = None,
    ) -> GateDecision:
        """Decide before anything is written; `evidence`: passages that may answer the question. A
        classifier that fails in any way gives the status ERROR and a conservative answer.
        """
        count = len(self.relevant(evidence))
        required = self.required(npc_type, min_citations)
        classifier = self.classifier or QueryIntentClassifier()
        try:
            intent = classifier.classify(query)
        except Exception as error:  # noqa: BLE001 - any failure must give a conservative answer
            return undecided_gate(error, count, required)
        if not self.enabled:
            return GateDecision(GateStatus.SKIPPED, intent, count, required, PolicyMode.NORMAL)
        if intent.intent is Intent.CONTEXT_PREFERENCE:
            return GateDecision(GateStatus.PASSED, intent, count, 0, PolicyMode.NORMAL)
        if count >= required:
            return GateDecision(GateStatus.PASSED, intent, count, required, PolicyMode.NORMAL)
        return GateDecision(
            GateStatus.BLOCKED,
            intent,
            count,
            required,
            PolicyMode.CONSERVATIVE,
            Sentence(
                "Factual question without enough evidence (required {required}, found {found})",
                {"required": required, "found": count},
            ),
        )

    def check_answer(
        self, decision: GateDecision, used: int, *, empty: bool = False, off_topic: bool = False
    ) -> GateDecision:
        """Decide after the answer is written (reading 28), a separate step: the gate's counts stay.
        `used`: the number of citations that support the answer. `empty`: no sentence could be
        kept. `off_topic`: no kept sentence has what was asked for.
        """
        needs_evidence = decision.status is GateStatus.PASSED and decision.fact_seeking
        if needs_evidence and used < decision.required:
            reason = Sentence(
                "Factual question whose answer uses too little evidence (required {required}, "
                "used {found})",
                {"required": decision.required, "found": used},
            )
        elif needs_evidence and off_topic and decision.required:
            reason = Sentence("The answer does not tell what was asked for")
        elif empty and decision.may_answer:
            reason = Sentence("No part of the answer is supported by evidence")
        else:
            return decision
        return replace(decision, policy_mode=PolicyMode.CONSERVATIVE, reason=reason)


def undecided_gate(error: Exception, count: int, required: int) -> GateDecision:
    """Return the decision after a failure of the gate: a conservative answer."""
    return GateDecision(
        GateStatus.ERROR,
        None,
        count,
        required,
        PolicyMode.CONSERVATIVE,
        Sentence("The gate could not decide: {failure}", {"failure": str(error) or repr(error)}),
    )


def unanswered(decision: GateDecision, error: Exception) -> GateDecision:
    """Return the decision after a failure to write or check the answer."""
    return replace(
        decision,
        status=GateStatus.ERROR,
        policy_mode=PolicyMode.CONSERVATIVE,
        reason=Sentence(
            "Could not write an answer: {failure}", {"failure": str(error) or repr(error)}
        ),
    )

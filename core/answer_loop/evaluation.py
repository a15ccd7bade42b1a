"""What an evaluator says of an answer (source 004, "评估节点返回结构化建议")."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from core.evidence_gate.evidence import Evidence
from core.llm import Usage


class EvaluationDimension(StrEnum):
    """reasonableness: on the question, ordered, without contradiction. evidence: key conclusions
    cite evidence that says them, and what is not known is said to be so.
    """

    REASONABLENESS = "reasonableness"
    EVIDENCE = "evidence"


PREFIXES = {
    "zh": {
        EvaluationDimension.REASONABLENESS: "[合理性]",
        EvaluationDimension.EVIDENCE: "[证据标注]",
    },
    "en": {
        EvaluationDimension.REASONABLENESS: "[reasonableness]",
        EvaluationDimension.EVIDENCE: "[evidence]",
    },
}
"""What each suggestion begins with (reading 39)."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """passed exactly if nothing is suggested (reading 38)."""

    passed: bool
    suggestions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.passed == bool(self.suggestions):
            raise ValueError("an evaluation has suggestions exactly if it is not passed")

    @classmethod
    def from_suggestions(cls, suggestions: Sequence[str]) -> "Evaluation":
        return cls(not suggestions, tuple(suggestions))

    def to_dict(self) -> dict[str, Any]:
        """{"passed": ..., "suggestions": [...]}"""
        return {"passed": self.passed, "suggestions": list(self.suggestions)}


@dataclass(frozen=True, slots=True)
class EvaluationRecord:
    """An evaluation and where it comes from; `raw` is a model's reply word for word."""

    evaluation: Evaluation
    raw: str | None = None
    usage: Usage = field(default_factory=Usage)


class Evaluator(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def is_rule(self) -> bool:
        """True where no model judges: said wherever its evaluations show."""
        ...

    async def evaluate(
        self, query: str, answer: str, evidence: Sequence[Evidence], *, language: str
    ) -> EvaluationRecord:
        """Raises LLMError when no usable judgement came: the answer is then unevaluated, which is
        never passed (reading 42). Raises AuthenticationFailed at once.
        """
        ...

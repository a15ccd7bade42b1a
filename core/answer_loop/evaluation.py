"""Evaluations of an answer and their evaluators (source 004, "评估节点返回结构化建议")."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from core.evidence_gate import Evidence
from core.llm import Usage


class EvaluationDimension(StrEnum):
    """REASONABLENESS: on the question, ordered, free of contradictions. EVIDENCE: key conclusions
    cite evidence that states them, and missing information is admitted.
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
"""The prefix of each suggestion, by language (reading 39)."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict on an answer: `passed` exactly if there are no suggestions (reading 38)."""

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
    """An evaluation with the model's reply word for word (`raw`, None for rules) and its usage."""

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
        """Whether rules judge instead of a model; shown beside its evaluations."""
        ...

    async def evaluate(
        self, query: str, answer: str, evidence: Sequence[Evidence], *, language: str
    ) -> EvaluationRecord:
        """Evaluate an answer. Raises LLMError when no usable judgement came: the answer is then
        unevaluated, which never counts as passed (reading 42). AuthenticationFailed ends the loop.
        """
        ...

"""The result of validating one question (source 000, "ValidationResult 数据模型")."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from core.errors import Sentence
from core.text import SIMILARITY_FLOOR
from core.validation.reasons import INFRASTRUCTURE, Confidence


def shown_similarity(similarity: float) -> str:
    """A quote's similarity as shown to people, such as 0.87.

    Below the floor of the search, which stores 0, it is "< 0.60". It is never rounded up: what is
    short of a threshold or of 1 must not look as if it reached it.
    """
    if similarity < SIMILARITY_FLOOR:
        return f"< {SIMILARITY_FLOOR:.2f}"
    return f"{math.floor(similarity * 100 + 1e-9) / 100:.2f}"


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Where a result came from, so that it can be questioned later. Latency in seconds."""

    connection: str = ""
    model: str = ""
    template_id: str = ""
    template_version: str = ""
    template_hash: str = ""
    prompt_hash: str = ""
    tokenizer: str = ""
    attempts: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latency_s: float = 0.0
    reused: bool = False


@dataclass(frozen=True)
class ValidationResult:
    """The verdict on one question; the source's fields first, what reviewers need after them.

    `is_valid` must agree with `failure_reasons` and the conditions (properties 4 and 5); a
    disagreement raises ValueError.
    `span` is a half-open character range of the matched passage in the novel (or in the row's own
    context when it brings one), None when nothing was located. `fragments` are the ranges of the
    quote's parts, counted alike, in the quote's order; several if it leaves words out between them
    or joins what is not adjacent, and then even if `span` is None. Results stored before there were
    fragments have none. `raw_reply` is the model's reply, verbatim, also if it could not be read.
    """

    question: dict[str, Any]
    is_valid: bool
    model_answer: list[str]
    answer_matches: bool
    evidence: str
    evidence_found: bool
    evidence_similarity: float
    is_answerable: bool
    confidence: str
    failure_reasons: list[str] = field(default_factory=list)

    _: KW_ONLY
    reasoning: str = ""
    evidence_verdict: str = ""
    matched_text: str | None = None
    span: tuple[int, int] | None = None
    fragments: list[tuple[int, int]] = field(default_factory=list)
    context_span: tuple[int, int] | None = None
    differences: list[dict[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    error: Sentence | None = None
    raw_reply: str | None = None
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        if self.is_valid == bool(self.failure_reasons):
            raise ValueError("is_valid and failure_reasons disagree (source 000, property 4)")
        if self.is_valid and not (
            self.answer_matches and self.evidence_found and self.is_answerable
        ):
            raise ValueError("a valid result fails none of its conditions (source 000, property 5)")
        if not 0.0 <= self.evidence_similarity <= 1.0:
            raise ValueError("evidence_similarity must lie in [0, 1] (source 000, property 2)")
        Confidence.parse(self.confidence)

    @property
    def infrastructure_failure(self) -> str | None:
        """The infrastructure reason if the question was never judged, else None (reading 45)."""
        return next((reason for reason in self.failure_reasons if reason in INFRASTRUCTURE), None)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The ranges of the quote's parts in its order; `span` alone for a result without them."""
        return tuple(self.fragments) or ((self.span,) if self.span else ())

    def to_dict(self) -> dict[str, Any]:
        """The question row with a `validation` object ("验证结果输出格式")."""
        provenance = self.provenance
        return {
            **self.question,
            "validation": {
                "is_valid": self.is_valid,
                "model_answer": list(self.model_answer),
                "answer_matches": self.answer_matches,
                "evidence": self.evidence,
                "evidence_found": self.evidence_found,
                "evidence_similarity": self.evidence_similarity,
                "is_answerable": self.is_answerable,
                "confidence": self.confidence,
                "failure_reasons": list(self.failure_reasons),
                "reasoning": self.reasoning,
                "evidence_verdict": self.evidence_verdict,
                "matched_text": self.matched_text,
                "span": list(self.span) if self.span else None,
                "fragments": [list(fragment) for fragment in self.fragments],
                "context_span": list(self.context_span) if self.context_span else None,
                "differences": [dict(difference) for difference in self.differences],
                "warnings": list(self.warnings),
                "error": self.error.translate() if self.error else None,
                "raw_reply": self.raw_reply,
                "provenance": dict(vars(provenance)),
            },
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "ValidationResult":
        """The inverse of `to_dict`; a row without `validation` raises KeyError."""
        fields = dict(row["validation"])
        question = {key: value for key, value in row.items() if key != "validation"}
        provenance = Provenance(**fields.pop("provenance", {}))
        if fields.get("error"):
            fields["error"] = Sentence.verbatim(fields["error"])
        for name in ("span", "context_span"):
            pair: Sequence[int] | None = fields.pop(name, None)
            fields[name] = (pair[0], pair[1]) if pair else None
        fields["fragments"] = [(start, end) for start, end in fields.pop("fragments", [])]
        return cls(question=question, provenance=provenance, **fields)

"""A stored verdict as source 000's ValidationResult."""

from core.errors import Sentence
from core.library import question_from_row
from core.validation.result import Provenance, ValidationResult
from db.tables import QuestionRow, RunItem, Validation


def to_result(item: RunItem, question: QuestionRow, verdict: Validation) -> ValidationResult:
    return ValidationResult(
        question=question_from_row(question).to_dict(),
        is_valid=verdict.is_valid,
        model_answer=list(verdict.model_answer),
        answer_matches=verdict.answer_matches,
        evidence=verdict.evidence,
        evidence_found=verdict.evidence_found,
        evidence_similarity=verdict.evidence_similarity,
        is_answerable=verdict.is_answerable,
        confidence=verdict.confidence,
        failure_reasons=list(verdict.failure_reasons),
        reasoning=verdict.reasoning,
        evidence_verdict=verdict.evidence_verdict,
        matched_text=verdict.matched_text,
        span=_pair(verdict.span_start, verdict.span_end),
        fragments=[(start, end) for start, end in verdict.fragments],
        context_span=_pair(verdict.context_start, verdict.context_end),
        differences=[dict(difference) for difference in verdict.differences],
        warnings=list(verdict.warnings),
        error=error_of(item),
        raw_reply=verdict.raw_reply,
        provenance=Provenance(**verdict.provenance),
    )


def error_of(item: RunItem) -> Sentence | None:
    return Sentence(item.error, item.error_params) if item.error else None


def _pair(start: int | None, end: int | None) -> tuple[int, int] | None:
    return (start, end) if start is not None and end is not None else None

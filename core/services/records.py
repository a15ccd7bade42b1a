"""Convert between database rows and the domain values they store.

Functions come in inverse pairs: what one writes, the other reads back unchanged.
"""

from collections.abc import Mapping
from typing import Any, TypedDict

from core.depth import Outcome, ResultEntry
from core.errors import Sentence
from core.questions import Position, Question, QuestionType
from core.validation import Provenance, ValidationResult
from db.queries.runs import Entry
from db.tables import DepthResult, DepthTask, QuestionRow, RunItem, Validation

_UNCHANGED = (
    "is_valid",
    "model_answer",
    "answer_matches",
    "evidence",
    "evidence_found",
    "evidence_similarity",
    "evidence_verdict",
    "is_answerable",
    "confidence",
    "failure_reasons",
    "reasoning",
    "matched_text",
    "warnings",
    "raw_reply",
)
"""Fields of a ValidationResult that are stored in columns of the same name, unchanged."""


def question_from_row(row: QuestionRow) -> Question:
    """Read a stored question."""
    has_position = row.start_pos is not None and row.end_pos is not None
    return Question(
        question=row.question,
        question_type=QuestionType(row.question_type),
        choice=row.choice,
        answer=tuple(row.answer),
        position=Position(row.start_pos or 0, row.end_pos or 0) if has_position else None,
        context=row.context,
        extra=row.extra,
        key=row.item_key,
    )


class ErrorColumns(TypedDict):
    error: str | None
    error_params: dict[str, Any]


def error_columns(error: Sentence | None) -> ErrorColumns:
    """Return the columns of `run_item` that store an error sentence."""
    if error is None:
        return {"error": None, "error_params": {}}
    return {"error": error.message, "error_params": dict(error.params)}


def error_sentence(item: RunItem) -> Sentence | None:
    """Read an item's error sentence; the inverse of `error_columns`."""
    return Sentence(item.error, item.error_params) if item.error else None


def verdict_columns(entry: Entry, result: ValidationResult) -> dict[str, Any]:
    """Return the columns of `validation` that store a result, without the item's id."""
    span, context = result.span or (None, None), result.context_span or (None, None)
    return {
        "run_id": entry.run_id,
        "question_id": entry.question_id,
        "is_valid": result.is_valid,
        "model_answer": list(result.model_answer),
        "answer_matches": result.answer_matches,
        "evidence": result.evidence,
        "evidence_found": result.evidence_found,
        "evidence_similarity": result.evidence_similarity,
        "evidence_verdict": result.evidence_verdict,
        "is_answerable": result.is_answerable,
        "confidence": result.confidence,
        "failure_reasons": list(result.failure_reasons),
        "reasoning": result.reasoning,
        "matched_text": result.matched_text,
        "span_start": span[0],
        "span_end": span[1],
        "fragments": [list(fragment) for fragment in result.fragments],
        "context_start": context[0],
        "context_end": context[1],
        "differences": [dict(difference) for difference in result.differences],
        "warnings": list(result.warnings),
        "raw_reply": result.raw_reply,
        "provenance": dict(vars(result.provenance)),
    }


def result_from_columns(
    question: Question, columns: Mapping[str, Any], error: Sentence | None = None
) -> ValidationResult:
    """Read a ValidationResult; the inverse of `verdict_columns`. Other columns are ignored."""
    unchanged = {name: columns[name] for name in _UNCHANGED}

    def pair(name: str) -> tuple[int, int] | None:
        start, end = columns[f"{name}_start"], columns[f"{name}_end"]
        return None if start is None or end is None else (start, end)

    return ValidationResult(
        question=question.to_dict(),
        **unchanged,
        span=pair("span"),
        fragments=[(start, end) for start, end in columns["fragments"]],
        context_span=pair("context"),
        differences=[dict(difference) for difference in columns["differences"]],
        error=error,
        provenance=Provenance(**columns["provenance"]),
    )


def validation_result(
    item: RunItem, question: QuestionRow, verdict: Validation
) -> ValidationResult:
    """Read a stored verdict as the ValidationResult of source 000."""
    return result_from_columns(question_from_row(question), vars(verdict), error_sentence(item))


def depth_columns(entry: Entry, task: DepthTask, result: ResultEntry) -> dict[str, Any]:
    """Return the columns of `depth_result` that store a depth result, without the item's id."""
    metrics = dict(result.metrics)
    evidence = metrics.pop("evidence_chars", None) or (None, None)
    return {
        "run_id": entry.run_id,
        "question_id": entry.question_id,
        "context_length": task.context_length,
        "depth_bin": task.depth_bin,
        "control": task.control,
        "repeat": task.repeat,
        "outcome": result.outcome.value,
        "target_depth": task.target_depth,
        "depth": result.depth,
        "score": result.score,
        "model_answer": list(result.model_answer),
        "parsing_status": result.parsing_status,
        "pieces": metrics.pop("pieces", None) or [],
        "metrics": metrics,
        "warnings": list(result.warnings),
        "context_tokens": result.actual_context_tokens,
        "planned_prompt_tokens": result.planned_prompt_tokens,
        "billed_prompt_tokens": result.billed_prompt_tokens,
        "completion_tokens": result.completion_tokens,
        "evidence_start": evidence[0],
        "evidence_end": evidence[1],
        "context_hash": result.context_hash,
        "raw_reply": result.raw_reply,
    }


def depth_entry(stored: DepthResult, item: RunItem, row: QuestionRow, model: str) -> ResultEntry:
    """Read a depth result; the inverse of `depth_columns`. `model`: the run's model name."""
    question, error = question_from_row(row), error_sentence(item)
    evidence = None
    if stored.evidence_start is not None and stored.evidence_end is not None:
        evidence = [stored.evidence_start, stored.evidence_end]
    context_metrics = {"pieces": stored.pieces, "evidence_chars": evidence} if stored.pieces else {}
    return ResultEntry(
        question=question.question,
        question_type=question.question_type.value,
        choice=question.choice,
        correct_answer=question.answer,
        model_answer=tuple(stored.model_answer),
        parsing_status=stored.parsing_status,
        position=question.position.to_dict() if question.position else None,
        score=stored.score,
        metrics={**stored.metrics, **context_metrics},
        outcome=Outcome(stored.outcome),
        depth=stored.depth,
        depth_bin=stored.depth_bin or None,
        test_context_length=stored.context_length,
        item_key=row.item_key,
        model=model,
        repeat=stored.repeat,
        control=stored.control or None,
        target_depth=stored.target_depth,
        actual_context_tokens=stored.context_tokens,
        planned_prompt_tokens=stored.planned_prompt_tokens,
        billed_prompt_tokens=stored.billed_prompt_tokens,
        completion_tokens=stored.completion_tokens,
        raw_reply=stored.raw_reply,
        context_hash=stored.context_hash,
        warnings=tuple(stored.warnings),
        error=error.translate() if error else None,
        error_sentence=error,
    )

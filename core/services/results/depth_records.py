"""A stored depth result as source 003's ResultEntry."""

from core.depth import Outcome, ResultEntry
from core.services.library import question_from_row
from core.services.results.validation_records import error_of
from db.tables import DepthResult, QuestionRow, RunItem


def to_entry(stored: DepthResult, item: RunItem, row: QuestionRow, model: str) -> ResultEntry:
    """The inverse of what a run's worker stores
    (`core.services.runs.depth_items.result_columns`).
    """
    question, error = question_from_row(row), error_of(item)
    evidence = None
    if stored.evidence_start is not None and stored.evidence_end is not None:
        evidence = [stored.evidence_start, stored.evidence_end]
    built = {"pieces": stored.pieces, "evidence_chars": evidence} if stored.pieces else {}
    return ResultEntry(
        question=question.question,
        question_type=question.question_type.value,
        choice=question.choice,
        correct_answer=question.answer,
        model_answer=tuple(stored.model_answer),
        parsing_status=stored.parsing_status,
        position=question.position.to_dict() if question.position else None,
        score=stored.score,
        metrics={**stored.metrics, **built},
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
        error=error.worded() if error else None,
        error_sentence=error,
    )

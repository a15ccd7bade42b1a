"""Convert evidence, drafts and evaluations to stored JSON and back."""

from collections.abc import Mapping
from typing import Any

from core.answer_loop import Attempt, Evaluation, EvaluationRecord
from core.errors import Sentence
from core.evidence_gate import DraftAnswer, Evidence
from core.llm import Usage
from core.text import Span
from db.tables import AnswerAttempt


def evidence_record(passage: Evidence) -> dict[str, Any]:
    return {
        "number": passage.number,
        "evidence_id": passage.evidence_id,
        "title": passage.title,
        "source_id": passage.source_id,
        "span": [passage.span.start, passage.span.end],
        "text": passage.text,
        "score": passage.score,
        "coverage": passage.coverage,
        "likeness": passage.likeness,
    }


def evidence_of(stored: Mapping[str, Any]) -> Evidence:
    return Evidence(**{**stored, "span": Span(*stored["span"])})


def draft_record(draft: DraftAnswer) -> dict[str, Any]:
    return {
        "text": draft.text,
        "abstained": draft.abstained,
        "raw": draft.raw,
        "usage": usage_record(draft.usage),
        "attempts": draft.attempts,
    }


def draft_of(stored: Mapping[str, Any]) -> DraftAnswer:
    return DraftAnswer(**{**stored, "usage": Usage(**stored["usage"])})


def judged_record(judged: EvaluationRecord) -> dict[str, Any]:
    return {
        "evaluation": judged.evaluation.to_dict(),
        "raw": judged.raw,
        "usage": usage_record(judged.usage),
    }


def judged_of(stored: Mapping[str, Any]) -> EvaluationRecord:
    evaluation_fields = stored["evaluation"]
    evaluation = Evaluation(evaluation_fields["passed"], tuple(evaluation_fields["suggestions"]))
    return EvaluationRecord(evaluation, stored["raw"], Usage(**stored["usage"]))


def attempt_of(row: AnswerAttempt) -> Attempt:
    reason = row.unevaluated
    return Attempt(
        epoch=row.epoch,
        draft=draft_of(row.draft),
        judged=judged_of(row.judged) if row.judged else None,
        unevaluated=Sentence.stored(reason) if reason else None,
    )


def usage_record(usage: Usage) -> dict[str, int]:
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "cached_tokens": usage.cached_tokens,
    }

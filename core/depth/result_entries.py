"""Create the ResultEntry of a trial, step by step: context, call, answer or failure."""

from dataclasses import replace
from typing import Any

from core.depth.answer_reading import ReadAnswer
from core.depth.context_result import ContextBuildResult
from core.depth.option_rotation import RotatedQuestion
from core.depth.outcomes import Outcome
from core.depth.results import ResultEntry
from core.depth.trial_plan import Control, Trial
from core.errors import Sentence
from core.llm import FailedCall, FailureKind, Prompt, ReadReply

LEAKED = "leaked"
"""Warning on a question that was answered correctly without its evidence."""
_WITHOUT_EVIDENCE = frozenset(control.value for control in Control if control.without_evidence)

_OUTCOMES = {
    FailureKind.REFUSAL: Outcome.REFUSAL,
    FailureKind.CONTENT_FILTER: Outcome.CONTENT_FILTER,
    FailureKind.TRUNCATED: Outcome.TRUNCATED,
    FailureKind.PARSE_FAILURE: Outcome.PARSE_FAILURE,
    FailureKind.PLACEHOLDER: Outcome.PARSE_FAILURE,
    FailureKind.EMPTY_REPLY: Outcome.PARSE_FAILURE,
    FailureKind.CONTEXT_TOO_LONG: Outcome.DID_NOT_FIT,
}
"""Outcomes of failed calls; any other kind left no reply at all: API_ERROR."""


def new_entry(trial: Trial, context: ContextBuildResult, model: str) -> ResultEntry:
    """Create an entry before the call, with API_ERROR until an outcome is set."""
    question = trial.question
    has_depth = trial.target_depth is not None and context.success
    return ResultEntry(
        question=question.question,
        question_type=question.question_type.value,
        choice=question.choice,
        correct_answer=question.answer,
        model_answer=(),
        parsing_status=Outcome.API_ERROR.value,
        position=question.position.to_dict() if question.position else None,
        score=None,
        metrics=_context_metrics(context) if context.success else {},
        outcome=Outcome.API_ERROR,
        depth=context.actual_depth if has_depth else None,
        depth_bin=trial.depth_bin,
        test_context_length=trial.context_length,
        item_key=question.item_key,
        model=model,
        repeat=trial.repeat,
        control=trial.control.value if trial.control else None,
        target_depth=trial.target_depth,
        actual_context_tokens=context.context_tokens if context.success else None,
        context_hash=context.context_hash if context.success else None,
        warnings=tuple(map(str, context.warnings)),
    )


def _context_metrics(context: ContextBuildResult) -> dict[str, Any]:
    """Return the metrics from which `core.depth.context_result.rebuild` rebuilds the context."""
    evidence = context.evidence_chars
    return {
        "evidence_start": context.evidence_start,
        "evidence_end": context.evidence_end,
        "prefix_length": context.prefix_length,
        "suffix_length": context.suffix_length,
        "evidence_chars": [evidence.start, evidence.end] if evidence else None,
        "pieces": [[piece.start, piece.end] for piece in context.pieces],
        "joiner": context.joiner,
    }


def with_call(
    entry: ResultEntry,
    reply: ReadReply[ReadAnswer] | FailedCall,
    shown: RotatedQuestion,
    prompt: Prompt,
) -> ResultEntry:
    """Return the entry with the reply and the cost of the calls. Tokens are as billed, summed over
    all attempts, and None where a call did not report them.
    """
    usage = reply.usage
    billed = bool(usage.prompt_tokens) and not usage.estimated_calls
    estimated = (
        [usage.prompt_tokens, usage.completion_tokens] if usage.estimated_calls > 1 else None
    )
    rotation = {"options_shown": dict(shown.letters)} if shown.drawn else {}
    return replace(
        entry,
        raw_reply=reply.raw,
        billed_prompt_tokens=usage.prompt_tokens if billed else None,
        completion_tokens=usage.completion_tokens if billed else None,
        metrics={
            **entry.metrics,
            **rotation,
            "template_hash": prompt.template_hash,
            "prompt_hash": prompt.content_hash,
            "attempts": reply.attempts,
            "latency_s": round(reply.latency_s, 3),
            "cached_tokens": usage.cached_tokens,
            **({"estimated_tokens": estimated} if estimated else {}),
        },
        warnings=(*entry.warnings, *shown.warnings),
    )


def answered_entry(entry: ResultEntry, read: ReadAnswer, shown: RotatedQuestion) -> ResultEntry:
    """Return the entry with the answer that was read, with LEAKED if it needed no evidence."""
    warnings = tuple(code for code in entry.warnings if code != LEAKED)
    if read.outcome is Outcome.CORRECT and entry.control in _WITHOUT_EVIDENCE:
        warnings += (LEAKED,)
    return replace(
        entry,
        warnings=warnings,
        outcome=read.outcome,
        score=read.outcome.score,
        parsing_status=read.parsing_status,
        model_answer=shown.original_letters(read.letters, entry.choice),
    )


def unasked_entry(entry: ResultEntry, code: str, error: Sentence | None) -> ResultEntry:
    """Return the entry of a trial without a call; `code`: why there is no fitting context."""
    return _without_answer(entry, Outcome.DID_NOT_FIT, code, error)


def failed_entry(entry: ResultEntry, kind: FailureKind, error: Sentence) -> ResultEntry:
    """Return the entry of a failed call: a failure of system or model is never a wrong answer."""
    return _without_answer(entry, _OUTCOMES.get(kind, Outcome.API_ERROR), kind.value, error)


def _without_answer(
    entry: ResultEntry, outcome: Outcome, code: str, error: Sentence | None
) -> ResultEntry:
    return replace(
        entry,
        outcome=outcome,
        parsing_status=outcome.value,
        metrics={**entry.metrics, "failure": code},
        error=error.translate() if error else None,
        error_sentence=error,
    )

"""A loop with its attempts as JSON, for the command line and downloads."""

from typing import Any

from core.services.answers.loop_records import evidence_record
from core.services.answers.loops import Loop


def loop_record(loop: Loop, *, judges_itself: bool = False) -> dict[str, Any]:
    """A loop as JSON. `judges_itself`: its generator and its evaluator are the same model."""
    return {
        "id": loop.id,
        "query": loop.query,
        "language": loop.language,
        "spec": loop.spec.to_dict(),
        "status": loop.status,
        "outcome": loop.outcome,
        "best_epoch": loop.best_epoch,
        "evidence": [evidence_record(passage) for passage in loop.evidence or ()],
        "judges_itself": judges_itself,
        "attempts": [
            {
                "epoch": attempt.epoch,
                "answer": attempt.answer,
                "abstained": attempt.draft.abstained,
                "evaluation": attempt.judged and attempt.judged.evaluation.to_dict(),
                "unevaluated": attempt.unevaluated and attempt.unevaluated.translate(),
            }
            for attempt in loop.attempts
        ],
        "error": loop.error and loop.error.translate(),
    }

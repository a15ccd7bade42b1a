"""The result of a loop (source 004; readings 42, 43)."""

from dataclasses import dataclass
from enum import StrEnum

from core.answer_loop.journal import Attempt, Committed
from core.errors import Sentence
from core.evidence_gate import Evidence
from core.evidence_gate.assertions.support import sentence_support


class LoopOutcome(StrEnum):
    """CAPPED: the maximum of answers was generated and none passed. UNEVALUATED: the evaluator gave
    no usable judgement, which says nothing about the answer.
    """

    PASSED = "passed"
    CAPPED = "capped"
    UNEVALUATED = "unevaluated"


@dataclass(frozen=True, slots=True)
class LoopResult:
    """The result of a loop.

    `final_answer`: the one that passed, else that of `best_epoch`, the attempt with the fewest
    suggestions; of equally good attempts the earliest.
    `judges_itself`: generator and evaluator are the same model.
    `unobserved`: why a passed answer could not be added to the observational data, else None.
    """

    outcome: LoopOutcome
    attempts: tuple[Attempt, ...]
    evidence: tuple[Evidence, ...]
    best_epoch: int
    judges_itself: bool
    unobserved: Sentence | None = None

    @property
    def final_answer(self) -> str:
        return self.best.answer

    @property
    def final_epoch(self) -> int:
        return self.best_epoch

    @property
    def best(self) -> Attempt:
        return self.attempts[self.best_epoch - 1]

    @property
    def is_flagged(self) -> bool:
        """Whether a person should review it."""
        return self.outcome is not LoopOutcome.PASSED


def loop_result(committed: Committed, max_epochs: int, *, judges_itself: bool) -> LoopResult:
    """Return the result of a finished loop: at least one attempt, the last of them over."""
    last, evidence = committed.attempts[-1], committed.evidence or ()
    if last.passed:
        outcome = LoopOutcome.PASSED
    elif last.judged is None or last.epoch < max_epochs:
        outcome = LoopOutcome.UNEVALUATED
    else:
        outcome = LoopOutcome.CAPPED
    if outcome is LoopOutcome.PASSED:
        return LoopResult(outcome, committed.attempts, evidence, last.epoch, judges_itself)
    best = max(committed.attempts, key=lambda attempt: _rank(attempt, evidence))
    return LoopResult(outcome, committed.attempts, evidence, best.epoch, judges_itself)


def _rank(attempt: Attempt, evidence: tuple[Evidence, ...]) -> tuple[float, ...]:
    """Sort key: evaluated first, then fewer suggestions, then more grounded, then earlier."""
    record = attempt.judged
    suggestions = len(record.evaluation.suggestions) if record else 0
    supports = sentence_support(attempt.answer, evidence)
    grounded = (
        sum(sentence.is_grounded for sentence in supports) / len(supports) if supports else 0.0
    )
    return (float(record is not None), -float(suggestions), grounded, -float(attempt.epoch))

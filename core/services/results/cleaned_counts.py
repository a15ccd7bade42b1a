"""Count the questions that a cleaned set holds so far and leaves out, by origin and reason."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.final_status import QuestionOutcome, question_outcome
from db.queries import corrections as queries


@dataclass(frozen=True, slots=True)
class CleanedCounts:
    """Questions of a set by status: passed + accepted + edited are in the cleaned set (`inside`).

    `accepted`: did not pass, but a reviewer accepted them. `undecided`: includes those still to be
    edited or waiting for a second review. `disputed`: wait for a final decision. `failed` and
    `skipped`: never judged.
    """

    passed: int = 0
    accepted: int = 0
    edited: int = 0
    rejected: int = 0
    undecided: int = 0
    disputed: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def inside(self) -> int:
        return self.passed + self.accepted + self.edited

    @property
    def left_out(self) -> int:
        return self.rejected + self.undecided + self.disputed + self.failed + self.skipped

    @property
    def total(self) -> int:
        return self.inside + self.left_out


def cleaned_counts(engine: Engine, run_id: int) -> CleanedCounts:
    """Count the questions of a run's set by current status, in SQL without loading questions."""
    with Session(engine) as session:
        rulings = queries.count_statuses(session, [run_id])
    counts: Counter[str] = Counter()
    for _run, outcome, state, decision, corrected, n in rulings:
        status = question_outcome(outcome or "", state or "", decision, corrected=bool(corrected))
        counts[_field(status, outcome or "")] += n
    return CleanedCounts(**counts)


def _field(status: QuestionOutcome, outcome: str) -> str:
    match status:
        case QuestionOutcome.KEPT:
            return "passed" if outcome == "passed" else "accepted"
        case QuestionOutcome.CORRECTED:
            return "edited"
        case QuestionOutcome.DROPPED:
            return "rejected"
        case QuestionOutcome.DISPUTED:
            return "disputed"
        case QuestionOutcome.NOT_JUDGED:
            return "failed" if outcome == "infrastructure" else "skipped"
    return "undecided"

"""How many questions a cleaned set has so far, from where, and how many it leaves out and why."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.results.final_status import QuestionOutcome, question_outcome
from db.queries import corrections as queries


@dataclass(frozen=True, slots=True)
class CleanedCounts:
    """passed + accepted + edited are in the set, `left_out` are not.

    `accepted` did not pass, and a reviewer took them all the same. `undecided` also counts what is
    still to be edited or waits for a second review; `disputed` waits for a final one. `failed` and
    `skipped` were never judged.
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
    """Of a run's set as it stands now, counted in SQL without reading a question."""
    with Session(engine) as session:
        rulings = queries.count_rulings(session, [run_id])
    counts: Counter[str] = Counter()
    for _run, outcome, state, decision, corrected, n in rulings:
        fate = question_outcome(outcome or "", state or "", decision, corrected=bool(corrected))
        counts[_field(fate, outcome or "")] += n
    return CleanedCounts(**counts)


def _field(fate: QuestionOutcome, outcome: str) -> str:
    match fate:
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

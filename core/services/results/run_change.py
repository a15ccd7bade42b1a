"""Compare a run with the previous one on the same set, with the significance of the change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, and_
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from core.stats import PairedDifference, paired_difference
from db.tables import QuestionRow, Run, RunItem

_JUDGED = ("passed", "failed")


@dataclass(frozen=True, slots=True)
class ChangedQuestion:
    """A question whose outcome changed; `item_id` is this run's item."""

    item_id: int
    line: int
    question: str


@dataclass(frozen=True, slots=True)
class RunChange:
    """Change of a run since `before`, the newest earlier run with a judged question in common.

    `difference`: this run's pass rate minus the earlier one's, over the questions both judged.
    """

    before: int
    before_title: str
    before_model: str
    """Empty if both runs asked the same model."""
    difference: PairedDifference
    newly_passed: Sequence[ChangedQuestion]
    newly_flagged: Sequence[ChangedQuestion]


def change_since_last_run(engine: Engine, run_id: int) -> RunChange | None:
    """Compare with the previous run; None if no earlier run judged a question that this one did."""
    with Session(engine) as session:
        run = session.get_one(Run, run_id)
        earlier = session.exec(
            select(Run.id, Run.title, Run.spec)
            .where(
                Run.set_id == run.set_id,
                Run.kind == run.kind,
                Run.status == "done",
                col(Run.id) < run_id,
            )
            .order_by(col(Run.id).desc())
        ).all()
        for before, title, spec in earlier:
            pairs = _pairs(session, run_id, before or 0)
            scores = [
                (float(outcome == "passed"), float(earlier_outcome == "passed"))
                for _, outcome, earlier_outcome in pairs
            ]
            difference = paired_difference(scores)
            if difference is not None:
                return RunChange(
                    before or 0,
                    title,
                    "" if _model(spec) == _model(run.spec) else _model(spec),
                    difference,
                    [
                        question
                        for question, outcome, earlier_outcome in pairs
                        if (outcome, earlier_outcome) == ("passed", "failed")
                    ],
                    [
                        question
                        for question, outcome, earlier_outcome in pairs
                        if (outcome, earlier_outcome) == ("failed", "passed")
                    ],
                )
    return None


def _model(spec: Mapping[str, Any]) -> str:
    """Return the model that a run asked, else its connection."""
    return str(spec.get("model") or spec.get("connection") or "")


def _pairs(session: Session, run_id: int, before: int) -> list[tuple[ChangedQuestion, str, str]]:
    """Return (question, outcome in this run, outcome before) for questions judged in both, in file
    order.
    """
    ours: Any = aliased(RunItem)
    theirs: Any = aliased(RunItem)
    query = (
        columns(
            ours.id, col(QuestionRow.line), col(QuestionRow.question), ours.outcome, theirs.outcome
        )
        .join(theirs, and_(theirs.question_id == ours.question_id, theirs.run_id == before))
        .join(QuestionRow, col(QuestionRow.id) == ours.question_id)
        .where(
            ours.run_id == run_id,
            *(side.outcome.in_(_JUDGED) for side in (ours, theirs)),
            *(side.retry.is_(False) for side in (ours, theirs)),
        )
        .order_by(col(QuestionRow.line), ours.id)
    )
    return [
        (ChangedQuestion(item_id, line, question), outcome, earlier_outcome)
        for item_id, line, question, outcome, earlier_outcome in session.execute(query)
    ]

"""List the items of a run that got no verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Engine
from sqlalchemy import select as columns
from sqlmodel import Session, col

from db.tables import QuestionRow, RunItem


@dataclass(frozen=True, slots=True)
class UnusableItem:
    """An item without a verdict. `reason`: value of a FailureKind or a SkipReason."""

    item_id: int
    line: int
    question: str
    reason: str
    attempts: int


def unusable_items(
    engine: Engine, run_id: int, outcome: Literal["infrastructure", "skipped"], *, limit: int
) -> Sequence[UnusableItem]:
    """Return the first `limit` items in file order, without those that will be asked again."""
    query = (
        columns(
            col(RunItem.id),
            col(QuestionRow.line),
            col(QuestionRow.question),
            col(RunItem.reason),
            col(RunItem.attempts),
        )
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(
            col(RunItem.run_id) == run_id,
            col(RunItem.outcome) == outcome,
            col(RunItem.retry).is_(False),
        )
        .order_by(col(QuestionRow.line), col(RunItem.id))
        .limit(limit)
    )
    with Session(engine) as session:
        return [
            UnusableItem(item_id, line, question, reason or "", attempts)
            for item_id, line, question, reason, attempts in session.execute(query)
        ]

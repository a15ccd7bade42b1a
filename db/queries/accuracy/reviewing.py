"""What people decided on results, and when."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    String,
    Text,
    and_,
    cast,
    func,
    literal,
)
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.queries.accuracy.conditions import JUDGED, Condition, flagged_only_for
from db.queries.accuracy.counting import ORDER
from db.queries.decisions import DECISIONS, decision, with_decision
from db.tables import (
    QuestionRow,
    Reviewer,
    ReviewEvent,
    RunItem,
    Validation,
)

_PASSED, _FLAGGED = True, False


@dataclass(frozen=True, slots=True)
class Review:
    """How many results of a run with this outcome and these reasons have this decision."""

    run_id: int
    outcome: str
    reasons: tuple[str, ...]
    action: str | None
    results: int


@dataclass(frozen=True, slots=True)
class NearThreshold:
    """Results that another similarity threshold may judge otherwise, and their decision.

    `item_id`, `differences` and `evidence` are told of flagged ones only; then `results` is 1.
    `question_id` is 0 where questions are not told apart.
    """

    run_id: int
    question_id: int
    item_id: int | None
    passed: bool
    similarity: float
    differences: tuple[str, ...]
    evidence: str
    action: str | None
    results: int


def reviews(session: Session, where: Sequence[Condition]) -> list[Review]:
    """Every judged result by what the validation said and what is decided (see `decision`)."""
    listed = cast(col(Validation.failure_reasons), Text)
    query = (
        columns(
            col(RunItem.run_id),
            col(RunItem.outcome),
            listed.label("listed"),
            decision.label("decided"),
            func.count(),
        )
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(
            Validation,
            and_(col(Validation.item_id) == col(RunItem.id), col(RunItem.outcome) == "failed"),
            isouter=True,
        )
        .where(*where, col(RunItem.outcome).in_(JUDGED))
        .group_by(col(RunItem.run_id), col(RunItem.outcome), "listed", "decided")
    )
    return [
        Review(run_id, outcome, tuple(json.loads(reasons or "[]")), action, n)
        for run_id, outcome, reasons, action, n in session.execute(with_decision(query))
    ]


def near_threshold(
    session: Session, where: Sequence[Condition], only_reason: str, *, by_question: bool
) -> list[NearThreshold]:
    """Results that passed with a similarity below 1, counted, by question where that is asked for;
    and, one by one, those flagged for `only_reason` and nothing else.
    """
    question = col(RunItem.question_id) if by_question else literal(0)
    group: tuple[Any, ...] = (
        col(RunItem.run_id),
        question.label("of_question"),
        col(Validation.evidence_similarity).label("similarity"),
        decision.label("decided"),
    )

    def reading(*extra: Any) -> Any:
        return with_decision(
            columns(*group, *extra)
            .select_from(RunItem)
            .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
            .join(Validation, col(Validation.item_id) == col(RunItem.id))
            .where(*where)
        )

    passed = (
        reading(func.count())
        .where(col(RunItem.outcome) == "passed", col(Validation.evidence_similarity) < 1)
        .group_by(col(RunItem.run_id), "of_question", "similarity", "decided")
    )
    flagged = (
        reading(cast(col(Validation.differences), Text), col(Validation.evidence), col(RunItem.id))
        .where(flagged_only_for(only_reason))
        .order_by(*ORDER)
    )
    return [
        *(
            NearThreshold(run_id, question_id, None, _PASSED, value, (), "", action, n)
            for run_id, question_id, value, action, n in session.execute(passed)
        ),
        *(
            NearThreshold(
                run_id, question_id, id_, _FLAGGED, value, _kinds(differences), evidence, action, 1
            )
            for run_id, question_id, value, action, differences, evidence, id_ in session.execute(
                flagged
            )
        ),
    ]


def _kinds(differences: str) -> tuple[str, ...]:
    return tuple(str(difference.get("kind", "")) for difference in json.loads(differences))


def throughput(session: Session, start: datetime, end: datetime) -> Iterator[tuple[str, str, int]]:
    """(hour as 2026-01-31 09, reviewer, decisions) from `start` on and before `end`, in UTC.

    Every decision counts as work, also one that was taken back or decided again.
    """
    created_at = col(ReviewEvent.created_at)
    if session.get_bind().dialect.name == "postgresql":
        hour: Any = func.to_char(func.timezone("UTC", created_at), "YYYY-MM-DD HH24")
    else:
        hour = func.substr(cast(created_at, String), 1, 13)
    decisions = (
        columns(
            hour.label("hour"), col(ReviewEvent.reviewer_id).label("who"), func.count().label("n")
        )
        .where(created_at >= start, created_at < end, col(ReviewEvent.action).in_(DECISIONS))
        .group_by("hour", "who")
        .subquery()
    )
    query = (
        columns(decisions.c.hour, col(Reviewer.name), decisions.c.n)
        .join(Reviewer, col(Reviewer.id) == decisions.c.who)
        .order_by(decisions.c.hour, col(Reviewer.name))
    )
    for moment, name, n in session.execute(query):
        yield str(moment), str(name), int(n)


def first_and_last_decision_at(session: Session) -> tuple[datetime | None, datetime | None]:
    """Read from the index of moments, which both of them stand at an end of."""
    created_at = col(ReviewEvent.created_at)
    decisions = select(created_at).where(col(ReviewEvent.action).in_(DECISIONS)).limit(1)
    return session.exec(decisions.order_by(created_at)).first(), session.exec(
        decisions.order_by(created_at.desc())
    ).first()

"""Reviewers' decisions on results, and when they were made."""

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
    """Number of results of a run with this outcome, these reasons and this decision."""

    run_id: int
    outcome: str
    reasons: tuple[str, ...]
    action: str | None
    results: int


@dataclass(frozen=True, slots=True)
class NearThreshold:
    """Results that another similarity threshold may judge differently, with their decision.

    `item_id`, `differences` and `evidence` are set for flagged results only, for which `results`
    is 1. `question_id` is 0 if results are not grouped by question.
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
    """Judged results counted by outcome, reasons and decision (see `decisions.decision`)."""
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
    """Counts of results that passed with a similarity below 1, by question if `by_question`; then,
    one by one, the results flagged for `only_reason` only.
    """
    question = col(RunItem.question_id) if by_question else literal(0)
    group: tuple[Any, ...] = (
        col(RunItem.run_id),
        question.label("of_question"),
        col(Validation.evidence_similarity).label("similarity"),
        decision.label("decided"),
    )

    def select_results(*extra: Any) -> Any:
        return with_decision(
            columns(*group, *extra)
            .select_from(RunItem)
            .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
            .join(Validation, col(Validation.item_id) == col(RunItem.id))
            .where(*where)
        )

    passed = (
        select_results(func.count())
        .where(col(RunItem.outcome) == "passed", col(Validation.evidence_similarity) < 1)
        .group_by(col(RunItem.run_id), "of_question", "similarity", "decided")
    )
    flagged = (
        select_results(
            cast(col(Validation.differences), Text), col(Validation.evidence), col(RunItem.id)
        )
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
    """(hour as 2026-01-31 09, reviewer, number of decisions) in [start, end), in UTC.

    Undone and repeated decisions count, too, as they were work.
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
    """Times of the first and the last decision; two reads at the ends of the index of times."""
    created_at = col(ReviewEvent.created_at)
    decisions = select(created_at).where(col(ReviewEvent.action).in_(DECISIONS)).limit(1)
    return session.exec(decisions.order_by(created_at)).first(), session.exec(
        decisions.order_by(created_at.desc())
    ).first()

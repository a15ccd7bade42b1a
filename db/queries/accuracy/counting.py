"""Count, pair and list results."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Text,
    case,
    cast,
    func,
    literal,
)
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from db.queries.accuracy.conditions import ASKED, JUDGED, Condition, Trait
from db.queries.decisions import decision, with_decision
from db.tables import (
    QuestionRow,
    QuestionSet,
    ReviewEvent,
    Run,
    RunItem,
    SourceText,
    Validation,
)

ORDER = (col(RunItem.run_id).desc(), col(QuestionRow.line), col(RunItem.id))
"""Newest run first, in the file's order within it."""


@dataclass(frozen=True, slots=True)
class GroupCounts:
    """One group of results: the number of `questions` judged at least once, and over these the sums
    for a clustered rate: passed, judged, passed^2, passed * judged, judged^2.

    `infrastructure` counts results without a verdict, which the other fields exclude.
    """

    group: str
    questions: int
    passed: int
    judged: int
    passed_squared: int
    passed_by_judged: int
    judged_squared: int
    infrastructure: int


def runs(session: Session) -> Sequence[tuple[Run, QuestionSet]]:
    """Every validation run with its question set, newest first."""
    query = (
        select(Run, QuestionSet)
        .join(QuestionSet, col(QuestionSet.id) == col(Run.set_id))
        .where(Run.kind == "validation")
        .order_by(col(Run.id).desc())
    )
    return session.exec(query).all()


def novel_of(session: Session, set_id: int) -> tuple[str, str] | None:
    """(content hash, text) of the novel the set's questions are about."""
    query = (
        select(SourceText.content_hash, SourceText.text)
        .join(QuestionSet, col(QuestionSet.source_id) == col(SourceText.id))
        .where(QuestionSet.id == set_id)
    )
    return session.exec(query).first()


def question_types(session: Session, set_ids: Sequence[int]) -> Sequence[str]:
    query = select(QuestionRow.question_type).where(col(QuestionRow.set_id).in_(set_ids))
    return sorted(session.exec(query.distinct()).all())


def stamp(session: Session, run_ids: Sequence[int]) -> tuple[object, ...]:
    """A cache key that changes whenever a result or a decision is added; read from indexes only."""
    finished = columns(func.count(), func.max(col(RunItem.finished_at))).where(
        col(RunItem.run_id).in_(run_ids)
    )
    events = columns(func.max(col(ReviewEvent.id)))
    return (*session.execute(finished).one(), *session.execute(events).one())


def runs_with_results(session: Session, run_ids: Sequence[int]) -> set[int]:
    """Those of the runs with at least one item that was asked."""
    asked_items = columns(col(RunItem.id)).where(
        col(RunItem.run_id) == col(Run.id), col(RunItem.outcome).in_(ASKED)
    )
    query = columns(col(Run.id)).where(col(Run.id).in_(run_ids), asked_items.exists())
    return set(session.execute(query).scalars())


def runs_that_judged(session: Session, run_ids: Sequence[int]) -> set[int]:
    """Those of the runs with a verdict on any question."""
    query = (
        columns(col(RunItem.run_id))
        .where(
            col(RunItem.run_id).in_(run_ids),
            col(RunItem.outcome).in_(JUDGED),
            col(RunItem.retry).is_(False),
        )
        .distinct()
    )
    return set(session.execute(query).scalars())


def tallies(
    session: Session,
    where: Sequence[Condition],
    by: Trait | None = None,
    *,
    is_unique: bool = False,
) -> list[GroupCounts]:
    """The counts of each group that occurs. `is_unique`: no question has more than one of these
    results, so they need not be grouped by question.
    """
    counts = (
        (literal("") if by is None else by).label("group"),
        _sum(col(RunItem.outcome) == "passed").label("passed"),
        _sum(col(RunItem.outcome).in_(JUDGED)).label("judged"),
        _sum(col(RunItem.outcome) == "infrastructure").label("infrastructure"),
    )
    per_result = (
        columns(*counts)
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*where)
    )
    if is_unique:
        return [
            GroupCounts(str(group), judged, passed, judged, passed, passed, judged, infrastructure)
            for group, passed, judged, infrastructure in session.execute(
                per_result.group_by("group")
            )
        ]
    grouped = per_result.group_by("group", col(RunItem.question_id)).subquery().c
    query = columns(
        grouped.group,
        _sum(grouped.judged > 0),
        *_sums(grouped.passed, grouped.judged),
        func.sum(grouped.infrastructure),
    ).group_by(grouped.group)
    return [GroupCounts(str(group), *map(int, sums)) for group, *sums in session.execute(query)]


def counts_by_question(
    session: Session, where: Sequence[Condition], by: Trait | None = None
) -> list[tuple[str, int, int, int, int]]:
    """(group, question, results that passed, results judged, results without a verdict)."""
    query = (
        columns(
            (literal("") if by is None else by).label("group"),
            col(RunItem.question_id),
            _sum(col(RunItem.outcome) == "passed"),
            _sum(col(RunItem.outcome).in_(JUDGED)),
            _sum(col(RunItem.outcome) == "infrastructure"),
        )
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*where)
        .group_by("group", col(RunItem.question_id))
    )
    return [(str(group), *map(int, counts)) for group, *counts in session.execute(query)]  # type: ignore[misc]


def reasons_by_question(
    session: Session, where: Sequence[Condition]
) -> list[tuple[tuple[str, ...], int, int]]:
    """(reasons a question was flagged for at once, question, number of such results)."""
    listed = cast(col(Validation.failure_reasons), Text)
    query = (
        columns(listed.label("listed"), col(RunItem.question_id), func.count())
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id))
        .where(*where, col(RunItem.outcome) == "failed")
        .group_by("listed", col(RunItem.question_id))
    )
    reasons_by_text: dict[str, tuple[str, ...]] = {}
    counts = []
    for text, question_id, n in session.execute(query):
        reasons = reasons_by_text.get(text) or reasons_by_text.setdefault(
            text, tuple(json.loads(text))
        )
        counts.append((reasons, question_id, n))
    return counts


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question lies: `middle` of its position in tokens, else the first character of
    `evidence` that was found for it; or the beginning of its own `context`.
    """

    question_id: int
    middle: float | None
    evidence: int | None
    context: str | None


CONTEXT_PREFIX = 2000
"""Number of leading characters that identify a context."""


def places(session: Session, set_id: int) -> list[Place]:
    """The place of every question of a set."""
    evidence = (
        columns(
            col(Validation.question_id).label("question_id"),
            func.min(col(Validation.span_start)).label("start"),
        )
        .join(QuestionRow, col(QuestionRow.id) == col(Validation.question_id))
        .where(
            col(QuestionRow.set_id) == set_id,
            col(QuestionRow.start_pos).is_(None),
            col(Validation.evidence_found),
        )
        .group_by(col(Validation.question_id))
        .subquery()
    )
    query = (
        columns(
            col(QuestionRow.id),
            (col(QuestionRow.start_pos) + col(QuestionRow.end_pos)) / 2.0,
            evidence.c.start,
            func.substr(col(QuestionRow.context), 1, CONTEXT_PREFIX),
        )
        .join(evidence, evidence.c.question_id == col(QuestionRow.id), isouter=True)
        .where(col(QuestionRow.set_id) == set_id)
    )
    return [
        Place(id_, middle, start, context) for id_, middle, start, context in session.execute(query)
    ]


def _sum(condition: Condition) -> Any:
    return func.sum(case((condition, 1), else_=0))


def _sums(hits: Any, n: Any) -> tuple[Any, ...]:
    """Sums of n, hits and their products, in the order of the fields of `GroupCounts`."""
    return (
        func.sum(hits),
        func.sum(n),
        func.sum(hits * hits),
        func.sum(hits * n),
        func.sum(n * n),
    )


def judged_in(
    session: Session, run_ids: Sequence[int], question_type: str | None = None
) -> dict[int, dict[int, bool]]:
    """run -> question -> whether it passed; judged questions only."""
    query = columns(col(RunItem.run_id), col(RunItem.question_id), col(RunItem.outcome)).where(
        col(RunItem.run_id).in_(run_ids),
        col(RunItem.outcome).in_(JUDGED),
        col(RunItem.retry).is_(False),
    )
    if question_type is not None:
        query = query.join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id)).where(
            col(QuestionRow.question_type) == question_type
        )
    passed_by_run: dict[int, dict[int, bool]] = {run_id: {} for run_id in run_ids}
    for run_id, question_id, outcome in session.execute(query):
        passed_by_run[run_id][question_id] = outcome == "passed"
    return passed_by_run


def by_question(session: Session, where: Sequence[Condition]) -> dict[int, tuple[int, int]]:
    """question -> (results that passed, results judged); judged questions only."""
    query = (
        columns(col(RunItem.question_id), _sum(col(RunItem.outcome) == "passed"), func.count())
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*where, col(RunItem.outcome).in_(JUDGED))
        .group_by(col(RunItem.question_id))
    )
    return {id_: (int(passed), judged) for id_, passed, judged in session.execute(query)}


def cases(
    session: Session, where: Sequence[Condition], *, limit: int, offset: int = 0
) -> Sequence[tuple[RunItem, QuestionRow, Validation | None, str | None]]:
    """Items with question, validation and the decision's action, in ORDER."""
    query = (
        _listed(RunItem, QuestionRow, Validation, decision.label("decided"))
        .where(*where)
        .order_by(*ORDER)
    )
    rows: Sequence[tuple[RunItem, QuestionRow, Validation | None, str | None]] = session.exec(
        query.limit(limit).offset(offset)
    ).all()
    return rows


def count_cases(session: Session, where: Sequence[Condition]) -> int:
    return int(session.exec(_listed(func.count(col(RunItem.id))).where(*where)).one())


def count_decisions(
    session: Session, decisions: Sequence[Condition], where: Sequence[Condition]
) -> int:
    """Number of these decisions on these results; a result may have several."""
    query = (
        columns(func.count())
        .select_from(ReviewEvent)
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*decisions, *where)
    )
    return int(session.execute(query).scalar_one())


def _listed(*selected: Any) -> Any:
    return with_decision(
        select(*selected)
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
    )

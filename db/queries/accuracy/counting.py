"""Results counted, paired and listed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Text,
    and_,
    case,
    cast,
    func,
    literal,
)
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
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
"""Newest run first, and the file's own order within it."""


@dataclass(frozen=True, slots=True)
class GroupCounts:
    """One group of results. `questions` that were judged at least once; over them the sums that a
    clustered rate is made of: passed, judged, passed^2, passed * judged, judged^2.

    `infrastructure` counts results without a verdict, which are in none of the others.
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
    """Every validation with its question set, newest first."""
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
    """Changes whenever a result or a decision comes; read from indexes alone."""
    finished = columns(func.count(), func.max(col(RunItem.finished_at))).where(
        col(RunItem.run_id).in_(run_ids)
    )
    events = columns(func.max(col(ReviewEvent.id)))
    return (*session.execute(finished).one(), *session.execute(events).one())


def runs_with_results(session: Session, run_ids: Sequence[int]) -> set[int]:
    """Those of the runs that have asked something."""
    asked = columns(col(RunItem.id)).where(
        col(RunItem.run_id) == col(Run.id), col(RunItem.outcome).in_(ASKED)
    )
    query = columns(col(Run.id)).where(col(Run.id).in_(run_ids), asked.exists())
    return set(session.execute(query).scalars())


def tallies(
    session: Session, where: Sequence[Condition], by: Trait | None = None, *, once: bool = False
) -> list[GroupCounts]:
    """One for each group that occurs. `once`: no question has more than one of these results,
    which saves grouping them by question.
    """
    counts = (
        (literal("") if by is None else by).label("group"),
        _sum(col(RunItem.outcome) == "passed").label("passed"),
        _sum(col(RunItem.outcome).in_(JUDGED)).label("judged"),
        _sum(col(RunItem.outcome) == "infrastructure").label("infrastructure"),
    )
    counted = (
        columns(*counts)
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*where)
    )
    if once:
        return [
            GroupCounts(str(group), judged, passed, judged, passed, passed, judged, infrastructure)
            for group, passed, judged, infrastructure in session.execute(counted.group_by("group"))
        ]
    over = counted.group_by("group", col(RunItem.question_id)).subquery().c
    query = columns(
        over.group,
        _sum(over.judged > 0),
        *_sums(over.passed, over.judged),
        func.sum(over.infrastructure),
    ).group_by(over.group)
    return [GroupCounts(str(group), *map(int, sums)) for group, *sums in session.execute(query)]


def reasons(session: Session, where: Sequence[Condition]) -> list[tuple[tuple[str, ...], int]]:
    """Each combination of reasons that results were flagged for, and how many."""
    listed = cast(col(Validation.failure_reasons), Text)
    query = (
        columns(listed.label("listed"), func.count())
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id))
        .where(*where, col(RunItem.outcome) == "failed")
        .group_by("listed")
    )
    return [(tuple(json.loads(found)), n) for found, n in session.execute(query)]


def _sum(condition: Condition) -> Any:
    return func.sum(case((condition, 1), else_=0))


def _sums(hits: Any, n: Any) -> tuple[Any, ...]:
    """In the order of `GroupCounts`."""
    return (
        func.sum(hits),
        func.sum(n),
        func.sum(hits * hits),
        func.sum(hits * n),
        func.sum(n * n),
    )


def pairs(
    session: Session, run_id: int, others: Sequence[int], question_type: str | None = None
) -> dict[int, dict[tuple[bool, bool], int]]:
    """other run -> (passed in the run, passed in the other) -> questions both judged."""
    ours: Any = aliased(RunItem)
    theirs: Any = aliased(RunItem)
    query = (
        columns(theirs.run_id, ours.outcome, theirs.outcome, func.count())
        .join(theirs, and_(theirs.question_id == ours.question_id, theirs.run_id.in_(others)))
        .where(
            ours.run_id == run_id,
            *(side.outcome.in_(JUDGED) for side in (ours, theirs)),
            *(side.retry.is_(False) for side in (ours, theirs)),
        )
        .group_by(theirs.run_id, ours.outcome, theirs.outcome)
    )
    if question_type is not None:
        query = query.join(QuestionRow, col(QuestionRow.id) == ours.question_id).where(
            col(QuestionRow.question_type) == question_type
        )
    found: dict[int, dict[tuple[bool, bool], int]] = {}
    for other, mine, other_outcome, n in session.execute(query):
        both = (mine == "passed", other_outcome == "passed")
        found.setdefault(other, {})[both] = n
    return found


def by_question(session: Session, where: Sequence[Condition]) -> dict[int, tuple[int, int]]:
    """question -> (results that passed, that were judged), of those judged at least once."""
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
    """Items with their decision's action, newest run first, in the file's order within it."""
    query = (
        _listed(RunItem, QuestionRow, Validation, decision.label("decided"))
        .where(*where)
        .order_by(*ORDER)
    )
    found: Sequence[tuple[RunItem, QuestionRow, Validation | None, str | None]] = session.exec(
        query.limit(limit).offset(offset)
    ).all()
    return found


def count_cases(session: Session, where: Sequence[Condition]) -> int:
    return int(session.exec(_listed(func.count(col(RunItem.id))).where(*where)).one())


def count_decisions(
    session: Session, decisions: Sequence[Condition], where: Sequence[Condition]
) -> int:
    """Of these on these results: one may have several."""
    query = (
        columns(func.count())
        .select_from(ReviewEvent)
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*decisions, *where)
    )
    return int(session.execute(query).scalar_one())


def _listed(*wanted: Any) -> Any:
    return with_decision(
        select(*wanted)
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
    )

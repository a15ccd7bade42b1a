"""How validations came out, counted in the database by any trait of a result or its question.

Callers own the session. Only items that were asked count here: those to be asked again and those
skipped are left out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    String,
    Text,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    type_coerce,
)
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from db.queries import opinions
from db.queries.decisions import DECISIONS, decision
from db.standing import DISPUTED, FIX, KEEP, WANTS_SECOND
from db.tables import (
    QuestionRow,
    QuestionSet,
    Reviewer,
    ReviewEvent,
    ReviewState,
    Run,
    RunItem,
    SourceText,
    Validation,
)

ORDER = (col(RunItem.run_id).desc(), col(QuestionRow.line), col(RunItem.id))
"""Newest run first, and the file's own order within it."""
JUDGED = ("passed", "failed")
ASKED = (*JUDGED, "infrastructure")
Condition = ColumnElement[bool]
Trait = ColumnElement[Any]


@dataclass(frozen=True, slots=True)
class Tally:
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


@dataclass(frozen=True, slots=True)
class Review:
    """How many results of a run with this outcome and these reasons have this decision."""

    run_id: int
    outcome: str
    reasons: tuple[str, ...]
    action: str | None
    results: int


@dataclass(frozen=True, slots=True)
class Near:
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


# What a group may be


def question_type() -> Trait:
    return type_coerce(col(QuestionRow.question_type), String)


def named_by_run(names: Mapping[int, str]) -> Trait:
    """The name its run goes by, such as its model."""
    if not names:
        return literal("")
    return case(names, value=col(RunItem.run_id), else_="")


def day(session: Session) -> Trait:
    """The day it was judged on, in UTC, as 2026-01-31."""
    at = col(RunItem.finished_at)
    if session.get_bind().dialect.name == "postgresql":
        return func.to_char(func.timezone("UTC", at), "YYYY-MM-DD")
    return func.substr(cast(at, String), 1, 10)


def part(cuts: Mapping[int, Sequence[int]]) -> Trait:
    """In which part of its novel the middle of its position lies: how many of the cuts, ordered
    token numbers of each set's novel, lie at or before it. Empty for a question without a position
    and for a set that is not given.
    """
    middle = (col(QuestionRow.start_pos) + col(QuestionRow.end_pos)) / 2
    parts = {set_id: _counted(middle, list(ordered)) for set_id, ordered in cuts.items()}
    if not parts:
        return literal("")
    known = case(
        *((col(QuestionRow.set_id) == set_id, found) for set_id, found in parts.items()), else_=""
    )
    return case((middle.is_(None), ""), else_=known)


def _counted(value: Trait, cuts: Sequence[int], first: int = 0) -> Trait:
    """By halving, so that a book of a hundred chapters takes seven comparisons."""
    if not cuts:
        return literal(str(first))
    at = len(cuts) // 2
    return case(
        (value < cuts[at], _counted(value, cuts[:at], first)),
        else_=_counted(value, cuts[at + 1 :], first + at + 1),
    )


# What must hold


def within(run_ids: Sequence[int], question_type: str | None = None) -> list[Condition]:
    chosen: list[Condition] = [
        col(RunItem.run_id).in_(run_ids),
        col(RunItem.retry).is_(False),
        col(RunItem.outcome).in_(ASKED),
    ]
    if question_type is not None:
        chosen.append(col(QuestionRow.question_type) == question_type)
    return chosen


def with_reason(reason: str) -> Condition:
    """For this reason, of the validation or of the machinery."""
    listed = cast(col(Validation.failure_reasons), Text).like(f'%"{reason}"%')
    return or_(
        and_(col(RunItem.outcome) == "failed", listed),
        and_(col(RunItem.outcome) == "infrastructure", col(RunItem.reason) == reason),
    )


def with_outcome(outcome: str) -> Condition:
    return col(RunItem.outcome) == outcome


def judged() -> Condition:
    return col(RunItem.outcome).in_(JUDGED)


def one_of(item_ids: Sequence[int]) -> Condition:
    return col(RunItem.id).in_(item_ids)


def passed_below(similarity: float) -> Condition:
    return and_(col(RunItem.outcome) == "passed", col(Validation.evidence_similarity) < similarity)


def in_a_set(run_ids: Sequence[int]) -> list[Condition]:
    """Results of these runs whose question is in a cleaned set, kept or corrected, as
    `core.results.fates.fate` has it.
    """
    state = col(ReviewState.item_id) == col(RunItem.id)
    waits = (
        columns(col(ReviewState.item_id))
        .where(state, col(ReviewState.state).in_((WANTS_SECOND, DISPUTED)))
        .correlate(RunItem)
    )
    corrected = (
        columns(col(ReviewState.item_id))
        .join(ReviewEvent, col(ReviewEvent.id) == col(ReviewState.decision_id))
        .where(state, col(ReviewEvent.revision_id).is_not(None))
        .correlate(RunItem)
    )
    said = decision()
    good = and_(said.is_(None), col(RunItem.outcome) == "passed", col(RunItem.retry).is_(False))
    return [
        col(RunItem.run_id).in_(run_ids),
        ~waits.exists(),
        or_(said == KEEP, and_(said == FIX, corrected.exists()), good),
    ]


# Counting


def tallies(
    session: Session, where: Sequence[Condition], by: Trait | None = None, *, once: bool = False
) -> list[Tally]:
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
            Tally(str(group), judged, passed, judged, passed, passed, judged, infrastructure)
            for group, passed, judged, infrastructure in session.execute(counted.group_by("group"))
        ]
    over = counted.group_by("group", col(RunItem.question_id)).subquery().c
    query = columns(
        over.group,
        _sum(over.judged > 0),
        *_sums(over.passed, over.judged),
        func.sum(over.infrastructure),
    ).group_by(over.group)
    return [Tally(str(group), *map(int, sums)) for group, *sums in session.execute(query)]


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
    """In the order of `Tally`."""
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


def parted(run_id: int, other: int, *, passed: bool, other_passed: bool) -> Condition:
    """An item of the run whose question came out like this in both."""
    theirs: Any = aliased(RunItem)
    same = (
        columns(theirs.id)
        .where(
            theirs.question_id == col(RunItem.question_id),
            theirs.run_id == other,
            theirs.retry.is_(False),
            theirs.outcome == JUDGED[not other_passed],
        )
        .exists()
    )
    return and_(col(RunItem.run_id) == run_id, col(RunItem.outcome) == JUDGED[not passed], same)


def reviewed_in(where: Sequence[Condition]) -> Condition:
    """Of `review_state`: its item is one of these results."""
    found = (
        columns(col(RunItem.id))
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*where)
    )
    return col(ReviewState.item_id).in_(found)


def said(what: str, reviewer: str | None, beside: str | None) -> Condition:
    """As `opinions.said`, of a result."""
    item: ColumnElement[int] = RunItem.__table__.c.id  # type: ignore[attr-defined]
    return opinions.said(item, what, reviewer, beside)


def reviews(session: Session, where: Sequence[Condition]) -> list[Review]:
    """Every judged result by what the validation said and what is decided (see `decision`)."""
    listed = cast(col(Validation.failure_reasons), Text)
    query = (
        columns(
            col(RunItem.run_id),
            col(RunItem.outcome),
            listed.label("listed"),
            decision().label("decided"),
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
        for run_id, outcome, reasons, action, n in session.execute(query)
    ]


_PASSED, _FLAGGED = True, False


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


def near_threshold(
    session: Session, where: Sequence[Condition], only_reason: str, *, by_question: bool
) -> list[Near]:
    """Results that passed with a similarity below 1, counted, by question where that is asked for;
    and, one by one, those flagged for `only_reason` and nothing else.
    """
    question = col(RunItem.question_id) if by_question else literal(0)
    group: tuple[Any, ...] = (
        col(RunItem.run_id),
        question.label("of_question"),
        col(Validation.evidence_similarity).label("similarity"),
        decision().label("decided"),
    )

    def reading(*wanted: Any) -> Any:
        return (
            columns(*group, *wanted)
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
        .where(alone(only_reason))
        .order_by(*ORDER)
    )
    return [
        *(
            Near(run_id, question_id, None, _PASSED, value, (), "", action, n)
            for run_id, question_id, value, action, n in session.execute(passed)
        ),
        *(
            Near(run_id, question_id, id_, _FLAGGED, value, _kinds(found), evidence, action, 1)
            for run_id, question_id, value, action, found, evidence, id_ in session.execute(flagged)
        ),
    ]


def alone(reason: str) -> Condition:
    """Flagged for this and nothing else."""
    listed = cast(col(Validation.failure_reasons), Text)
    return and_(col(RunItem.outcome) == "failed", listed == json.dumps([reason]))


def _kinds(differences: str) -> tuple[str, ...]:
    return tuple(str(one.get("kind", "")) for one in json.loads(differences))


# Listing


def cases(
    session: Session, where: Sequence[Condition], *, limit: int, offset: int = 0
) -> Sequence[tuple[RunItem, QuestionRow, Validation | None, str | None]]:
    """Items with their decision's action, newest run first, in the file's order within it."""
    query = (
        _listed(RunItem, QuestionRow, Validation, decision().label("decided"))
        .where(*where)
        .order_by(*ORDER)
    )
    found: Sequence[tuple[RunItem, QuestionRow, Validation | None, str | None]] = session.exec(
        query.limit(limit).offset(offset)
    ).all()
    return found


def count_cases(session: Session, where: Sequence[Condition]) -> int:
    return int(session.exec(_listed(func.count(col(RunItem.id))).where(*where)).one())


def _listed(*wanted: Any) -> Any:
    return (
        select(*wanted)
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
    )


# Reviewing


def decided(actions: Sequence[str]) -> Condition:
    """The item's decision is one of these."""
    found: Condition = decision().in_(actions)
    return found


def against(good: str, bad: Sequence[str]) -> Condition:
    """The item's decision says the opposite of the validation."""
    return or_(
        and_(with_outcome("passed"), decided(bad)), and_(with_outcome("failed"), decided([good]))
    )


def throughput(session: Session, start: datetime, end: datetime) -> Iterator[tuple[str, str, int]]:
    """(hour as 2026-01-31 09, reviewer, decisions) from `start` on and before `end`, in UTC.

    Every decision counts as work, also one that was taken back or decided again.
    """
    at = col(ReviewEvent.created_at)
    if session.get_bind().dialect.name == "postgresql":
        hour: Any = func.to_char(func.timezone("UTC", at), "YYYY-MM-DD HH24")
    else:
        hour = func.substr(cast(at, String), 1, 13)
    made = (
        columns(
            hour.label("hour"), col(ReviewEvent.reviewer_id).label("who"), func.count().label("n")
        )
        .where(at >= start, at < end, col(ReviewEvent.action).in_(DECISIONS))
        .group_by("hour", "who")
        .subquery()
    )
    query = (
        columns(made.c.hour, col(Reviewer.name), made.c.n)
        .join(Reviewer, col(Reviewer.id) == made.c.who)
        .order_by(made.c.hour, col(Reviewer.name))
    )
    for moment, name, n in session.execute(query):
        yield str(moment), str(name), int(n)


def first_and_last_decision_at(session: Session) -> tuple[datetime | None, datetime | None]:
    """Read from the index of moments, which both of them stand at an end of."""
    at = col(ReviewEvent.created_at)
    made = select(at).where(col(ReviewEvent.action).in_(DECISIONS)).limit(1)
    return session.exec(made.order_by(at)).first(), session.exec(made.order_by(at.desc())).first()

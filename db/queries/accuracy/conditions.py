"""Traits to group results by, and conditions on results."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    String,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    or_,
    type_coerce,
)
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from core.review import DISPUTED, FIX, KEEP, WANTS_SECOND
from db.queries import opinions
from db.queries.decisions import DECISIONS, decision
from db.tables import (
    QuestionRow,
    Reviewer,
    ReviewEvent,
    ReviewState,
    RunItem,
    Validation,
)

JUDGED = ("passed", "failed")
ASKED = (*JUDGED, "infrastructure")
Condition = ColumnElement[bool]
Trait = ColumnElement[Any]


def question_type() -> Trait:
    return type_coerce(col(QuestionRow.question_type), String)


def named_by_run(names: Mapping[int, str]) -> Trait:
    """The name of the result's run, such as its model."""
    if not names:
        return literal("")
    return case(names, value=col(RunItem.run_id), else_="")


def day(session: Session) -> Trait:
    """The day the result was judged on, in UTC, as 2026-01-31."""
    finished_at = col(RunItem.finished_at)
    if session.get_bind().dialect.name == "postgresql":
        return func.to_char(func.timezone("UTC", finished_at), "YYYY-MM-DD")
    return func.substr(cast(finished_at, String), 1, 10)


def part(cuts: Mapping[int, Sequence[int]]) -> Trait:
    """The part of the novel that contains the middle of the question's position: the number of
    cuts at or before it. `cuts`: ascending token numbers by question set. Empty for a question
    without a position and for a set without cuts.
    """
    middle = (col(QuestionRow.start_pos) + col(QuestionRow.end_pos)) / 2
    parts = {set_id: _count_cuts(middle, list(ordered)) for set_id, ordered in cuts.items()}
    if not parts:
        return literal("")
    by_set = case(
        *(
            (col(QuestionRow.set_id) == set_id, part_number)
            for set_id, part_number in parts.items()
        ),
        else_="",
    )
    return case((middle.is_(None), ""), else_=by_set)


def _count_cuts(value: Trait, cuts: Sequence[int], offset: int = 0) -> Trait:
    """How many cuts lie at or before the value, as text, by binary search: a book of a hundred
    chapters takes seven comparisons.
    """
    if not cuts:
        return literal(str(offset))
    middle = len(cuts) // 2
    return case(
        (value < cuts[middle], _count_cuts(value, cuts[:middle], offset)),
        else_=_count_cuts(value, cuts[middle + 1 :], offset + middle + 1),
    )


def of_runs(run_ids: Sequence[int], question_type: str | None = None) -> list[Condition]:
    """Results of these runs with any outcome, including skipped ones and those to be retried."""
    chosen: list[Condition] = [col(RunItem.run_id).in_(run_ids)]
    if question_type is not None:
        chosen.append(col(QuestionRow.question_type) == question_type)
    return chosen


def within(run_ids: Sequence[int], question_type: str | None = None) -> list[Condition]:
    """Results of these runs that were asked and are not to be retried."""
    was_asked = (col(RunItem.retry).is_(False), col(RunItem.outcome).in_(ASKED))
    return [*of_runs(run_ids, question_type), *was_asked]


def with_reason(reason: str) -> Condition:
    """Failed for this reason, of the validation or of a system error."""
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
    """One of these items; ids are inlined, since databases limit the number of parameters."""
    ids: Any = bindparam("ids", list(item_ids), expanding=True, literal_execute=True)
    return col(RunItem.id).in_(ids)


def of_questions(question_ids: Sequence[int]) -> Condition:
    """A result of one of these questions; ids are inlined as in `one_of`."""
    ids: Any = bindparam("question_ids", list(question_ids), expanding=True, literal_execute=True)
    return col(RunItem.question_id).in_(ids)


def tried(similarity: float, newly_passed: Sequence[int], *, passes: bool) -> Condition:
    """Judged results that pass (or fail) under another similarity threshold; `newly_passed`: ids of
    flagged items that then pass.
    """
    newly_passing = one_of(newly_passed)
    if passes:
        still_passed = and_(col(RunItem.outcome) == "passed", ~_below(similarity))
        return or_(still_passed, newly_passing)
    return or_(and_(col(RunItem.outcome) == "failed", ~newly_passing), passed_below(similarity))


def _below(similarity: float) -> Condition:
    return func.coalesce(col(Validation.evidence_similarity), 1.0) < similarity


def passed_below(similarity: float) -> Condition:
    return and_(col(RunItem.outcome) == "passed", col(Validation.evidence_similarity) < similarity)


def in_cleaned_set(run_ids: Sequence[int]) -> list[Condition]:
    """Results of these runs whose question is in a cleaned set, that is KEPT or CORRECTED (see
    `core.services.results.final_status.QuestionOutcome`), in a query `with_decision`.
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
    passed_undecided = and_(
        decision.is_(None), col(RunItem.outcome) == "passed", col(RunItem.retry).is_(False)
    )
    return [
        col(RunItem.run_id).in_(run_ids),
        ~waits.exists(),
        or_(decision == KEEP, and_(decision == FIX, corrected.exists()), passed_undecided),
    ]


def decided(actions: Sequence[str]) -> Condition:
    """The item's decision is one of these, in a query `with_decision`."""
    condition: Condition = decision.in_(actions)
    return condition


def contradicts_validation(good: str, bad: Sequence[str]) -> Condition:
    """The item's decision says the opposite of the validation, in a query `with_decision`."""
    return or_(
        and_(with_outcome("passed"), decided(bad)), and_(with_outcome("failed"), decided([good]))
    )


def decided_between(start: datetime, end: datetime, reviewer: str | None) -> list[Condition]:
    """Conditions on `review_event`: decisions in [start, end), also those undone since, of the
    reviewer if one is given.
    """
    created_at = col(ReviewEvent.created_at)
    chosen = [created_at >= start, created_at < end, col(ReviewEvent.action).in_(DECISIONS)]
    if reviewer is not None:
        reviewer_id = columns(col(Reviewer.id)).where(col(Reviewer.name) == reviewer)
        chosen.append(col(ReviewEvent.reviewer_id) == reviewer_id.scalar_subquery())
    return chosen


def decided_in(decisions: Sequence[Condition]) -> Condition:
    """Results that a decision was made on; `decisions`: conditions on `review_event`."""
    item_ids = columns(col(ReviewEvent.item_id)).where(*decisions)
    return col(RunItem.id).in_(item_ids)


def flagged_only_for(reason: str) -> Condition:
    """Flagged for this reason only."""
    listed = cast(col(Validation.failure_reasons), Text)
    return and_(col(RunItem.outcome) == "failed", listed == json.dumps([reason]))


def differs_between_runs(
    run_id: int, other_run_id: int, *, passed: bool, other_passed: bool
) -> Condition:
    """Items of run `run_id` that passed (or failed, if not `passed`) and whose question passed (or
    failed, if not `other_passed`) in run `other_run_id`.
    """
    other_item: Any = aliased(RunItem)
    in_other_run = (
        columns(other_item.id)
        .where(
            other_item.question_id == col(RunItem.question_id),
            other_item.run_id == other_run_id,
            other_item.retry.is_(False),
            other_item.outcome == JUDGED[not other_passed],
        )
        .exists()
    )
    return and_(
        col(RunItem.run_id) == run_id, col(RunItem.outcome) == JUDGED[not passed], in_other_run
    )


def reviewed_in(where: Sequence[Condition]) -> Condition:
    """A condition on `review_state`: its item is one of these results."""
    item_ids = (
        columns(col(RunItem.id))
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(*where)
    )
    return col(ReviewState.item_id).in_(item_ids)


def result_has_opinion(kind: str, reviewer: str | None, beside: str | None) -> Condition:
    """As `opinions.has_opinion`, for a result."""
    question: ColumnElement[int] = RunItem.__table__.c.question_id  # type: ignore[attr-defined]
    return opinions.has_opinion(question, kind, reviewer, beside)

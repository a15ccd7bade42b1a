"""Corrected questions, their revalidations, drafts, and decided questions. Nothing here commits."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, case, delete, func, true
from sqlalchemy import select as columns
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from core.review import DISPUTED
from db.tables import (
    QuestionRevision,
    QuestionRow,
    Revalidation,
    ReviewDraft,
    Reviewer,
    ReviewEvent,
    ReviewState,
    Run,
    RunItem,
    now,
)

Revised = tuple[QuestionRevision, QuestionRow, str]
"""A revision, the question as imported, the reviewer's name."""


def revision(session: Session, revision_id: int) -> Revised | None:
    row: Revised | None = session.exec(_revised().where(QuestionRevision.id == revision_id)).first()
    return row


def revisions_of(session: Session, item_id: int) -> Sequence[Revised]:
    """All revisions of the item's question, oldest first, including those not in force."""
    question_id = (
        columns(col(RunItem.question_id)).where(col(RunItem.id) == item_id).scalar_subquery()
    )
    query = _revised().where(col(QuestionRevision.question_id) == question_id)
    rows: Sequence[Revised] = session.exec(query.order_by(col(QuestionRevision.id))).all()
    return rows


def _revised() -> Any:
    return (
        select(QuestionRevision, QuestionRow, Reviewer.name)
        .join(QuestionRow, col(QuestionRow.id) == col(QuestionRevision.question_id))
        .join(Reviewer, col(Reviewer.id) == col(QuestionRevision.reviewer_id))
    )


def revalidations_of(
    session: Session, revision_ids: Sequence[int]
) -> Sequence[tuple[Revalidation, str]]:
    """Revalidations of these revisions, with the name of who requested each, oldest first."""
    query = (
        select(Revalidation, Reviewer.name)
        .join(Reviewer, col(Reviewer.id) == col(Revalidation.reviewer_id))
        .where(col(Revalidation.revision_id).in_(revision_ids))
        .order_by(col(Revalidation.id))
    )
    return session.exec(query).all()


def run_of(session: Session, revision_id: int) -> tuple[int, dict[str, Any]] | None:
    """Id and spec of the run that the revision's item belongs to."""
    query = (
        columns(col(Run.id), col(Run.spec))
        .join(RunItem, col(RunItem.run_id) == col(Run.id))
        .join(QuestionRevision, col(QuestionRevision.item_id) == col(RunItem.id))
        .where(col(QuestionRevision.id) == revision_id)
    )
    row = session.execute(query).first()
    return (row[0], row[1]) if row else None


def draft(session: Session, item_id: int, reviewer: str) -> dict[str, Any] | None:
    query = (
        columns(col(ReviewDraft.content))
        .join(Reviewer, col(Reviewer.id) == col(ReviewDraft.reviewer_id))
        .where(col(ReviewDraft.item_id) == item_id, col(Reviewer.name) == reviewer)
    )
    return session.execute(query).scalar()


def put_draft(session: Session, item_id: int, reviewer_id: int, content: dict[str, Any]) -> None:
    dialect: Any = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    row = {"item_id": item_id, "reviewer_id": reviewer_id, "content": content, "saved_at": now()}
    adding = dialect.insert(ReviewDraft).values(row)
    session.execute(
        adding.on_conflict_do_update(
            index_elements=["item_id", "reviewer_id"],
            set_={name: adding.excluded[name] for name in ("content", "saved_at")},
        )
    )


def drafted_items(session: Session, reviewer_id: int) -> set[int]:
    """Ids of the items for which the reviewer has a draft."""
    query = columns(col(ReviewDraft.item_id)).where(col(ReviewDraft.reviewer_id) == reviewer_id)
    return set(session.execute(query).scalars())


def delete_drafts(session: Session, reviewer_id: int, item_ids: Sequence[int]) -> None:
    """Delete the reviewer's drafts for these items, if any."""
    mine = col(ReviewDraft.reviewer_id) == reviewer_id
    session.execute(
        delete(ReviewDraft).where(col(ReviewDraft.item_id).in_(item_ids), mine),
        execution_options={"synchronize_session": False},
    )


class DecidedQuestion(NamedTuple):
    """A question of a set with its item, review state, decision, correction and the correction's
    latest revalidation; None for each that it lacks. `run_id`: the run of the item.
    """

    question: QuestionRow
    item_id: int | None
    run_id: int | None
    outcome: str | None
    reason: str | None
    retry: bool | None
    state: str | None
    failure_reasons: str | None
    event: ReviewEvent | None
    reviewer: str | None
    revision: QuestionRevision | None
    revalidation: Revalidation | None


def decided_rows(
    session: Session, set_id: int, run_id: int | None = None
) -> Iterator[DecidedQuestion]:
    """Every question of the set, in the file's order, with its item in the run (without a run, its
    current item) and the other fields of DecidedQuestion.

    A single statement, so that all rows show the same point in time.
    """
    item_state: Any = aliased(ReviewState)
    is_item = col(RunItem.id) == col(ReviewState.item_id) if run_id is None else _is_item_in(run_id)
    query = (
        columns(QuestionRow)
        .add_columns(col(RunItem.id), col(RunItem.run_id))
        .add_columns(col(RunItem.outcome), col(RunItem.reason))
        .add_columns(col(RunItem.retry), col(ReviewState.state), item_state.reasons)
        .add_columns(ReviewEvent, col(Reviewer.name), QuestionRevision, Revalidation)
        .select_from(QuestionRow)
        .outerjoin(ReviewState, _is_current_state())
        .outerjoin(RunItem, is_item)
        .outerjoin(item_state, item_state.item_id == col(RunItem.id))
        .outerjoin(ReviewEvent, col(ReviewEvent.id) == col(ReviewState.decision_id))
        .outerjoin(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .outerjoin(QuestionRevision, col(QuestionRevision.id) == col(ReviewEvent.revision_id))
        .outerjoin(Revalidation, col(Revalidation.id) == _latest_revalidation())
        .where(col(QuestionRow.set_id) == set_id)
        .order_by(col(QuestionRow.line), col(QuestionRow.id))
    )
    for row in session.execute(query.execution_options(yield_per=1000)):
        yield DecidedQuestion(*row)


def disputed_events(
    session: Session, set_id: int
) -> Iterator[tuple[ReviewEvent, str, QuestionRevision | None]]:
    """All events on the set's disputed questions, with the reviewer's name and the corrected
    question of a fix; ordered by question, then oldest first.
    """
    query = (
        columns(ReviewEvent, col(Reviewer.name), QuestionRevision)
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewEvent.question_id))
        .join(ReviewState, _is_current_state())
        .join(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .outerjoin(QuestionRevision, col(QuestionRevision.id) == col(ReviewEvent.revision_id))
        .where(col(QuestionRow.set_id) == set_id, col(ReviewState.state) == DISPUTED)
        .order_by(col(ReviewEvent.question_id), col(ReviewEvent.id))
    )
    for row in session.execute(query.execution_options(yield_per=1000)):
        yield row[0], row[1], row[2]


Ruling = tuple[int, str | None, str | None, str | None, bool, int]
"""(run or set id, outcome or None before there is one, state, decision, whether the question was
corrected, number of questions).
"""


def count_statuses(session: Session, run_ids: Sequence[int]) -> Sequence[Ruling]:
    """Counts of the questions of the runs' sets, each with its outcome in that run."""
    return _count_by_ruling(
        session,
        col(Run.id),
        columns()
        .select_from(Run)
        .join(QuestionRow, col(QuestionRow.set_id) == col(Run.set_id))
        .outerjoin(ReviewState, _is_current_state())
        .outerjoin(RunItem, _is_item_in(col(Run.id)))
        .where(col(Run.id).in_(run_ids)),
    )


def count_set_rulings(session: Session, set_id: int) -> Sequence[Ruling]:
    """Counts of the set's questions, each with the outcome of its current item."""
    return _count_by_ruling(
        session,
        col(QuestionRow.set_id),
        columns()
        .select_from(QuestionRow)
        .outerjoin(ReviewState, _is_current_state())
        .outerjoin(RunItem, col(RunItem.id) == col(ReviewState.item_id))
        .where(col(QuestionRow.set_id) == set_id),
    )


def _count_by_ruling(session: Session, owner_id: Any, questions: Any) -> Sequence[Ruling]:
    outcome = case((col(RunItem.retry), None), else_=col(RunItem.outcome))
    corrected = col(ReviewEvent.revision_id).is_not(None)
    grouped = (owner_id, outcome, col(ReviewState.state), col(ReviewState.decision), corrected)
    query = (
        questions.add_columns(*grouped, func.count())
        .outerjoin(ReviewEvent, col(ReviewEvent.id) == col(ReviewState.decision_id))
        .group_by(*grouped)
    )
    return [tuple(row) for row in session.execute(query)]


def count_revalidated(session: Session, set_id: int) -> dict[str | None, int]:
    """Outcome of the latest revalidation (None: never revalidated) -> number of the set's questions
    with a correction in force.
    """
    query = (
        columns(col(Revalidation.outcome), func.count())
        .select_from(QuestionRow)
        .join(ReviewState, _is_current_state())
        .join(ReviewEvent, col(ReviewEvent.id) == col(ReviewState.decision_id))
        .join(QuestionRevision, col(QuestionRevision.id) == col(ReviewEvent.revision_id))
        .outerjoin(Revalidation, col(Revalidation.id) == _latest_revalidation())
        .where(col(QuestionRow.set_id) == set_id, col(ReviewState.state) != "second")
        .group_by(col(Revalidation.outcome))
    )
    return dict(session.execute(query).all())


def _is_current_state() -> Any:
    """Join condition: the review state of the question's current item."""
    return and_(
        col(ReviewState.question_id) == col(QuestionRow.id), col(ReviewState.is_current) == true()
    )


def revalidation_costs(session: Session, run_ids: Sequence[int]) -> dict[int, tuple[int, float]]:
    """run -> (tokens, cost) of its revalidations, also of corrections no longer in force; runs
    without any are left out.
    """
    query = (
        columns(
            col(RunItem.run_id),
            func.sum(col(Revalidation.tokens)),
            func.sum(col(Revalidation.cost)),
        )
        .join(QuestionRevision, col(QuestionRevision.id) == col(Revalidation.revision_id))
        .join(RunItem, col(RunItem.id) == col(QuestionRevision.item_id))
        .where(col(RunItem.run_id).in_(run_ids))
        .group_by(col(RunItem.run_id))
    )
    rows = session.execute(query)
    return {run_id: (int(tokens), float(cost)) for run_id, tokens, cost in rows}


def _is_item_in(run_id: Any) -> Any:
    """Join condition: the question's item in the run, by key, which is indexed with the run."""
    return and_(col(RunItem.run_id) == run_id, col(RunItem.item_key) == col(QuestionRow.item_key))


def _latest_revalidation() -> Any:
    """The id of the latest revalidation of the joined revision."""
    return (
        columns(func.max(Revalidation.id))
        .where(col(Revalidation.revision_id) == col(QuestionRevision.id))
        .correlate(QuestionRevision)
        .scalar_subquery()
    )

"""Events of reviewers. Every function reads or adds, none commits."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, false, func, or_
from sqlalchemy import select as columns
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from core.review.review_state import OPINIONS, SECOND, SKIP
from db.tables import QuestionRow, Reviewer, ReviewEvent, ReviewState, Run, RunItem, now


def reviewer_named(session: Session, name: str) -> int | None:
    """The id of the reviewer with that name."""
    return session.execute(columns(col(Reviewer.id)).where(col(Reviewer.name) == name)).scalar()


def reviewer(session: Session, name: str) -> int:
    """The id of the reviewer with that name, who is added where there is none."""
    known = reviewer_named(session, name)
    if known is None:
        dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
        adding = dialect.insert(Reviewer).values(name=name, created_at=now())
        session.execute(adding.on_conflict_do_nothing(index_elements=["name"]))
        known = reviewer_named(session, name)  # another tab may have been first
    return known or 0


def has_key(session: Session, key: str) -> bool:
    """Whether an event with this idempotency key is stored."""
    query = columns(col(ReviewEvent.id)).where(col(ReviewEvent.idempotency_key) == key)
    return session.execute(query).first() is not None


def _kept(event: Any) -> ColumnElement[bool]:
    """Nobody has undone it."""
    undoing = aliased(ReviewEvent)
    return ~exists().where(col(undoing.undoes_id) == event.id)


def last_undoable_item(session: Session, reviewer: str, *, final: bool) -> int | None:
    """The item of the reviewer's latest act, not of one on many items, that they can take back: one
    that nobody else, no final decision and no act of their own on many has gone over since.
    `final`: of final decisions alone, or of all else alone.
    """
    later = aliased(ReviewEvent)
    over = or_(
        and_(
            col(later.reviewer_id) != col(ReviewEvent.reviewer_id),
            col(later.action).in_(OPINIONS),
        ),
        col(later.cause).is_not(None),
        and_(
            col(later.reviewer_id) == col(ReviewEvent.reviewer_id),
            col(later.action).in_((*OPINIONS, SECOND)),
            col(later.batch_id).is_not(None),
        ),
    )
    superseded = exists().where(
        col(later.question_id) == col(ReviewEvent.question_id),
        col(later.id) > col(ReviewEvent.id),
        over,
        _kept(later),
    )
    cause = col(ReviewEvent.cause)
    query = (
        columns(col(ReviewEvent.item_id))
        .where(
            col(ReviewEvent.reviewer_id) == reviewer_named(session, reviewer),
            col(ReviewEvent.action).in_((*OPINIONS, SKIP, SECOND)),
            col(ReviewEvent.batch_id).is_(None),
            cause.is_not(None) if final else cause.is_(None),
            _kept(ReviewEvent),
            ~superseded,
        )
        .order_by(col(ReviewEvent.id).desc())
        .limit(1)
    )
    return session.execute(query).scalar()


Told = tuple[ReviewEvent, str, str | None, int]
"""An event, the names of its reviewer and of whom it assigned to, and its run."""


def events_of(session: Session, item_id: int) -> Sequence[Told]:
    """The events on the item's question in any run, oldest first."""
    question = columns(col(RunItem.question_id)).where(col(RunItem.id) == item_id)
    query = _told().where(col(ReviewEvent.question_id) == question.scalar_subquery())
    found: Sequence[Told] = session.exec(query.order_by(col(ReviewEvent.id))).all()
    return found


def acts_in(session: Session, set_id: int, until: int) -> Iterator[Told]:
    """The events on every question of the set, up to the event `until`, in the order they were
    made.
    """
    query = (
        _told()
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewEvent.question_id))
        .where(QuestionRow.set_id == set_id, col(ReviewEvent.id) <= until)
        .order_by(col(ReviewEvent.id))
        .execution_options(yield_per=1000)
    )
    yield from session.exec(query)


@cache
def _told() -> Any:
    """Made once: an alias takes longer to make than its rows to read."""
    to: Any = aliased(Reviewer)
    return (
        select(ReviewEvent, Reviewer.name, to.name, RunItem.run_id)
        .join(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .join(to, to.id == col(ReviewEvent.assignee_id), isouter=True)
    )


def undone_in(session: Session, set_id: int, until: int) -> set[int]:
    """Those of the acts on the set's questions that are taken back by one up to `until`."""
    query = (
        columns(col(ReviewEvent.undoes_id))
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewEvent.question_id))
        .where(
            col(QuestionRow.set_id) == set_id,
            col(ReviewEvent.undoes_id).is_not(None),
            col(ReviewEvent.id) <= until,
        )
    )
    return {int(id_) for id_ in session.execute(query).scalars()}


def last_act(session: Session) -> int:
    """The number of the newest act on any item; 0 where there is none."""
    return int(session.execute(columns(func.max(col(ReviewEvent.id)))).scalar() or 0)


def standing_actions(session: Session, run_id: int) -> dict[int, str]:
    """item id -> action, for the decided items of a run."""
    query = columns(col(ReviewState.item_id), col(ReviewState.decision)).where(
        col(ReviewState.run_id) == run_id, col(ReviewState.decision).is_not(None)
    )
    return dict(session.execute(query).all())


def decisions_between(
    session: Session, since: datetime, until: datetime
) -> list[tuple[str, str, int]]:
    """Opinions and final decisions that nobody has undone, sample runs apart: reviewer, action, how
    many.
    """
    query = (
        columns(col(Reviewer.name), col(ReviewEvent.action), func.count())
        .join(ReviewEvent, col(ReviewEvent.reviewer_id) == col(Reviewer.id))
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .join(Run, col(Run.id) == col(RunItem.run_id))
        .where(
            and_(col(ReviewEvent.created_at) >= since, col(ReviewEvent.created_at) < until),
            col(ReviewEvent.action).in_(OPINIONS),
            _kept(ReviewEvent),
            col(Run.is_sample) == false(),
        )
        .group_by(col(Reviewer.name), col(ReviewEvent.action))
    )
    return [(name, action, n) for name, action, n in session.execute(query)]


def own_decision_times(
    session: Session, reviewer: str, since: datetime, most: int
) -> list[datetime]:
    """When the reviewer gave their latest opinions, one by one and not undone, newest first."""
    query = (
        columns(col(ReviewEvent.created_at))
        .join(Reviewer, col(ReviewEvent.reviewer_id) == col(Reviewer.id))
        .where(
            col(Reviewer.name) == reviewer,
            col(ReviewEvent.created_at) >= since,
            col(ReviewEvent.action).in_(OPINIONS),
            col(ReviewEvent.cause).is_(None),
            col(ReviewEvent.batch_id).is_(None),
            _kept(ReviewEvent),
        )
        .order_by(col(ReviewEvent.id).desc())
        .limit(most)
    )
    return list(session.execute(query).scalars())


def last_event_of(session: Session, reviewer: str) -> ReviewEvent | None:
    """The reviewer's latest act on an item, whatever it was."""
    query = (
        select(ReviewEvent)
        .where(ReviewEvent.reviewer_id == reviewer_named(session, reviewer))
        .order_by(col(ReviewEvent.id).desc())
        .limit(1)
    )
    return session.exec(query).first()


def place_of(session: Session, item_id: int) -> tuple[int, str, int]:
    """Run id, run title and the question's line of an item that exists."""
    query = (
        columns(col(Run.id), col(Run.title), col(QuestionRow.line))
        .select_from(RunItem)
        .join(Run, col(Run.id) == col(RunItem.run_id))
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .where(col(RunItem.id) == item_id)
    )
    run_id, title, line = session.execute(query).one()
    return run_id, title, line


def names(session: Session, reviewer_ids: Collection[int]) -> dict[int, str]:
    """reviewer id -> name."""
    query = columns(col(Reviewer.id), col(Reviewer.name))
    return dict(session.execute(query.where(col(Reviewer.id).in_(reviewer_ids))).all())

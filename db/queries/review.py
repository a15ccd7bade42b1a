"""Reviewers and their events. Functions read or add; none commits."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, false, func, or_
from sqlalchemy import select as columns
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from core.review import OPINIONS, SECOND, SKIP
from db.tables import QuestionRow, Reviewer, ReviewEvent, ReviewState, Run, RunItem, now


def reviewer_named(session: Session, name: str) -> int | None:
    """The id of the reviewer with that name."""
    return session.execute(columns(col(Reviewer.id)).where(col(Reviewer.name) == name)).scalar()


def reviewer(session: Session, name: str) -> int:
    """The id of the reviewer with that name, who is added if missing."""
    reviewer_id = reviewer_named(session, name)
    if reviewer_id is None:
        dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
        adding = dialect.insert(Reviewer).values(name=name, created_at=now())
        session.execute(adding.on_conflict_do_nothing(index_elements=["name"]))
        reviewer_id = reviewer_named(session, name)  # another tab may have been first
    return reviewer_id or 0


def has_key(session: Session, key: str) -> bool:
    """Whether an event with this idempotency key is stored."""
    query = columns(col(ReviewEvent.id)).where(col(ReviewEvent.idempotency_key) == key)
    return session.execute(query).first() is not None


def _not_undone(event: Any) -> ColumnElement[bool]:
    """No event undoes this one."""
    undoing = aliased(ReviewEvent)
    return ~exists().where(col(undoing.undoes_id) == event.id)


def last_undoable_item(session: Session, reviewer: str, *, final: bool) -> int | None:
    """The item of the reviewer's latest act that they can undo. Bulk acts are not considered, nor
    acts that another reviewer's opinion, a final decision or a bulk act of their own followed on
    the same question. `final`: consider final decisions only, else all other acts only.
    """
    later = aliased(ReviewEvent)
    supersedes = or_(
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
        supersedes,
        _not_undone(later),
    )
    cause = col(ReviewEvent.cause)
    query = (
        columns(col(ReviewEvent.item_id))
        .where(
            col(ReviewEvent.reviewer_id) == reviewer_named(session, reviewer),
            col(ReviewEvent.action).in_((*OPINIONS, SKIP, SECOND)),
            col(ReviewEvent.batch_id).is_(None),
            cause.is_not(None) if final else cause.is_(None),
            _not_undone(ReviewEvent),
            ~superseded,
        )
        .order_by(col(ReviewEvent.id).desc())
        .limit(1)
    )
    return session.execute(query).scalar()


NamedEvent = tuple[ReviewEvent, str, str | None, int]
"""An event, its reviewer's name, its assignee's name if any, and its item's run id."""


def events_of(session: Session, item_id: int) -> Sequence[NamedEvent]:
    """The events on the item's question in any run, oldest first."""
    question = columns(col(RunItem.question_id)).where(col(RunItem.id) == item_id)
    query = _named_events().where(col(ReviewEvent.question_id) == question.scalar_subquery())
    events: Sequence[NamedEvent] = session.exec(query.order_by(col(ReviewEvent.id))).all()
    return events


def acts_in(session: Session, set_id: int, until: int) -> Iterator[NamedEvent]:
    """All events on the set's questions up to the event id `until`, oldest first."""
    query = (
        _named_events()
        .join(QuestionRow, col(QuestionRow.id) == col(ReviewEvent.question_id))
        .where(QuestionRow.set_id == set_id, col(ReviewEvent.id) <= until)
        .order_by(col(ReviewEvent.id))
        .execution_options(yield_per=1000)
    )
    yield from session.exec(query)


@cache
def _named_events() -> Any:
    """The query of NamedEvent; cached, as building an alias takes longer than reading its rows."""
    assignee: Any = aliased(Reviewer)
    return (
        select(ReviewEvent, Reviewer.name, assignee.name, RunItem.run_id)
        .join(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .join(assignee, assignee.id == col(ReviewEvent.assignee_id), isouter=True)
    )


def undone_in(session: Session, set_id: int, until: int) -> set[int]:
    """Ids of events on the set's questions that were undone by an event with id up to `until`."""
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
    """The id of the newest event; 0 if there is none."""
    return int(session.execute(columns(func.max(col(ReviewEvent.id)))).scalar() or 0)


def standing_actions(session: Session, run_id: int) -> dict[int, str]:
    """item id -> action of the current decision, for the decided items of a run."""
    query = columns(col(ReviewState.item_id), col(ReviewState.decision)).where(
        col(ReviewState.run_id) == run_id, col(ReviewState.decision).is_not(None)
    )
    return dict(session.execute(query).all())


def decisions_between(
    session: Session, since: datetime, until: datetime
) -> list[tuple[str, str, int]]:
    """(reviewer, action, number) of opinions and final decisions in [since, until) that were not
    undone, without sample runs.
    """
    query = (
        columns(col(Reviewer.name), col(ReviewEvent.action), func.count())
        .join(ReviewEvent, col(ReviewEvent.reviewer_id) == col(Reviewer.id))
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .join(Run, col(Run.id) == col(RunItem.run_id))
        .where(
            and_(col(ReviewEvent.created_at) >= since, col(ReviewEvent.created_at) < until),
            col(ReviewEvent.action).in_(OPINIONS),
            _not_undone(ReviewEvent),
            col(Run.is_sample) == false(),
        )
        .group_by(col(Reviewer.name), col(ReviewEvent.action))
    )
    return [(name, action, n) for name, action, n in session.execute(query)]


def own_decision_times(
    session: Session, reviewer: str, since: datetime, most: int
) -> list[datetime]:
    """Times of the reviewer's latest opinions since then, newest first, at most `most`; without
    bulk acts, final decisions and undone ones.
    """
    query = (
        columns(col(ReviewEvent.created_at))
        .join(Reviewer, col(ReviewEvent.reviewer_id) == col(Reviewer.id))
        .where(
            col(Reviewer.name) == reviewer,
            col(ReviewEvent.created_at) >= since,
            col(ReviewEvent.action).in_(OPINIONS),
            col(ReviewEvent.cause).is_(None),
            col(ReviewEvent.batch_id).is_(None),
            _not_undone(ReviewEvent),
        )
        .order_by(col(ReviewEvent.id).desc())
        .limit(most)
    )
    return list(session.execute(query).scalars())


def last_event_of(session: Session, reviewer: str) -> ReviewEvent | None:
    """The reviewer's latest event of any kind."""
    query = (
        select(ReviewEvent)
        .where(ReviewEvent.reviewer_id == reviewer_named(session, reviewer))
        .order_by(col(ReviewEvent.id).desc())
        .limit(1)
    )
    return session.exec(query).first()


def place_of(session: Session, item_id: int) -> tuple[int, str, int]:
    """(run id, run title, line of the question) of an existing item."""
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

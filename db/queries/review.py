"""Events of reviewers, and the items they are about. Every function reads or adds, none commits."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Text, and_, cast, exists, func, or_
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from db.tables import QuestionRow, Reviewer, ReviewEvent, Run, RunItem, Validation

UNDO = "undo"


def reviewer_named(session: Session, name: str) -> Reviewer | None:
    return session.exec(select(Reviewer).where(Reviewer.name == name)).first()


def reviewer_id(session: Session, name: str) -> int:
    """The id of a reviewer who is known to exist."""
    return session.exec(select(Reviewer).where(Reviewer.name == name)).one().id or 0


def event_with_key(session: Session, key: str) -> ReviewEvent | None:
    return session.exec(select(ReviewEvent).where(ReviewEvent.idempotency_key == key)).first()


def _stands(event: Any = ReviewEvent) -> ColumnElement[bool]:
    """A decision that nobody has undone; an item's latest one is its decision."""
    undoing = aliased(ReviewEvent)
    undone = exists().where(col(undoing.undoes_id) == event.id)
    return and_(event.action != UNDO, ~undone)


def standing_event(session: Session, item_id: int) -> ReviewEvent | None:
    query = (
        select(ReviewEvent)
        .where(ReviewEvent.item_id == item_id, _stands())
        .order_by(col(ReviewEvent.id).desc())
    )
    return session.exec(query).first()


def last_standing_event(session: Session, reviewer: str) -> ReviewEvent | None:
    """The reviewer's latest decision that is still its item's decision."""
    later = aliased(ReviewEvent)
    superseded = exists().where(
        col(later.item_id) == col(ReviewEvent.item_id),
        col(later.id) > col(ReviewEvent.id),
        _stands(later),
    )
    query = (
        select(ReviewEvent)
        .join(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .where(Reviewer.name == reviewer, _stands(), ~superseded)
        .order_by(col(ReviewEvent.id).desc())
    )
    return session.exec(query).first()


def events_of(
    session: Session, item_id: int, *, key: str | None = None
) -> Sequence[tuple[ReviewEvent, str]]:
    """The item's events (or the one with this key) with the reviewer's name, oldest first."""
    query = (
        select(ReviewEvent, Reviewer.name)
        .join(Reviewer, col(Reviewer.id) == col(ReviewEvent.reviewer_id))
        .where(ReviewEvent.item_id == item_id)
        .order_by(col(ReviewEvent.id))
    )
    if key is not None:
        query = query.where(ReviewEvent.idempotency_key == key)
    return session.exec(query).all()


def standing_actions(session: Session, run_id: int) -> dict[int, str]:
    """item id -> action, for the decided items of a run; the latest one wins."""
    query = (
        select(ReviewEvent.item_id, ReviewEvent.action)
        .join(RunItem, col(RunItem.id) == col(ReviewEvent.item_id))
        .where(RunItem.run_id == run_id, _stands())
        .order_by(col(ReviewEvent.id))
    )
    return dict(session.exec(query).all())


def has_reason(reason: str) -> ColumnElement[bool]:
    """Items with that failure reason; machinery and skips are named in the ledger itself."""
    listed = cast(col(Validation.failure_reasons), Text).like(f'%"{reason}"%')
    return or_(listed, col(RunItem.reason) == reason)


def _decided(decided: bool) -> ColumnElement[bool]:
    found = exists().where(col(ReviewEvent.item_id) == col(RunItem.id), _stands())
    return found if decided else ~found


def conditions(
    run_id: int | None, outcomes: Sequence[str], reason: str | None, *, decided: bool | None
) -> list[ColumnElement[bool]]:
    """What an item must be to stand in the queue; None leaves a condition out."""
    chosen: list[ColumnElement[bool]] = [col(RunItem.outcome).in_(outcomes)]
    if run_id is not None:
        chosen.append(col(RunItem.run_id) == run_id)
    if reason is not None:
        chosen.append(has_reason(reason))
    if decided is not None:
        chosen.append(_decided(decided))
    return chosen


def _items(*columns: Any) -> Any:
    return (
        select(*columns)
        .select_from(RunItem)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
    )


ORDER = (col(RunItem.run_id).desc(), col(QuestionRow.line), col(RunItem.id))
"""Newest run first, and the file's own order within it."""


def count_items(session: Session, where: Sequence[ColumnElement[bool]]) -> int:
    return int(session.exec(_items(func.count(col(RunItem.id))).where(*where)).one())


def page_of_items(
    session: Session, where: Sequence[ColumnElement[bool]], offset: int, limit: int
) -> Sequence[tuple[RunItem, QuestionRow, Validation | None]]:
    query = _items(RunItem, QuestionRow, Validation).where(*where).order_by(*ORDER)
    rows: Sequence[tuple[RunItem, QuestionRow, Validation | None]] = session.exec(
        query.offset(offset).limit(limit)
    ).all()
    return rows


def neighbour(
    session: Session, where: Sequence[ColumnElement[bool]], item_id: int | None, *, forward: bool
) -> int | None:
    """The queue's item after (or before) this one; from no item, its first (or last)."""
    run, line, item = col(RunItem.run_id), col(QuestionRow.line), col(RunItem.id)
    beyond: list[ColumnElement[bool]] = []
    if item_id is not None:
        here = session.exec(_items(run, line, item).where(item == item_id)).first()
        if here is None:
            return None
        beyond = [_after(here) if forward else _before(here)]
    order = ORDER if forward else (run, line.desc(), item.desc())
    found: int | None = session.exec(
        _items(item).where(*where, *beyond).order_by(*order).limit(1)
    ).first()
    return found


def _after(here: tuple[int, int, int]) -> ColumnElement[bool]:
    run, line, item = col(RunItem.run_id), col(QuestionRow.line), col(RunItem.id)
    later_line = or_(line > here[1], and_(line == here[1], item > here[2]))
    return or_(run < here[0], and_(run == here[0], later_line))


def _before(here: tuple[int, int, int]) -> ColumnElement[bool]:
    run, line, item = col(RunItem.run_id), col(QuestionRow.line), col(RunItem.id)
    earlier_line = or_(line < here[1], and_(line == here[1], item < here[2]))
    return or_(run > here[0], and_(run == here[0], earlier_line))


def waiting(session: Session) -> list[tuple[int, str, list[str], int]]:
    """Undecided failed items: run id, run title, failure reasons, how many; newest run first."""
    reasons, reason = cast(col(Validation.failure_reasons), Text), col(RunItem.reason)
    query = (
        columns(col(RunItem.run_id), col(Run.title), reason, reasons, func.count())
        .join(Run, col(Run.id) == col(RunItem.run_id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
        .where(col(RunItem.outcome) == "failed", _decided(decided=False))
        .group_by(col(RunItem.run_id), col(Run.title), reason, reasons)
        .order_by(col(RunItem.run_id).desc())
    )
    return [
        (run_id, title, json.loads(combination) if combination else [own or ""], n)
        for run_id, title, own, combination, n in session.execute(query)
    ]

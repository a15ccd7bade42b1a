"""Filter and order the items of review queues, all from `review_state`."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, exists, false, func, or_, true
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from core.review import OPINIONS, WAITING, WANTS_SECOND
from db.queries import opinions
from db.queries.projection import fold_for_search
from db.tables import (
    QuestionRow,
    ReviewAside,
    ReviewEvent,
    ReviewOpinion,
    ReviewState,
    ReviewText,
    Run,
    RunItem,
    Validation,
)

_STATE = ReviewState.__table__.c  # type: ignore[attr-defined]
item: ColumnElement[int] = _STATE.item_id
question: ColumnElement[int] = _STATE.question_id

LEAKED = "|leaked|"
"""`reasons` of an item that a depth test found answered without its evidence."""

Where = list[ColumnElement[bool]]
Ordering = Sequence[ColumnElement[Any]]

_FILE = ((_STATE.newest_first, False), (_STATE.line, False), (_STATE.item_id, False))
_ORDERS: dict[str, tuple[tuple[Any, bool], ...]] = {
    "file": _FILE,
    "disputed": ((_STATE.contest, True), (_STATE.opinions, True), *_FILE),
    "threshold": ((_STATE.margin, False), *_FILE),
    "oldest": ((_STATE.last_event_id, False), *_FILE),
    "latest": ((_STATE.decision_id, True), *_FILE),
}
"""(column, whether it descends) of each order. "file": newest run first, then by line."""


def ordering(order: str, *, forward: bool = True) -> Ordering:
    return [
        column.desc() if descends is forward else column.asc()
        for column, descends in _ORDERS[order]
    ]


def beyond(session: Session, order: str, item_id: int, *, forward: bool = True) -> Where:
    """Conditions on the items after (or before) this one, which need not be in the queue itself; no
    item meets them if this one does not exist.
    """
    keys = _ORDERS[order]
    keys_of_item = session.execute(
        columns(*(key for key, _ in keys)).where(item == item_id)
    ).first()
    if keys_of_item is None:
        return [false()]
    alternatives, equal_so_far = Where(), Where()
    for (column, descends), value in zip(keys, keys_of_item, strict=True):
        step = column < value if descends is forward else column > value
        alternatives.append(and_(*equal_so_far, step))
        equal_so_far.append(column == value)
    return [or_(*alternatives)]


@lru_cache(maxsize=256)
def conditions(
    run_id: int | None,
    outcomes: tuple[str, ...],
    states: tuple[str, ...],
    *,
    reason: str | None,
    verdict: str | None,
    confidence: str | None,
    model: str | None,
    language: str | None,
    reviewer: str | None,
    text: str,
    assigned_to: str | None,
    whose: str | None,
    said: str | None,
    beside: str | None,
    cause: str | None,
    set_id: int | None,
    samples: bool,
    leaks: bool,
) -> tuple[ColumnElement[bool], ...]:
    """Conditions on the items of a queue. None or empty sets no condition, except that an empty
    `assigned_to` means assigned to nobody.

    Over all runs (`run_id` None), only listed items of a question are in the queue: its current
    one, and the newest that a depth test failed. `samples` includes sample runs, `leaks` items that
    a depth test found answered without their evidence. `said`: a kind of `opinions.has_opinion`.
    """
    of_run = _STATE.is_listed == true() if run_id is None else _STATE.run_id == run_id
    chosen: Where = [
        _one_of(_STATE.outcome, outcomes),
        of_run,
        *_from_runs(set_id, samples, leaks),
    ]
    equal = ("verdict", verdict), ("confidence", confidence)
    for name, value in (*equal, ("model", model), ("language", language)):
        if value is not None:
            chosen.append(_STATE[name] == value)
    if set(states) == set(WAITING):
        chosen.append(_STATE.waits == true())
    elif states:
        chosen.append(_STATE.state.in_(states))
    if reason is not None:
        chosen.append(_STATE.reasons.contains(f"|{reason}|", autoescape=True))
    if reviewer is not None:
        chosen.append(_decided_by(reviewer))
    if words := fold_for_search(text).split():
        chosen.append(_with_words(words))
    if assigned_to == "":
        chosen.append(_STATE.assignee_id.is_(None))
    elif assigned_to is not None:
        chosen.append(_STATE.assignee_id == opinions.id_of_reviewer(assigned_to))
    if whose is not None:
        chosen += _queue_of(whose)
    if said is not None:
        chosen.append(opinions.has_opinion(question, said, reviewer, beside))
    if cause is not None:
        chosen.append(opinions.settled_for(question, cause))
    return tuple(chosen)


def _from_runs(set_id: int | None, samples: bool, leaks: bool) -> Where:
    chosen = Where()
    if set_id is not None:
        chosen.append(_STATE.run_id.in_(columns(col(Run.id)).where(col(Run.set_id) == set_id)))
    if not samples:
        sampled = columns(col(Run.id)).where(col(Run.is_sample) == true())
        chosen.append(_STATE.run_id.not_in(sampled))
    if not leaks:
        chosen.append(_STATE.reasons != LEAKED)
    return chosen


def _one_of(column: Any, values: Sequence[str]) -> ColumnElement[bool]:
    """The column is one of the values. A single value uses =, which keeps the index's order."""
    equal: ColumnElement[bool] = column == values[0] if len(values) == 1 else column.in_(values)
    return equal


def _with_words(words: Sequence[str]) -> ColumnElement[bool]:
    """Each word occurs in the item's text, in its correction in force, or in a reviewer's comment.

    Comments are not searched while a second review is pending, as they would reveal the first
    opinion to the second reviewer.
    """
    state = aliased(ReviewState)
    visible = exists().where(
        col(state.item_id) == col(ReviewText.item_id), col(state.state) != WANTS_SECOND
    )
    query = columns(col(ReviewText.item_id))
    for word in words:
        in_notes = and_(col(ReviewText.notes).contains(word, autoescape=True), visible)
        in_text = (
            column.contains(word, autoescape=True)
            for column in (col(ReviewText.text), col(ReviewText.corrected))
        )
        query = query.where(or_(*in_text, in_notes))
    return item.in_(query)


def _decided_by(reviewer: str) -> ColumnElement[bool]:
    """Items that the reviewer has given an opinion or a final decision on, even if undone since."""
    decided = columns(col(ReviewEvent.question_id)).where(
        col(ReviewEvent.reviewer_id) == opinions.id_of_reviewer(reviewer),
        col(ReviewEvent.action).in_(OPINIONS),
    )
    return question.in_(decided)


def items_decided_by(session: Session, item_ids: Sequence[int], reviewer_id: int) -> set[int]:
    """Those of the items whose question has an active opinion of the reviewer."""
    query = (
        columns(item)
        .join(ReviewOpinion, col(ReviewOpinion.question_id) == question)
        .where(item.in_(item_ids), col(ReviewOpinion.reviewer_id) == reviewer_id)
    )
    return set(session.execute(query).scalars())


def _queue_of(reviewer: str) -> Where:
    """Items assigned to the reviewer or to nobody, and not left out of their queue."""
    aside = columns(col(ReviewAside.question_id)).where(
        col(ReviewAside.reviewer_id) == opinions.id_of_reviewer(reviewer)
    )
    unassigned = _STATE.assignee_id.is_(None)
    to_reviewer = _STATE.assignee_id == opinions.id_of_reviewer(reviewer)
    return [or_(unassigned, to_reviewer), question.not_in(aside)]


def count_items(session: Session, where: Where) -> int:
    return int(
        session.execute(columns(func.count()).select_from(ReviewState).where(*where)).scalar_one()
    )


def counts_by_state(session: Session, where: Where) -> dict[str, int]:
    query = columns(_STATE.state, func.count()).where(*where).group_by(_STATE.state)
    return dict(session.execute(query).all())


def item_ids(
    session: Session, where: Where, order: str, *, offset: int = 0, limit: int | None = None
) -> list[int]:
    query = columns(item).where(*where).order_by(*ordering(order))
    return list(session.execute(query.offset(offset).limit(limit)).scalars())


def page_of_items(
    session: Session, where: Where, order: str, offset: int, limit: int
) -> list[tuple[RunItem, QuestionRow, Validation | None, ReviewState]]:
    # Sort and page the ids first: sorting full questions and verdicts would take most of the time.
    return items(session, item_ids(session, where, order, offset=offset, limit=limit))


def items(
    session: Session, ids: Sequence[int]
) -> list[tuple[RunItem, QuestionRow, Validation | None, ReviewState]]:
    """The items with these ids, in this order; unknown ids are left out."""
    query = (
        select(RunItem, QuestionRow, Validation, ReviewState)
        .join(QuestionRow, col(QuestionRow.id) == col(RunItem.question_id))
        .join(ReviewState, item == col(RunItem.id))
        .join(Validation, col(Validation.item_id) == col(RunItem.id), isouter=True)
        .where(col(RunItem.id).in_(ids))
    )
    rows = {row[0].id: row for row in session.exec(query)}
    return [rows[id_] for id_ in ids if id_ in rows]


def state_rows(session: Session, where: Where) -> Iterator[Row[Any]]:
    """The columns of `review_state` that a decision on an item depends on, in file order."""
    names = (
        "item_id",
        "question_id",
        "state",
        "decision",
        "decision_id",
        "reviewer_id",
        "opinions",
    )
    query = columns(*(_STATE[name] for name in names), _STATE.assignee_id)
    return iter(session.execute(query.where(*where).order_by(*ordering("file"))))


def neighbour(
    session: Session, where: Where, order: str, item_id: int | None, *, forward: bool
) -> int | None:
    """The queue's next (or previous) item; without `item_id`, its first (or last)."""
    position = [] if item_id is None else beyond(session, order, item_id, forward=forward)
    query = columns(item).where(*where, *position).order_by(*ordering(order, forward=forward))
    neighbour_id: int | None = session.execute(query.limit(1)).scalar()
    return neighbour_id


def waiting(session: Session, where: Where) -> list[tuple[int, str, list[str], int]]:
    """(run id, run title, reasons, number of items) by run and reasons, newest run first."""
    query = (
        columns(_STATE.run_id, _STATE.reasons, func.count())
        .where(*where)
        .group_by(_STATE.run_id, _STATE.reasons)
        .order_by(_STATE.run_id.desc())
    )
    rows = session.execute(query).all()
    names = columns(col(Run.id), col(Run.title)).where(col(Run.id).in_({row[0] for row in rows}))
    titles = dict(session.execute(names).all())
    return [
        (run_id, titles[run_id], reasons.strip("|").split("|"), n) for run_id, reasons, n in rows
    ]


def values(session: Session, name: str) -> list[str]:
    """The distinct values of a column, for a filter."""
    column = _STATE[name]
    return list(
        session.execute(columns(column).where(column != "").distinct().order_by(column)).scalars()
    )

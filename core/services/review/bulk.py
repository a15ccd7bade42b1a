"""Acting on many items at once: counted before anything is written, then done to what still holds.

What is left out is left out with its reason; nothing that somebody decided in the meantime is
overridden.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.review.review_state import DECIDED, WANTS_SECOND, ItemState
from core.services.access import Right, demand
from core.services.review.batches import Batch, append_to_all, busy
from core.services.review.bulk_eligibility import (
    BulkAction,
    BulkRequest,
    BusyItems,
    Ineligibility,
    ineligibility,
)
from core.services.review.decisions import refuse_contradiction
from core.services.review.enums import Action, ReviewReason
from core.services.review.event_store import ItemTransaction, NewEvent
from core.services.review.queue import Queue
from core.services.review.reviewers import reviewer_id
from db.queries import question_locks
from db.queries import queue as queries

EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class BulkPreview:
    """What `bulk` would do in the name of `by`, as it was counted.

    `items`: those it would be done to, and the decision each has (its event, None without one).
    `over`: how many decisions of one's own would be replaced, by action. `conflicts`: how many
    decisions of others it would contradict, so that a final decision is needed, by action.
    `seconds`: on how many it would be the second opinion that is waited for. `examples`: a few
    items of each reason in `left_out`.
    """

    bulk: BulkRequest
    by: str
    items: Mapping[int, int | None]
    left_out: Counter[Ineligibility]
    examples: Mapping[Ineligibility, tuple[int, ...]]
    over: Counter[Action]
    seconds: int = 0
    conflicts: Counter[Action] = field(default_factory=Counter)

    @property
    def n(self) -> int:
        return len(self.items)

    @property
    def asked(self) -> int:
        """How many items were selected."""
        return self.n + self.left_out.total()


def preview_bulk(
    engine: Engine,
    chosen: Queue | Collection[int],
    bulk: BulkRequest,
    by: str,
    *,
    but: Collection[int] = (),
) -> BulkPreview:
    """Counts what would come of it, for everything that matches the filter, except `but`, or for
    the items with these ids. Nothing is written.
    """
    who, target = reviewer_id(engine, by), _target(engine, bulk)
    items = dict[int, int | None]()
    left_out = Counter[Ineligibility]()
    over, conflicts = Counter[Action](), Counter[Action]()
    examples = dict[Ineligibility, tuple[int, ...]]()
    with Session(engine) as session:
        around = busy(session, who)
        rows, twice = _each_once(_rows(session, chosen, but))
        left_out += Counter({Ineligibility.SAME: len(twice)})
        waiting = [row.item_id for row in rows if row.state == WANTS_SECOND]
        given = _given(session, waiting, who if bulk.doing.decides else target)
    for row in rows:
        facts = row._asdict()
        why = ineligibility(bulk, facts, who, target, around, given=row.item_id in given)
        if why is None:
            items[row.item_id] = row.decision_id
            if row.decision and row.state == DECIDED:
                if row.reviewer_id == who:
                    over[Action(row.decision)] += 1
                elif row.decision != bulk.doing.value:
                    conflicts[Action(row.decision)] += 1
        else:
            left_out[why] += 1
            examples[why] = (*examples.get(why, ()), row.item_id)[:EXAMPLES]
    if not isinstance(chosen, Queue):
        known = {row.item_id for row in rows} | twice
        gone = [item_id for item_id in dict.fromkeys(chosen) if item_id not in known]
        left_out += Counter({Ineligibility.GONE: len(gone)})
    if not bulk.doing.decides:
        return BulkPreview(bulk, by, items, left_out, examples, Counter())
    seconds = sum(item_id in items for item_id in waiting)
    return BulkPreview(bulk, by, items, left_out, examples, over, seconds, conflicts)


def do_bulk(
    engine: Engine,
    counted: BulkPreview,
    comment: str = "",
    *,
    reasons: Collection[ReviewReason] = (),
    confirmed: bool = False,
    idempotency_key: str,
) -> Batch:
    """Does it to the items that were counted, in one transaction; the batch's `left_out` are those
    that have changed since, by reason.

    The same key again changes nothing and gives the same batch. Reasons that contradict the act
    raise ContradictionError, unless `confirmed`.
    """
    demand(engine, Right.ADJUDICATE)
    bulk = counted.bulk
    if bulk.doing.decides:
        refuse_contradiction(Action(bulk.doing.value), reasons, confirmed=confirmed)
    who, target = reviewer_id(engine, counted.by), _target(engine, bulk)
    head = NewEvent(bulk.doing.value, comment, tuple(reasons), assignee_id=target)
    concerned = who if bulk.doing.decides else target

    def one(scene: ItemTransaction, around: BusyItems) -> NewEvent | Ineligibility:
        facts = _facts(scene.item_id, scene.standing)
        if bulk.doing.decides and facts["decision_id"] not in (None, counted.items[scene.item_id]):
            return Ineligibility.SINCE
        given = _has_given(scene.standing, concerned)
        why = ineligibility(bulk, facts, who, target, around, given=given)
        if why is not None:
            return why
        blind = bulk.doing.decides and scene.sees_nobody
        return NewEvent(head.action, comment, head.reasons, blind=blind, assignee_id=target)

    return append_to_all(
        engine,
        counted.by,
        head,
        key=idempotency_key,
        items=lambda _session: counted.items,
        act=one,
    )


def _facts(item_id: int, standing: ItemState) -> dict[str, Any]:
    """As `review_state` has them."""
    decision = standing.decision
    return {
        "item_id": item_id,
        "state": standing.state,
        "decision": decision and decision.action,
        "decision_id": decision and decision.id,
        "reviewer_id": decision and decision.reviewer_id,
        "opinions": len(standing.opinions),
        "assignee_id": standing.assignee_id,
    }


def _target(engine: Engine, bulk: BulkRequest) -> int | None:
    named = bulk.doing == BulkAction.ASSIGN and bulk.assignee is not None
    return reviewer_id(engine, bulk.assignee or "") if named else None


def _rows(session: Session, chosen: Queue | Collection[int], but: Collection[int]) -> list[Any]:
    if isinstance(chosen, Queue):
        left = set(but)
        found = queries.standing_rows(session, chosen.conditions())
        return [row for row in found if row.item_id not in left]
    return [
        row
        for ids in question_locks.portions(set(chosen))
        for row in queries.standing_rows(session, [queries.item.in_(ids)])
    ]


def _each_once(rows: Sequence[Any]) -> tuple[list[Any], set[int]]:
    """One row for each question, and the items left out, whose question is there already."""
    first = dict[int, Any]()
    for row in rows:
        first.setdefault(row.question_id, row)
    return list(first.values()), {row.item_id for row in rows if first[row.question_id] is not row}


def _given(session: Session, waiting: list[int], by: int | None) -> set[int]:
    """Of the items that wait for a second opinion, those it cannot come from `by` on."""
    if by is None:
        return set()
    return {
        item_id
        for ids in question_locks.portions(waiting)
        for item_id in queries.items_decided_by(session, ids, by)
    }


def _has_given(standing: ItemState, by: int | None) -> bool:
    return standing.state == WANTS_SECOND and by in standing.opinion_givers

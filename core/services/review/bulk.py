"""Bulk review: preview what an action would change, then do it to the items still eligible.

Items that are left out are reported by reason, and no decision made since the preview is
overridden.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from core.review import DECIDED, WANTS_SECOND, ItemState
from core.services.access import Right, demand
from core.services.review.batches import Batch, append_to_all, read_busy_items
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
    """What `bulk` would do in the name of `by`, counted without writing anything.

    `items`: eligible item id -> event id of its decision, None without one. `over`: number of own
    decisions that would be replaced, by action. `conflicts`: number of others' decisions that it
    would contradict, so that a final decision is needed, by action. `seconds`: on how many items it
    would be the requested second opinion. `examples`: a few items of each reason in `left_out`.
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
        """Number of selected items."""
        return self.n + self.left_out.total()


def preview_bulk(
    engine: Engine,
    chosen: Queue | Collection[int],
    bulk: BulkRequest,
    by: str,
    *,
    but: Collection[int] = (),
) -> BulkPreview:
    """Count what the action would do; nothing is written.

    `chosen`: a filter, or the ids of items. `but`: ids to leave out of the filter's items.
    """
    actor_id, target = reviewer_id(engine, by), _target(engine, bulk)
    items = dict[int, int | None]()
    left_out = Counter[Ineligibility]()
    over, conflicts = Counter[Action](), Counter[Action]()
    examples = dict[Ineligibility, tuple[int, ...]]()
    with Session(engine) as session:
        busy_items = read_busy_items(session, actor_id)
        rows, duplicates = _each_once(_rows(session, chosen, but))
        left_out += Counter({Ineligibility.SAME: len(duplicates)})
        waiting = [row.item_id for row in rows if row.state == WANTS_SECOND]
        decided_before = _items_decided_by(
            session, waiting, actor_id if bulk.doing.decides else target
        )
    for row in rows:
        facts = row._asdict()
        reason = ineligibility(
            bulk, facts, actor_id, target, busy_items, has_opinion=row.item_id in decided_before
        )
        if reason is None:
            items[row.item_id] = row.decision_id
            if row.decision and row.state == DECIDED:
                if row.reviewer_id == actor_id:
                    over[Action(row.decision)] += 1
                elif row.decision != bulk.doing.value:
                    conflicts[Action(row.decision)] += 1
        else:
            left_out[reason] += 1
            examples[reason] = (*examples.get(reason, ()), row.item_id)[:EXAMPLES]
    if not isinstance(chosen, Queue):
        known_ids = {row.item_id for row in rows} | duplicates
        missing_ids = [item_id for item_id in dict.fromkeys(chosen) if item_id not in known_ids]
        left_out += Counter({Ineligibility.GONE: len(missing_ids)})
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
    """Do the previewed action in one transaction; `left_out` of the returned batch counts the items
    that are no longer eligible, by reason.

    The same `idempotency_key` again changes nothing and returns the same batch. Raises
    ContradictionError for reasons that contradict the action, unless `confirmed`.
    """
    demand(engine, Right.ADJUDICATE)
    bulk = counted.bulk
    if bulk.doing.decides:
        refuse_contradiction(Action(bulk.doing.value), reasons, confirmed=confirmed)
    actor_id, target = reviewer_id(engine, counted.by), _target(engine, bulk)
    head = NewEvent(bulk.doing.value, comment, tuple(reasons), assignee_id=target)
    giver_id = actor_id if bulk.doing.decides else target

    def act(transaction: ItemTransaction, busy_items: BusyItems) -> NewEvent | Ineligibility:
        facts = _facts(transaction.item_id, transaction.item_state)
        if bulk.doing.decides and facts["decision_id"] not in (
            None,
            counted.items[transaction.item_id],
        ):
            return Ineligibility.SINCE
        has_opinion = _has_given_opinion(transaction.item_state, giver_id)
        reason = ineligibility(bulk, facts, actor_id, target, busy_items, has_opinion=has_opinion)
        if reason is not None:
            return reason
        blind = bulk.doing.decides and transaction.sees_nobody
        return NewEvent(head.action, comment, head.reasons, blind=blind, assignee_id=target)

    return append_to_all(
        engine,
        counted.by,
        head,
        key=idempotency_key,
        items=lambda _session: counted.items,
        act=act,
    )


def _facts(item_id: int, item_state: ItemState) -> dict[str, Any]:
    """Return the item's columns of `review_state` that `ineligibility` needs."""
    decision = item_state.decision
    return {
        "item_id": item_id,
        "state": item_state.state,
        "decision": decision and decision.action,
        "decision_id": decision and decision.id,
        "reviewer_id": decision and decision.reviewer_id,
        "opinions": len(item_state.opinions),
        "assignee_id": item_state.assignee_id,
    }


def _target(engine: Engine, bulk: BulkRequest) -> int | None:
    """Return the id of the reviewer that items would be assigned to, if any."""
    is_assigned_to_somebody = bulk.doing == BulkAction.ASSIGN and bulk.assignee is not None
    return reviewer_id(engine, bulk.assignee or "") if is_assigned_to_somebody else None


def _rows(session: Session, chosen: Queue | Collection[int], but: Collection[int]) -> list[Any]:
    """Read the `review_state` of the chosen items."""
    if isinstance(chosen, Queue):
        excluded = set(but)
        rows = queries.state_rows(session, chosen.conditions())
        return [row for row in rows if row.item_id not in excluded]
    return [
        row
        for ids in question_locks.portions(set(chosen))
        for row in queries.state_rows(session, [queries.item.in_(ids)])
    ]


def _each_once(rows: Sequence[Any]) -> tuple[list[Any], set[int]]:
    """Return the first row of each question, and the items whose question occurred before."""
    first_rows = dict[int, Any]()
    for row in rows:
        first_rows.setdefault(row.question_id, row)
    return list(first_rows.values()), {
        row.item_id for row in rows if first_rows[row.question_id] is not row
    }


def _items_decided_by(session: Session, waiting: list[int], giver_id: int | None) -> set[int]:
    """Return those of the items waiting for a second opinion that `giver_id` has decided before."""
    if giver_id is None:
        return set()
    return {
        item_id
        for ids in question_locks.portions(waiting)
        for item_id in queries.items_decided_by(session, ids, giver_id)
    }


def _has_given_opinion(item_state: ItemState, giver_id: int | None) -> bool:
    """Whether the item waits for a second opinion and `giver_id` gave the first."""
    return item_state.state == WANTS_SECOND and giver_id in item_state.opinion_givers

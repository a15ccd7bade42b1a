"""Rules of bulk actions: which there are, and why an item is not eligible for one; no I/O."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.review import (
    DECIDED,
    OPEN,
    ActKind,
    Denial,
    ReviewActor,
    ReviewStage,
    permission,
)


class BulkAction(StrEnum):
    """What can be done to many items at once. A fix is no bulk action: it needs an edit of each."""

    KEEP = "keep"
    DROP = "drop"
    SECOND = "second"
    ASSIGN = "assign"

    @property
    def decides(self) -> bool:
        """Whether the action is a decision on the items."""
        return self in (BulkAction.KEEP, BulkAction.DROP)


@dataclass(frozen=True, slots=True)
class BulkRequest:
    """A requested bulk action. `assignee`: to whom items are assigned, None for nobody.

    `again`: include decided items: the action replaces one's own decision, and is another opinion
    next to another reviewer's.
    """

    doing: BulkAction
    assignee: str | None = None
    again: bool = False


class Ineligibility(StrEnum):
    """Why a bulk action leaves an item out. Values are stored, so they never change.

    gone: it does not exist. same: nothing would change, or its question is included already. since:
    decided after the preview. claimed: another reviewer has claimed it. begun: the reviewer has an
    unfinished edit of it. given: it waits for a second opinion that must be another reviewer's.
    undecided: it has no first opinion yet. asked: a second opinion is requested already. two: it
    has two opinions. undone: the event was undone before.
    """

    GONE = "gone"
    DECIDED = "decided"
    SAME = "same"
    SINCE = "since"
    DISPUTED = "disputed"
    SETTLED = "settled"
    CLAIMED = "claimed"
    BEGUN = "begun"
    GIVEN = "given"
    UNDECIDED = "undecided"
    ASKED = "asked"
    TWO = "two"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class BusyItems:
    """Ids of items that others have claimed, and of those that the reviewer is editing."""

    claimed: frozenset[int]
    begun: frozenset[int]


def ineligibility(
    bulk: BulkRequest,
    facts: dict[str, Any],
    actor_id: int,
    target: int | None,
    busy_items: BusyItems,
    *,
    has_opinion: bool,
) -> Ineligibility | None:
    """Return why the action must leave the item out; None if it is eligible.

    `facts`: columns of the item's `review_state`. `actor_id`: who acts. `target`: the new assignee.
    `has_opinion`: the item waits for a second opinion, and whoever would give it gave the first.
    """
    match bulk.doing:
        case BulkAction.ASSIGN:
            return _assignment_ineligibility(facts, target, has_opinion=has_opinion)
        case BulkAction.SECOND:
            reason = _second_ineligibility(facts)
        case _:
            reason = _decision_ineligibility(bulk, facts, actor_id, has_opinion=has_opinion)
    if reason is None and facts["item_id"] in busy_items.claimed:
        return Ineligibility.CLAIMED
    if reason is None and bulk.doing.decides and facts["item_id"] in busy_items.begun:
        return Ineligibility.BEGUN
    return reason


_BY_DENIAL = {
    Denial.DISPUTED: Ineligibility.DISPUTED,
    Denial.SETTLED: Ineligibility.SETTLED,
    Denial.DECIDED: Ineligibility.DECIDED,
    Denial.ASKED: Ineligibility.ASKED,
    Denial.AGREED: Ineligibility.TWO,
}


def _denied(facts: dict[str, Any], act: ActKind) -> Ineligibility | None:
    """Return why the review table refuses the act; None if it permits it."""
    stage = ReviewStage(facts["state"])
    if stage is ReviewStage.DECIDED and facts["opinions"] > 1:
        stage = ReviewStage.AGREED
    actor = ReviewActor.FIRST if stage is ReviewStage.OPEN else ReviewActor.ANOTHER
    if act is ActKind.ASSIGN:
        actor = ReviewActor.ADJUDICATOR
    denied = permission(stage, actor, act).denied
    return None if denied is None else _BY_DENIAL[denied]


def _decision_ineligibility(
    bulk: BulkRequest, facts: dict[str, Any], actor_id: int, *, has_opinion: bool
) -> Ineligibility | None:
    if facts["state"] == DECIDED:
        if (facts["decision"], facts["reviewer_id"]) == (bulk.doing.value, actor_id):
            return Ineligibility.SAME
        if not bulk.again:
            return Ineligibility.DECIDED
    return Ineligibility.GIVEN if has_opinion else _denied(facts, ActKind.ACCEPT)


def _second_ineligibility(facts: dict[str, Any]) -> Ineligibility | None:
    """Return why no second opinion can be requested: it needs exactly one opinion before."""
    if facts["state"] == OPEN:
        return Ineligibility.UNDECIDED
    return _denied(facts, ActKind.SECOND)


def _assignment_ineligibility(
    facts: dict[str, Any], target: int | None, *, has_opinion: bool
) -> Ineligibility | None:
    """Return why the item cannot be assigned to `target`: it must wait for a reviewer. Taking it
    from its assignee (`target` None) is always possible.
    """
    if facts["assignee_id"] == target:
        return Ineligibility.SAME
    if target is None:
        return None
    return Ineligibility.GIVEN if has_opinion else _denied(facts, ActKind.ASSIGN)

"""What can be done to many items at once, and why it is not done to one of them: rules alone."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.review.review_state import DECIDED, OPEN, WANTS_SECOND
from core.review.review_table import ActKind, Denial, ReviewActor, ReviewStage, permission


class BulkAction(StrEnum):
    """What can be done to many items at once; a fix needs an edit of each."""

    KEEP = "keep"
    DROP = "drop"
    SECOND = "second"
    ASSIGN = "assign"

    @property
    def decides(self) -> bool:
        return self in (BulkAction.KEEP, BulkAction.DROP)


@dataclass(frozen=True, slots=True)
class BulkRequest:
    """What is to be done. `assignee`: to whom items are assigned, None: to nobody again.

    `again`: also to items that are decided: it takes the place of one's own decision, and is a
    further opinion beside somebody else's.
    """

    doing: BulkAction
    assignee: str | None = None
    again: bool = False


class Ineligibility(StrEnum):
    """Why an act on many is not done to an item. Stored, so that they never change.

    same: it is so already. since: decided on after it was counted. begun: the reviewer has an edit
    of it in hand. given: it waits for the second opinion of somebody else. asked: one is asked for
    already. two: it has two opinions. undone: the act was taken back there.
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
    """Items that somebody else holds now, and those the reviewer has an edit of in hand."""

    claimed: frozenset[int]
    begun: frozenset[int]


def ineligibility(
    bulk: BulkRequest,
    facts: dict[str, Any],
    who: int,
    target: int | None,
    around: BusyItems,
    *,
    given: bool,
) -> Ineligibility | None:
    """Why it is not to be done to an item; `facts` are columns of its `review_state`."""
    match bulk.doing:
        case BulkAction.ASSIGN:
            return _not_assigned(facts, target, given=given)
        case BulkAction.SECOND:
            why = _no_second(facts)
        case _:
            why = _not_decided(bulk, facts, who, given=given)
    if why is None and facts["item_id"] in around.claimed:
        return Ineligibility.CLAIMED
    if why is None and bulk.doing.decides and facts["item_id"] in around.begun:
        return Ineligibility.BEGUN
    return why


_BY_DENIAL = {
    Denial.DISPUTED: Ineligibility.DISPUTED,
    Denial.SETTLED: Ineligibility.SETTLED,
    Denial.DECIDED: Ineligibility.DECIDED,
    Denial.AGREED: Ineligibility.TWO,
}


def _denied(facts: dict[str, Any], act: ActKind) -> Ineligibility | None:
    """Why the table of states refuses the act, whoever does it to many."""
    stage = ReviewStage(facts["state"])
    if stage is ReviewStage.DECIDED and facts["opinions"] > 1:
        stage = ReviewStage.AGREED
    actor = ReviewActor.FIRST if stage is ReviewStage.OPEN else ReviewActor.ANOTHER
    if act is ActKind.ASSIGN:
        actor = ReviewActor.ADJUDICATOR
    denied = permission(stage, actor, act).denied
    return None if denied is None else _BY_DENIAL[denied]


def _not_decided(
    bulk: BulkRequest, facts: dict[str, Any], who: int, *, given: bool
) -> Ineligibility | None:
    if facts["state"] == DECIDED:
        if (facts["decision"], facts["reviewer_id"]) == (bulk.doing.value, who):
            return Ineligibility.SAME
        if not bulk.again:
            return Ineligibility.DECIDED
    return Ineligibility.GIVEN if given else _denied(facts, ActKind.ACCEPT)


def _no_second(facts: dict[str, Any]) -> Ineligibility | None:
    """The first opinion is needed, and no other yet."""
    known = {OPEN: Ineligibility.UNDECIDED, WANTS_SECOND: Ineligibility.ASKED}
    return known.get(facts["state"]) or _denied(facts, ActKind.SECOND)


def _not_assigned(
    facts: dict[str, Any], target: int | None, *, given: bool
) -> Ineligibility | None:
    """What waits for nobody is given to nobody; it may still be taken from somebody."""
    if facts["assignee_id"] == target:
        return Ineligibility.SAME
    if target is None:
        return None
    return Ineligibility.GIVEN if given else _denied(facts, ActKind.ASSIGN)

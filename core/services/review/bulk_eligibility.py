"""What can be done to many items at once, and why it is not done to one of them: rules alone."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.review.review_state import DECIDED, DISPUTED, OPEN, SETTLED, WANTS_SECOND


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


_ENDED = {DISPUTED: Ineligibility.DISPUTED, SETTLED: Ineligibility.SETTLED}


def _not_decided(
    bulk: BulkRequest, facts: dict[str, Any], who: int, *, given: bool
) -> Ineligibility | None:
    state = facts["state"]
    if state == DECIDED:
        if (facts["decision"], facts["reviewer_id"]) == (bulk.doing.value, who):
            return Ineligibility.SAME
        return None if bulk.again else Ineligibility.DECIDED
    return Ineligibility.GIVEN if given else _ENDED.get(state)


def _no_second(facts: dict[str, Any]) -> Ineligibility | None:
    """The first opinion is needed, and no other yet."""
    known = {**_ENDED, OPEN: Ineligibility.UNDECIDED, WANTS_SECOND: Ineligibility.ASKED}
    return known.get(facts["state"]) or (Ineligibility.TWO if facts["opinions"] > 1 else None)


def _not_assigned(
    facts: dict[str, Any], target: int | None, *, given: bool
) -> Ineligibility | None:
    """What waits for nobody is given to nobody; it may still be taken from somebody."""
    if facts["assignee_id"] == target:
        return Ineligibility.SAME
    if target is None:
        return None
    ended = {**_ENDED, DECIDED: Ineligibility.DECIDED}
    return Ineligibility.GIVEN if given else ended.get(facts["state"])

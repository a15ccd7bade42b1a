"""What can be done to many items at once, and why it is not done to one of them: rules alone."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.review.standing import DECIDED, DISPUTED, OPEN, SETTLED, WANTS_SECOND


class Doing(StrEnum):
    """What can be done to many items at once; a fix needs an edit of each."""

    KEEP = "keep"
    DROP = "drop"
    SECOND = "second"
    ASSIGN = "assign"

    @property
    def decides(self) -> bool:
        return self in (Doing.KEEP, Doing.DROP)


@dataclass(frozen=True, slots=True)
class Bulk:
    """What is to be done. `assignee`: to whom items are assigned, None: to nobody again.

    `again`: also to items that are decided, whose decision it then takes the place of.
    """

    doing: Doing
    assignee: str | None = None
    again: bool = False


class LeftOut(StrEnum):
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
class Busy:
    """Items that somebody else holds now, and those the reviewer has an edit of in hand."""

    claimed: frozenset[int]
    begun: frozenset[int]


def why_not(
    bulk: Bulk, facts: dict[str, Any], who: int, target: int | None, around: Busy, *, given: bool
) -> LeftOut | None:
    """Why it is not to be done to an item; `facts` are columns of its `review_state`."""
    match bulk.doing:
        case Doing.ASSIGN:
            return _not_assigned(facts, target, given=given)
        case Doing.SECOND:
            why = _no_second(facts)
        case _:
            why = _not_decided(bulk, facts, who, given=given)
    if why is None and facts["item_id"] in around.claimed:
        return LeftOut.CLAIMED
    if why is None and bulk.doing.decides and facts["item_id"] in around.begun:
        return LeftOut.BEGUN
    return why


_ENDED = {DISPUTED: LeftOut.DISPUTED, SETTLED: LeftOut.SETTLED}


def _not_decided(bulk: Bulk, facts: dict[str, Any], who: int, *, given: bool) -> LeftOut | None:
    state = facts["state"]
    if state == DECIDED:
        if (facts["decision"], facts["reviewer_id"]) == (bulk.doing.value, who):
            return LeftOut.SAME
        return None if bulk.again else LeftOut.DECIDED
    return LeftOut.GIVEN if given else _ENDED.get(state)


def _no_second(facts: dict[str, Any]) -> LeftOut | None:
    """The first opinion is needed, and no other yet."""
    known = {**_ENDED, OPEN: LeftOut.UNDECIDED, WANTS_SECOND: LeftOut.ASKED}
    return known.get(facts["state"]) or (LeftOut.TWO if facts["opinions"] > 1 else None)


def _not_assigned(facts: dict[str, Any], target: int | None, *, given: bool) -> LeftOut | None:
    """What waits for nobody is given to nobody; it may still be taken from somebody."""
    if facts["assignee_id"] == target:
        return LeftOut.SAME
    if target is None:
        return None
    ended = {**_ENDED, DECIDED: LeftOut.DECIDED}
    return LeftOut.GIVEN if given else ended.get(facts["state"])

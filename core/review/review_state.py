"""What the acts on one item amount to: pure, so that kept and rebuilt can never differ.

states: open (nobody decided), second (a second opinion is wanted and not there), disputed (two
opinions differ, or two corrections, and wait for a final decision), decided, settled (by a final
decision).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

KEEP, FIX, DROP = "keep", "fix", "drop"
SKIP, SECOND, ASSIGN, UNDO = "skip", "second", "assign", "undo"
ANSWER = "answer"
"""A blind answer: letters chosen before the label was shown. It changes no state."""
OPINIONS = (KEEP, FIX, DROP)
"""Actions that say what becomes of a question; with a cause they are final."""

OPEN, WANTS_SECOND, DISPUTED, DECIDED, SETTLED = "open", "second", "disputed", "decided", "settled"
WAITING = (OPEN, WANTS_SECOND)
"""States in which an item waits for a reviewer."""


@dataclass(frozen=True, slots=True)
class ReviewAct:
    """The columns of an event that decide what stands."""

    id: int
    reviewer_id: int
    action: str
    undoes_id: int | None = None
    cause: str | None = None
    blind: bool = False
    assignee_id: int | None = None
    revision_id: int | None = None

    @property
    def said(self) -> tuple[str, int | None]:
        """What becomes of the question, and which correction it carries: a correction is one
        revision of the item, whoever makes it (see `core.services.review.correct`).
        """
        return self.action, self.revision_id

    @property
    def is_opinion(self) -> bool:
        return self.action in OPINIONS and self.cause is None

    @property
    def is_final(self) -> bool:
        return self.action in OPINIONS and self.cause is not None


@dataclass(frozen=True, slots=True)
class ItemState:
    """`decision` is the act that stands, None while there is none or two are in dispute; while a
    second opinion is wanted the first stands. `opinions`: the latest of each reviewer, oldest
    first. `pair`: the first two that were given without having seen another, where there are two;
    their givers may have changed their minds since. `given`: who has already given theirs, or
    asked, and so cannot give the second. `aside`: whose queue the item is not in.
    """

    state: str = OPEN
    decision: ReviewAct | None = None
    opinions: tuple[ReviewAct, ...] = ()
    pair: tuple[ReviewAct, ...] = ()
    assignee_id: int | None = None
    given: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()
    last_event_id: int = 0

    def hides_from(self, reviewer_id: int) -> bool:
        """Whether the reviewer may give the second opinion, and so must not see the first."""
        return self.state == WANTS_SECOND and reviewer_id not in self.given

    @property
    def contest(self) -> int:
        """How many reviewers do not say what most say."""
        if len(self.opinions) < 2:  # nearly always, and counting is slow
            return 0
        counts = Counter(act.said for act in self.opinions)
        return len(self.opinions) - max(counts.values(), default=0)

    @property
    def columns(self) -> dict[str, Any]:
        """As `review_state` stores it."""
        return {
            "state": self.state,
            "waits": self.state in WAITING,
            "decision": self.decision.action if self.decision else None,
            "decision_id": self.decision.id if self.decision else None,
            "reviewer_id": self.decision.reviewer_id if self.decision else None,
            "opinions": len(self.opinions),
            "contest": self.contest,
            "assignee_id": self.assignee_id,
            "last_event_id": self.last_event_id,
        }

    @property
    def opinion_rows(self) -> list[dict[str, Any]]:
        """As `review_opinion` stores them."""
        unseen = {act.reviewer_id: act.action for act in self.pair}
        return [
            {
                "reviewer_id": act.reviewer_id,
                "action": act.action,
                "revision_id": act.revision_id,
                "independent": unseen.get(act.reviewer_id),
            }
            for act in self.opinions
        ]


def active_acts(acts: Sequence[ReviewAct]) -> list[ReviewAct]:
    """Acts that nobody has undone, undos excepted."""
    undone = {act.undoes_id for act in acts if act.action == UNDO}
    return [act for act in acts if act.action != UNDO and act.id not in undone]


def fold_acts(acts: Sequence[ReviewAct]) -> ItemState:
    """What these acts on an item, oldest first, amount to."""
    kept = active_acts(acts)
    opinions = {act.reviewer_id: act for act in kept if act.is_opinion}
    final = _latest([act for act in kept if act.is_final])
    asked = _latest([act for act in kept if act.action == SECOND])
    given = _given(acts, asked)
    state: str
    decision: ReviewAct | None
    if final is not None:
        state, decision = SETTLED, final
    else:
        state, decision = _opined(opinions, given if asked else None)
    aside = _skipped(kept, opinions) | (given if state == WANTS_SECOND else frozenset())
    return ItemState(
        state=state,
        decision=decision,
        opinions=tuple(sorted(opinions.values(), key=lambda act: act.id)),
        pair=_pair(kept),
        assignee_id=_assignee(kept, aside),
        given=given,
        aside=aside,
        last_event_id=acts[-1].id if acts else 0,
    )


def _pair(kept: Sequence[ReviewAct]) -> tuple[ReviewAct, ...]:
    """Of a reviewer who changed their mind while still alone with it, the latest opinion counts."""
    blind = list({act.reviewer_id: act for act in kept if act.is_opinion and act.blind}.values())
    return tuple(blind[:2]) if len(blind) > 1 else ()


def _latest(acts: Sequence[ReviewAct]) -> ReviewAct | None:
    return max(acts, key=lambda act: act.id, default=None)


def _given(acts: Sequence[ReviewAct], asked: ReviewAct | None) -> frozenset[int]:
    """Who cannot give the second opinion. One taken back counts: its giver had seen the item."""
    if asked is None:
        return frozenset()
    before = [act for act in acts if act.id <= asked.id]
    opined = {act.reviewer_id for act in before if act.is_opinion}
    undecided = {
        act.reviewer_id for act in active_acts(before) if act.action == SECOND and not act.blind
    }
    return frozenset(opined | undecided)


def _opined(
    opinions: dict[int, ReviewAct], given: frozenset[int] | None
) -> tuple[str, ReviewAct | None]:
    """State and decision by opinions alone; `given` where a second one was asked for.

    The first is then the latest of those who had given one, the second that of somebody else.
    """
    latest = _latest(list(opinions.values()))
    if given is None:
        return (DECIDED if latest else OPEN), latest
    first = _latest([act for by, act in opinions.items() if by in given])
    second = next((act for by, act in opinions.items() if by not in given), None)
    if second is None:
        return WANTS_SECOND, first
    if first is not None and are_in_conflict(first, second):
        return DISPUTED, None
    if first is not None and latest in (first, second):
        # Of two who want it corrected one may say how: that stands, whoever spoke last.
        latest = max(first, second, key=lambda act: (act.revision_id is not None, act.id))
    return DECIDED, latest


def are_in_conflict(one: ReviewAct, other: ReviewAct) -> bool:
    """Whether only a final decision can say which of two opinions holds: other actions, or two
    corrections. Of one that says how and one that does not, the first is the answer to the second.
    """
    if one.action != other.action:
        return True
    return None not in (one.revision_id, other.revision_id) and one.said != other.said


def _skipped(kept: Sequence[ReviewAct], opinions: dict[int, ReviewAct]) -> frozenset[int]:
    """Who skipped it, and has neither decided on it nor been assigned it since."""
    back = {by: act.id for by, act in opinions.items()}
    for act in kept:
        if act.action == ASSIGN and act.assignee_id is not None:
            back[act.assignee_id] = max(act.id, back.get(act.assignee_id, 0))
    return frozenset(
        act.reviewer_id
        for act in kept
        if act.action == SKIP and act.id > back.get(act.reviewer_id, 0)
    )


def _assignee(kept: Sequence[ReviewAct], aside: frozenset[int]) -> int | None:
    """Whoever it was assigned to last; nobody once it has left their queue, or it were in none."""
    latest = _latest([act for act in kept if act.action == ASSIGN])
    to = latest.assignee_id if latest else None
    return None if to in aside else to

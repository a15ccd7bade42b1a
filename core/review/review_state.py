"""What the acts on one question amount to: pure, so that kept and rebuilt can never differ.

states: open (nobody decided, or a later run found something that the decision's givers were not
shown), second (a second opinion is wanted and not there), disputed (two people differ, and wait for
a final decision), decided, settled (by a final decision).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

KEEP, FIX, DROP = "keep", "fix", "drop"
SKIP, SECOND, ASSIGN, UNDO = "skip", "second", "assign", "undo"
ANSWER = "answer"
"""A blind answer: letters chosen before the label was shown. It changes no state."""
OPINIONS = (KEEP, FIX, DROP)
"""Actions that say what becomes of a question; with a cause they are final."""

OPEN, WANTS_SECOND, DISPUTED, DECIDED, SETTLED = "open", "second", "disputed", "decided", "settled"
WAITING = (OPEN, WANTS_SECOND)
"""States in which a question waits for a reviewer."""


@dataclass(frozen=True, slots=True)
class ReviewAct:
    """The columns of an event that decide what stands.

    `shown`: the failure reasons its giver was shown, as |one|other|. `of_question`: its giver was
    shown what others had done in any run, not on the run's item `item_id` alone.
    """

    id: int
    reviewer_id: int
    action: str
    undoes_id: int | None = None
    cause: str | None = None
    blind: bool = False
    assignee_id: int | None = None
    revision_id: int | None = None
    item_id: int = 0
    shown: str = ""
    of_question: bool = True

    @property
    def said(self) -> tuple[str, int | None]:
        """What becomes of the question, and which correction it carries: a correction is one
        revision of the question, whoever makes it (see `core.services.review.correct`).
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
    second opinion is wanted the first stands. `earlier`: the decision of a question that is asked
    again. `final`: the latest final decision, one that a later opinion contradicts included.
    `opinions`: the latest of each reviewer, oldest first. `pair`: the first two that were
    given without having seen another, where there are two; their givers may have changed their
    minds since. `knows`: who has been shown what others said, and so cannot be blind to it.
    `aside`: whose queue the question is not in.
    """

    state: str = OPEN
    decision: ReviewAct | None = None
    earlier: ReviewAct | None = None
    final: ReviewAct | None = None
    opinions: tuple[ReviewAct, ...] = ()
    pair: tuple[ReviewAct, ...] = ()
    assignee_id: int | None = None
    knows: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()
    last_event_id: int = 0

    @property
    def given(self) -> frozenset[int]:
        """Whose opinion stands: another's is wanted where a second one is."""
        return frozenset(act.reviewer_id for act in self.opinions)

    def hides_from(self, reviewer_id: int) -> bool:
        """Whether the reviewer may give a blind second opinion, and so must not see the first."""
        return self.state == WANTS_SECOND and reviewer_id not in self.knows

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
            "earlier_id": self.earlier.id if self.earlier else None,
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


def fold_acts(acts: Sequence[ReviewAct], finding: str = "") -> ItemState:
    """What these acts on a question, oldest first, amount to.

    `finding`: the failure reasons of the validation that counts, as |one|other|; empty where it
    passed or there is none.
    """
    kept = active_acts(acts)
    opinions = {act.reviewer_id: act for act in kept if act.is_opinion}
    asked = _latest(act for act in kept if act.action == SECOND)
    final = _latest(act for act in kept if act.is_final)
    state, decision = _stands(opinions, final, asked)
    knows = _informed(acts, opinions) if state == WANTS_SECOND else frozenset[int]()
    aside = _skipped(kept, opinions)
    if state == WANTS_SECOND:
        aside |= _leaves_to_others(kept, opinions)
    found = ItemState(
        state=state,
        decision=decision,
        final=final,
        opinions=tuple(sorted(opinions.values(), key=lambda act: act.id)),
        pair=_pair(kept),
        assignee_id=_assignee(kept, aside),
        knows=knows,
        aside=aside,
        last_event_id=acts[-1].id if acts else 0,
    )
    if decision is None or state == WANTS_SECOND or not new_reasons(kept, decision, finding):
        return found
    return replace(found, state=OPEN, decision=None, earlier=decision)


def _stands(
    opinions: Mapping[int, ReviewAct], final: ReviewAct | None, asked: ReviewAct | None
) -> tuple[str, ReviewAct | None]:
    """State and decision, whatever was found since."""
    given = list(opinions.values())
    if final is not None:
        challenged = any(are_in_conflict([final, act]) for act in given if not _settles(final, act))
        return (DISPUTED, None) if challenged else (SETTLED, final)
    if are_in_conflict(given):
        return DISPUTED, None
    # Of those who want it corrected one may say how: that stands, whoever spoke last.
    stands = max(given, key=lambda act: (act.revision_id is not None, act.id), default=None)
    if asked is not None and len(given) < 2:
        return WANTS_SECOND, stands
    return (DECIDED if stands else OPEN), stands


def _settles(final: ReviewAct, opinion: ReviewAct) -> bool:
    """Whether the opinion was before whoever made the final decision."""
    return opinion.id < final.id and (final.of_question or opinion.item_id == final.item_id)


def are_in_conflict(acts: Sequence[ReviewAct]) -> bool:
    """Whether only a final decision can say which of these opinions holds: other actions, or two
    corrections. Of one that says how and one that does not, the first is the answer to the second.
    """
    if len(acts) < 2:  # nearly always
        return False
    corrections = {act.revision_id for act in acts} - {None}
    return len({act.action for act in acts}) > 1 or len(corrections) > 1


def new_reasons(acts: Sequence[ReviewAct], decision: ReviewAct, finding: str) -> tuple[str, ...]:
    """The failure reasons in `finding` that nobody who stands by the decision was shown."""
    if not finding:
        return ()
    decided = [act for act in active_acts(acts) if act.action in OPINIONS]
    latest = {act.reviewer_id: act.action for act in decided}
    by = {who for who, action in latest.items() if action == decision.action}
    by.add(decision.reviewer_id)
    shown = {reason for act in decided if act.reviewer_id in by for reason in act.shown.split("|")}
    return tuple(reason for reason in finding.split("|") if reason and reason not in shown)


def joined_reasons(*listed: str) -> str:
    """Reasons as |one|other| of several such lists, each once."""
    found = dict.fromkeys(one for reasons in listed for one in reasons.split("|") if one)
    return f"|{'|'.join(found)}|" if found else ""


def _pair(kept: Sequence[ReviewAct]) -> tuple[ReviewAct, ...]:
    """Of a reviewer who changed their mind while still alone with it, the latest opinion counts."""
    blind = list({act.reviewer_id: act for act in kept if act.is_opinion and act.blind}.values())
    return tuple(blind[:2]) if len(blind) > 1 else ()


def _latest(acts: Iterable[ReviewAct]) -> ReviewAct | None:
    return max(acts, key=lambda act: act.id, default=None)


def _informed(acts: Sequence[ReviewAct], opinions: Mapping[int, ReviewAct]) -> frozenset[int]:
    """Whose opinion stands, or was taken back after they asked for a second one; and who asked for
    one with the opinion of somebody else before them.
    """
    found = set(opinions)
    opined = set[int]()
    for act in acts:
        if act.is_opinion:
            opined.add(act.reviewer_id)
        elif act.action == SECOND:
            found |= opined
            if not act.blind and opined - {act.reviewer_id}:
                found.add(act.reviewer_id)
    return frozenset(found)


def _leaves_to_others(
    kept: Sequence[ReviewAct], opinions: Mapping[int, ReviewAct]
) -> frozenset[int]:
    """Whose opinion stands; and who asked for those of others, until there is one or the question
    is assigned to them.
    """
    asked = {act.reviewer_id: act.id for act in kept if act.action == SECOND and not act.blind}
    newest = max((act.id for act in opinions.values()), default=0)
    back = _assigned(kept)
    left = (by for by, id_ in asked.items() if id_ > max(newest, back.get(by, 0)))
    return frozenset([*opinions, *left])


def _skipped(kept: Sequence[ReviewAct], opinions: Mapping[int, ReviewAct]) -> frozenset[int]:
    """Who skipped it, and has neither decided on it nor been assigned it since."""
    back = _assigned(kept)
    for by, act in opinions.items():
        back[by] = max(act.id, back.get(by, 0))
    return frozenset(
        act.reviewer_id
        for act in kept
        if act.action == SKIP and act.id > back.get(act.reviewer_id, 0)
    )


def _assigned(kept: Sequence[ReviewAct]) -> dict[int, int]:
    """To whom it was assigned, and by which act last."""
    return {
        act.assignee_id: act.id
        for act in kept
        if act.action == ASSIGN and act.assignee_id is not None
    }


def _assignee(kept: Sequence[ReviewAct], aside: frozenset[int]) -> int | None:
    """Whoever it was assigned to last; nobody once it has left their queue, or it were in none."""
    latest = _latest(act for act in kept if act.action == ASSIGN)
    to = latest.assignee_id if latest else None
    return None if to in aside else to

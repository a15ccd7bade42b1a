"""Fold the acts of review on a question into its state.

A pure function, so that the stored state and one rebuilt from the events can never differ.

States: open (undecided, or reopened because a later run found failure reasons that those who
decided were not shown), second (a second opinion was requested and is missing), disputed (two
reviewers differ and wait for a final decision), decided, settled (by a final decision).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

KEEP, FIX, DROP = "keep", "fix", "drop"
SKIP, SECOND, ASSIGN, UNDO = "skip", "second", "assign", "undo"
ANSWER = "answer"
"""A blind answer: letters chosen before the label was shown. It does not change the state."""
OPINIONS = (KEEP, FIX, DROP)
"""Actions that decide on a question; an act that has a cause as well is a final decision."""

OPEN, WANTS_SECOND, DISPUTED, DECIDED, SETTLED = "open", "second", "disputed", "decided", "settled"
WAITING = (OPEN, WANTS_SECOND)
"""States in which a question waits for a reviewer."""


@dataclass(frozen=True, slots=True)
class ReviewAct:
    """The columns of a review event that determine the state of its question.

    `cause`: why opinions differed; set for a final decision only. `blind`: made without having
    been shown decisions of others. `shown`: the failure reasons that the reviewer was shown, as
    |one|other|. `of_question`: the reviewer was shown the acts of all runs on the question, not
    only those on the item `item_id`.
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
    def verdict(self) -> tuple[str, int | None]:
        """(action, revision of the question). The same correction by two reviewers is one revision
        (`core.services.review.correct`), so equal verdicts agree.
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
    """The state of a question, folded from its acts.

    `decision`: the act in force; None without one and during a dispute. While a second opinion is
    requested it is the first opinion. `earlier`: the decision of a reopened question.
    `final`: the latest final decision, even if a later opinion contradicts it. `opinions`: the
    latest of each reviewer, oldest first. `pair`: the first two independent opinions, if there are
    two; the reviewers may have changed their minds since. `informed_reviewers`: those who were
    shown the opinions of others, so that theirs cannot be blind. `aside`: reviewers whose queues do
    not contain the question.
    """

    state: str = OPEN
    decision: ReviewAct | None = None
    earlier: ReviewAct | None = None
    final: ReviewAct | None = None
    opinions: tuple[ReviewAct, ...] = ()
    pair: tuple[ReviewAct, ...] = ()
    assignee_id: int | None = None
    informed_reviewers: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()
    last_event_id: int = 0

    @property
    def opinion_givers(self) -> frozenset[int]:
        """Reviewers with an opinion in force, who therefore cannot give the second opinion."""
        return frozenset(act.reviewer_id for act in self.opinions)

    def hides_from(self, reviewer_id: int) -> bool:
        """Whether the reviewer may still give a blind second opinion and must not see the first."""
        return self.state == WANTS_SECOND and reviewer_id not in self.informed_reviewers

    @property
    def contest(self) -> int:
        """Number of reviewers whose verdict differs from the most frequent one."""
        if len(self.opinions) < 2:  # the usual case; counting is slow
            return 0
        counts = Counter(act.verdict for act in self.opinions)
        return len(self.opinions) - max(counts.values(), default=0)

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of `review_state`."""
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
        """The rows of `review_opinion`."""
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
    """Return the acts that have not been undone, without the undos themselves."""
    undone = {act.undoes_id for act in acts if act.action == UNDO}
    return [act for act in acts if act.action != UNDO and act.id not in undone]


def fold_acts(acts: Sequence[ReviewAct], finding: str = "") -> ItemState:
    """Fold the acts on a question, oldest first, into its state.

    `finding`: the failure reasons of the validation that counts, as |one|other|; empty if it passed
    or there is none.
    """
    active = active_acts(acts)
    opinions = {act.reviewer_id: act for act in active if act.is_opinion}
    second_request = _latest(act for act in active if act.action == SECOND)
    final = _latest(act for act in active if act.is_final)
    state, decision = _state_and_decision(opinions, final, second_request)
    informed = _informed(acts, opinions) if state == WANTS_SECOND else frozenset[int]()
    aside = _skipped(active, opinions)
    if state == WANTS_SECOND:
        aside |= _excluded_from_second(active, opinions)
    folded = ItemState(
        state=state,
        decision=decision,
        final=final,
        opinions=tuple(sorted(opinions.values(), key=lambda act: act.id)),
        pair=_pair(active),
        assignee_id=_assignee(active, aside),
        informed_reviewers=informed,
        aside=aside,
        last_event_id=acts[-1].id if acts else 0,
    )
    if decision is None or state == WANTS_SECOND or not new_reasons(active, decision, finding):
        return folded
    return replace(folded, state=OPEN, decision=None, earlier=decision)


def _state_and_decision(
    opinions: Mapping[int, ReviewAct], final: ReviewAct | None, second_request: ReviewAct | None
) -> tuple[str, ReviewAct | None]:
    """Return state and decision, before new failure reasons may reopen the question."""
    latest_opinions = list(opinions.values())
    if final is not None:
        challenged = any(
            are_in_conflict([final, act]) for act in latest_opinions if not _settles(final, act)
        )
        return (DISPUTED, None) if challenged else (SETTLED, final)
    if are_in_conflict(latest_opinions):
        return DISPUTED, None
    # An opinion that carries a correction takes precedence over a later one without.
    leading = max(
        latest_opinions, key=lambda act: (act.revision_id is not None, act.id), default=None
    )
    if second_request is not None and len(latest_opinions) < 2:
        return WANTS_SECOND, leading
    return (DECIDED if leading else OPEN), leading


def _settles(final: ReviewAct, opinion: ReviewAct) -> bool:
    """Whether whoever made the final decision could see the opinion, so that it is settled."""
    return opinion.id < final.id and (final.of_question or opinion.item_id == final.item_id)


def are_in_conflict(acts: Sequence[ReviewAct]) -> bool:
    """Whether the opinions differ, so that a final decision is needed: by action, or by correction.

    A fix that carries a correction does not conflict with one that carries none.
    """
    if len(acts) < 2:  # the usual case
        return False
    corrections = {act.revision_id for act in acts} - {None}
    return len({act.action for act in acts}) > 1 or len(corrections) > 1


def new_reasons(acts: Sequence[ReviewAct], decision: ReviewAct, finding: str) -> tuple[str, ...]:
    """Return the failure reasons in `finding` that no supporter of the decision was shown."""
    if not finding:
        return ()
    decided = [act for act in active_acts(acts) if act.action in OPINIONS]
    latest = {act.reviewer_id: act.action for act in decided}
    supporters = {reviewer for reviewer, action in latest.items() if action == decision.action}
    supporters.add(decision.reviewer_id)
    shown_reasons = {
        reason
        for act in decided
        if act.reviewer_id in supporters
        for reason in act.shown.split("|")
    }
    return tuple(reason for reason in finding.split("|") if reason and reason not in shown_reasons)


def joined_reasons(*listed: str) -> str:
    """Merge several lists of reasons in the form |one|other|, each reason once."""
    unique = dict.fromkeys(reason for reasons in listed for reason in reasons.split("|") if reason)
    return f"|{'|'.join(unique)}|" if unique else ""


def _pair(active: Sequence[ReviewAct]) -> tuple[ReviewAct, ...]:
    """Return the first two blind opinions, or none. A reviewer's latest one counts."""
    blind = list({act.reviewer_id: act for act in active if act.is_opinion and act.blind}.values())
    return tuple(blind[:2]) if len(blind) > 1 else ()


def _latest(acts: Iterable[ReviewAct]) -> ReviewAct | None:
    return max(acts, key=lambda act: act.id, default=None)


def _informed(acts: Sequence[ReviewAct], opinions: Mapping[int, ReviewAct]) -> frozenset[int]:
    """Return the reviewers whose second opinion would not be blind: those with an opinion in force,
    those who had one when a second opinion was requested, even if undone since, and those who
    requested it after seeing another's opinion.
    """
    informed = set(opinions)
    opined = set[int]()
    for act in acts:
        if act.is_opinion:
            opined.add(act.reviewer_id)
        elif act.action == SECOND:
            informed |= opined
            if not act.blind and opined - {act.reviewer_id}:
                informed.add(act.reviewer_id)
    return frozenset(informed)


def _excluded_from_second(
    active: Sequence[ReviewAct], opinions: Mapping[int, ReviewAct]
) -> frozenset[int]:
    """Return the reviewers to whose queues a question that waits for a second opinion does not go:
    those with an opinion in force, and those who requested the second one, until it is given or the
    question is assigned to them.
    """
    requests = {act.reviewer_id: act.id for act in active if act.action == SECOND and not act.blind}
    newest = max((act.id for act in opinions.values()), default=0)
    assigned = _assigned(active)
    waiting = (
        reviewer
        for reviewer, id_ in requests.items()
        if id_ > max(newest, assigned.get(reviewer, 0))
    )
    return frozenset([*opinions, *waiting])


def _skipped(active: Sequence[ReviewAct], opinions: Mapping[int, ReviewAct]) -> frozenset[int]:
    """Return the reviewers who skipped it and have not decided or been assigned it since."""
    returned = _assigned(active)
    for reviewer, act in opinions.items():
        returned[reviewer] = max(act.id, returned.get(reviewer, 0))
    return frozenset(
        act.reviewer_id
        for act in active
        if act.action == SKIP and act.id > returned.get(act.reviewer_id, 0)
    )


def _assigned(active: Sequence[ReviewAct]) -> dict[int, int]:
    """Return assignee id -> id of the latest act that assigned it to them."""
    return {
        act.assignee_id: act.id
        for act in active
        if act.action == ASSIGN and act.assignee_id is not None
    }


def _assignee(active: Sequence[ReviewAct], aside: frozenset[int]) -> int | None:
    """Return the latest assignee; None once it left their queue, so that others get it."""
    latest = _latest(act for act in active if act.action == ASSIGN)
    reviewer = latest.assignee_id if latest else None
    return None if reviewer in aside else reviewer

"""Transition table of review: who may do which act in which state, and which states it leads to.

`docs/review-states.md` prints it; services refuse acts by it, and pages may ask it before they
offer an act. Rights of roles are in `core.services.access`: the table assumes that an adjudicator
may make final decisions and assignments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.review.review_state import ItemState


class ReviewStage(StrEnum):
    """State of a question, where AGAIN is split off from open and AGREED from decided.

    again: reopened, since a later run found failure reasons that those who decided were not shown.
    decided: by one reviewer. agreed: by two or more with the same opinion.
    """

    OPEN = "open"
    AGAIN = "again"
    SECOND = "second"
    DECIDED = "decided"
    AGREED = "agreed"
    DISPUTED = "disputed"
    SETTLED = "settled"


class ReviewActor(StrEnum):
    """Relation of a person to a question.

    first: nobody has an opinion in force. giver: they have one in force, or made the final
    decision. another: only others have. adjudicator: may make final decisions and assign.
    """

    FIRST = "first"
    GIVER = "giver"
    ANOTHER = "another"
    ADJUDICATOR = "adjudicator"


class ActKind(StrEnum):
    """What is done to a question. undo: of one's own latest act; as an adjudicator, of the
    decision.
    """

    ACCEPT = "accept"
    EDIT = "edit"
    REJECT = "reject"
    SKIP = "skip"
    SECOND = "second"
    FINAL = "final"
    UNDO = "undo"
    ASSIGN = "assign"


class Denial(StrEnum):
    """Why an act is not permitted."""

    NOBODY = "nobody"
    """There is no such actor in this stage."""
    DISPUTED = "disputed"
    SETTLED = "settled"
    AGREED = "agreed"
    AGAIN = "again"
    DECIDED = "decided"
    ASKED = "asked"
    NOT_YOURS = "not_yours"
    NO_RIGHT = "no_right"


@dataclass(frozen=True, slots=True)
class Permission:
    """A cell of the table: the stages an act may lead to, or why it is not permitted."""

    leads_to: tuple[ReviewStage, ...] = ()
    denied: Denial | None = None

    @property
    def allowed(self) -> bool:
        return self.denied is None


S, A, K, D = ReviewStage, ReviewActor, ActKind, Denial
OPINION_ACTS = (K.ACCEPT, K.EDIT, K.REJECT)
ADJUDICATION = (K.FINAL, K.UNDO, K.ASSIGN)
"""Acts that an adjudicator does as such; for all other acts they are an ordinary reviewer."""


def stage_of(item_state: ItemState) -> ReviewStage:
    """Return the stage of a question in this state: its row of the table."""
    match item_state.state:
        case "open":
            return S.AGAIN if item_state.earlier is not None else S.OPEN
        case "decided":
            return S.AGREED if len(item_state.opinions) > 1 else S.DECIDED
    return ReviewStage(item_state.state)


def actor_of(item_state: ItemState, reviewer_id: int) -> ReviewActor:
    """Return the reviewer's relation to the question, whatever their role; never ADJUDICATOR."""
    givers = set(item_state.opinion_givers)
    if item_state.final is not None:
        givers.add(item_state.final.reviewer_id)
    if not givers:
        return A.FIRST
    return A.GIVER if reviewer_id in givers else A.ANOTHER


def permission(stage: ReviewStage, actor: ReviewActor, act: ActKind) -> Permission:
    """Look up whether the actor may do the act in this stage, and which stages it may lead to."""
    if actor is A.ADJUDICATOR and act not in ADJUDICATION:
        actor = A.FIRST if stage is S.OPEN else A.ANOTHER
    if actor is A.FIRST and stage not in (S.OPEN, S.SECOND):
        return Permission(denied=D.NOBODY)
    if actor in (A.GIVER, A.ANOTHER) and stage is S.OPEN:
        return Permission(denied=D.NOBODY)
    if act in OPINION_ACTS:
        return _OPINION[stage].get(actor) or _OPINION[stage][A.ANOTHER]
    return _OTHERS[act](stage, actor)


_ANY_OPINION = Permission((S.AGREED, S.DISPUTED, S.SETTLED))
_ENDED = {S.DISPUTED: D.DISPUTED, S.SETTLED: D.SETTLED}

_OPINION: Mapping[ReviewStage, Mapping[ReviewActor, Permission]] = {
    S.OPEN: {A.FIRST: Permission((S.DECIDED,)), A.ANOTHER: Permission((S.DECIDED,))},
    # Those who decided before may change their minds; others agree, or differ, which is a conflict.
    S.AGAIN: {
        A.GIVER: Permission((S.DECIDED, S.AGREED, S.DISPUTED, S.SETTLED)),
        A.ANOTHER: _ANY_OPINION,
    },
    # It waits until there are two opinions; giving or changing the first one leaves it waiting.
    S.SECOND: {
        A.FIRST: Permission((S.SECOND,)),
        A.GIVER: Permission((S.SECOND,)),
        A.ANOTHER: Permission((S.AGREED, S.DISPUTED)),
    },
    S.DECIDED: {A.GIVER: Permission((S.DECIDED,)), A.ANOTHER: Permission((S.AGREED, S.DISPUTED))},
    S.AGREED: {A.ANOTHER: Permission((S.AGREED, S.DISPUTED))},
    S.DISPUTED: {A.ANOTHER: Permission(denied=D.DISPUTED)},
    S.SETTLED: {A.ANOTHER: Permission(denied=D.SETTLED)},
}


def _skip(stage: ReviewStage, _actor: ReviewActor) -> Permission:
    """Skipping removes the question from one's own queue and leaves its stage as it is."""
    return Permission((stage,))


def _second(stage: ReviewStage, _actor: ReviewActor) -> Permission:
    denied = {**_ENDED, S.AGREED: D.AGREED, S.AGAIN: D.AGAIN, S.SECOND: D.ASKED}.get(stage)
    return Permission(denied=denied) if denied else Permission((S.SECOND,))


def _final(_stage: ReviewStage, actor: ReviewActor) -> Permission:
    return Permission((S.SETTLED,)) if actor is A.ADJUDICATOR else Permission(denied=D.NO_RIGHT)


def _undo(stage: ReviewStage, actor: ReviewActor) -> Permission:
    """Reviewers undo their own latest act, adjudicators the decision in force. Only an adjudicator
    can undo a final decision, and only the reviewer who gave it a first opinion that waits for a
    second one.
    """
    if actor is A.ADJUDICATOR:
        has_decision = stage in (S.DECIDED, S.AGREED, S.SETTLED)
        return Permission(_BACK[stage]) if has_decision else Permission(denied=D.NOT_YOURS)
    return Permission(denied=D.SETTLED) if stage is S.SETTLED else Permission(_BACK[stage])


_BACK: Mapping[ReviewStage, tuple[ReviewStage, ...]] = {
    S.OPEN: (S.OPEN,),
    S.AGAIN: (S.OPEN, S.AGAIN, S.DECIDED, S.AGREED, S.SETTLED),
    S.SECOND: (S.OPEN, S.AGAIN, S.SECOND, S.DECIDED),
    S.DECIDED: (S.OPEN, S.AGAIN, S.DECIDED),
    S.AGREED: (S.AGAIN, S.SECOND, S.DECIDED, S.AGREED, S.DISPUTED),
    S.DISPUTED: (S.AGAIN, S.SECOND, S.DECIDED, S.AGREED, S.DISPUTED, S.SETTLED),
    S.SETTLED: tuple(ReviewStage),
}
"""Stage -> stages an undo may lead to: the stage before, as changed by later validations."""


def _assign(stage: ReviewStage, actor: ReviewActor) -> Permission:
    """Only a question that waits for a reviewer can be assigned, and only by an adjudicator."""
    if actor is not A.ADJUDICATOR:
        return Permission(denied=D.NO_RIGHT)
    denied = {**_ENDED, S.DECIDED: D.DECIDED, S.AGREED: D.DECIDED}.get(stage)
    return Permission(denied=denied) if denied else Permission((stage,))


_OTHERS = {
    K.SKIP: _skip,
    K.SECOND: _second,
    K.FINAL: _final,
    K.UNDO: _undo,
    K.ASSIGN: _assign,
}


def printed_table() -> str:
    """Print the table in Markdown, a block for each stage, as in docs/review-states.md."""
    return "\n".join(line for stage in ReviewStage for line in _block(stage))


def _block(stage: ReviewStage) -> list[str]:
    actors = [actor for actor in ReviewActor if _occurs(stage, actor)]
    head = ["act", *(actor.value for actor in actors)]
    rows = [[act.value, *(_cell(stage, actor, act) for actor in actors)] for act in ActKind]
    lines = [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]
    return [f"### {stage.value}", "", *lines, ""]


def _occurs(stage: ReviewStage, actor: ReviewActor) -> bool:
    return permission(stage, actor, K.SKIP).denied is not D.NOBODY


def _cell(stage: ReviewStage, actor: ReviewActor, act: ActKind) -> str:
    if actor is A.ADJUDICATOR and act not in ADJUDICATION:
        return "as anybody"
    cell = permission(stage, actor, act)
    if cell.denied is not None:
        return f"no: {cell.denied.value}"
    return " or ".join(stage.value for stage in cell.leads_to)

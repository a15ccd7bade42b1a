"""Who may do what on a question in which state, and what it leads to: a table and nothing else.

`docs/review-states.md` prints it; services refuse by it, and pages may ask it before they offer an
act. What a role may do at all is said elsewhere (`core.services.access`): the table takes it that
final decisions and assignments are made by somebody who may make them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.review.review_state import ItemState


class ReviewStage(StrEnum):
    """How far a question is; `again` and `agreed` are told apart of open and decided.

    again: a later run found something that the earlier decision's givers were not shown.
    decided: by one person. agreed: by two or more who say the same.
    """

    OPEN = "open"
    AGAIN = "again"
    SECOND = "second"
    DECIDED = "decided"
    AGREED = "agreed"
    DISPUTED = "disputed"
    SETTLED = "settled"


class ReviewActor(StrEnum):
    """Who somebody is to a question.

    first: nobody has given an opinion on it. giver: their own stands, or they made the final
    decision. another: only others' do. adjudicator: whoever may make final decisions and assign.
    """

    FIRST = "first"
    GIVER = "giver"
    ANOTHER = "another"
    ADJUDICATOR = "adjudicator"


class ActKind(StrEnum):
    """What somebody does; `undo` is of one's own latest act, an adjudicator's of the decision."""

    ACCEPT = "accept"
    EDIT = "edit"
    REJECT = "reject"
    SKIP = "skip"
    SECOND = "second"
    FINAL = "final"
    UNDO = "undo"
    ASSIGN = "assign"


class Denial(StrEnum):
    """Why something may not be done."""

    NOBODY = "nobody"
    """There is nobody of this kind in this state."""
    DISPUTED = "disputed"
    SETTLED = "settled"
    AGREED = "agreed"
    AGAIN = "again"
    DECIDED = "decided"
    NOT_YOURS = "not_yours"
    NO_RIGHT = "no_right"


@dataclass(frozen=True, slots=True)
class Permission:
    """A cell: the stages an act may lead to, or why it may not be done."""

    leads_to: tuple[ReviewStage, ...] = ()
    denied: Denial | None = None

    @property
    def allowed(self) -> bool:
        return self.denied is None


S, A, K, D = ReviewStage, ReviewActor, ActKind, Denial
OPINION_ACTS = (K.ACCEPT, K.EDIT, K.REJECT)
ADJUDICATION = (K.FINAL, K.UNDO, K.ASSIGN)
"""What an adjudicator does as one; whatever else they do is done as by anybody."""


def stage_of(standing: ItemState) -> ReviewStage:
    """The table's row for what stands of a question."""
    match standing.state:
        case "open":
            return S.AGAIN if standing.earlier is not None else S.OPEN
        case "decided":
            return S.AGREED if len(standing.opinions) > 1 else S.DECIDED
    return ReviewStage(standing.state)


def actor_of(standing: ItemState, reviewer_id: int) -> ReviewActor:
    """Who the person is to the question, whatever their role."""
    givers = set(standing.opinion_givers)
    if standing.final is not None:
        givers.add(standing.final.reviewer_id)
    if not givers:
        return A.FIRST
    return A.GIVER if reviewer_id in givers else A.ANOTHER


def permission(stage: ReviewStage, actor: ReviewActor, act: ActKind) -> Permission:
    """May this person do this act now, and what does it lead to?"""
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
    # Who decided before may change their mind; others agree, or differ, which is a conflict.
    S.AGAIN: {
        A.GIVER: Permission((S.DECIDED, S.AGREED, S.DISPUTED, S.SETTLED)),
        A.ANOTHER: _ANY_OPINION,
    },
    # The first of two opinions leaves it waiting, and so does changing it.
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
    """It leaves one's own queue, and nothing else is changed."""
    return Permission((stage,))


def _second(stage: ReviewStage, _actor: ReviewActor) -> Permission:
    denied = {**_ENDED, S.AGREED: D.AGREED, S.AGAIN: D.AGAIN}.get(stage)
    return Permission(denied=denied) if denied else Permission((S.SECOND,))


def _final(_stage: ReviewStage, actor: ReviewActor) -> Permission:
    return Permission((S.SETTLED,)) if actor is A.ADJUDICATOR else Permission(denied=D.NO_RIGHT)


def _undo(stage: ReviewStage, actor: ReviewActor) -> Permission:
    """Of one's own latest act, if there is one; an adjudicator's of the decision that stands. A
    final decision is taken back by them alone, and a first opinion that waits for a second by its
    giver alone.
    """
    if actor is A.ADJUDICATOR:
        standing = stage in (S.DECIDED, S.AGREED, S.SETTLED)
        return Permission(_BACK[stage]) if standing else Permission(denied=D.NOT_YOURS)
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
"""What may stand once an act is taken back: what stood before it, with what was found since."""


def _assign(stage: ReviewStage, actor: ReviewActor) -> Permission:
    """What waits for nobody is given to nobody."""
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
    """The table in Markdown, a block for each stage, as docs/review-states.md has it."""
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
    found = permission(stage, actor, act)
    if found.denied is not None:
        return f"no: {found.denied.value}"
    return " or ".join(stage.value for stage in found.leads_to)

"""What reviewers decide: keep, fix, drop, skip, a second opinion, a final decision, and undo.

A decision is about the item's question, in every run of its set. It is what the opinions that
nobody has undone agree on, or the final one; when two people differ, none stands until then.
Who may do what when is a table: `core.review.review_table`.
"""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.locale import N_
from core.review.contradictions import contradictions
from core.review.review_state import SECOND, SKIP, UNDO, active_acts
from core.review.review_table import (
    ActKind,
    Denial,
    Permission,
    actor_of,
    permission,
    stage_of,
)
from core.services.access import Right, demand, may, refusal
from core.services.review.claims import refuse_claimed
from core.services.review.enums import Action, Cause, ReviewReason, State
from core.services.review.event_store import ItemTransaction, NewEvent, append_event
from core.services.review.events import Event, events_on, standing
from db.queries import question_locks
from db.queries import review as queries


class ContradictionError(InputError):
    """The reasons of a decision say the opposite of it, and nobody has confirmed that both hold."""

    def __init__(self, action: Action, reasons: tuple[ReviewReason, ...]) -> None:
        super().__init__(
            N_(
                "The reasons ({reasons}) contradict the decision ({decision}). Choose another "
                "decision or other reasons, or confirm that both hold."
            ),
            reasons=", ".join(reasons),
            decision=action.value,
        )
        self.action = action
        self.reasons = reasons


class AlreadyDecidedError(InputError):
    """The item has a decision, `standing`, that was not there when the reviewer was shown it."""

    def __init__(self, standing: Event) -> None:
        super().__init__(
            N_("Already decided: {decision}, by {reviewer}. Decide again to add your own opinion."),
            decision=standing.action,
            reviewer=standing.reviewer,
        )
        self.standing = standing


def decide(
    engine: Engine,
    item_id: int,
    reviewer: str,
    action: Action,
    comment: str = "",
    *,
    reasons: Sequence[ReviewReason] = (),
    idempotency_key: str,
    seen_event_id: int | None = None,
    despite_claim: bool = False,
    confirmed: bool = False,
) -> Event:
    """Append a decision. The same key again, as after a double press, changes nothing and returns
    the event it made the first time. Raises NotFoundError for an unknown item.

    `seen_event_id` is the item's last event the reviewer was shown, 0 for none. A standing decision
    made after it raises AlreadyDecidedError, so that nobody overrides what they have not seen; a
    press whose own decision was taken back since raises InputError. None does not look.
    On a question that others have decided it is a further opinion: one that differs is a conflict.
    An item that somebody else has claimed raises ClaimedError, unless `despite_claim`; one in
    dispute or settled raises InputError. Reasons that contradict the action raise
    ContradictionError, unless `confirmed`.
    """
    demand(engine, Right.REVIEW)
    refuse_contradiction(action, reasons, confirmed=confirmed)

    def act(scene: ItemTransaction) -> NewEvent:
        refuse_decision(scene, action, seen_event_id, despite_claim=despite_claim)
        return NewEvent(action, comment, reasons, blind=scene.sees_nobody)

    event = _made(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))
    refuse_taken_back(event, seen_event_id)
    return event


def skip(
    engine: Engine, item_id: int, reviewer: str, comment: str = "", *, idempotency_key: str
) -> Event:
    """The item leaves the reviewer's queue and stays in those of others; undo brings it back."""
    demand(engine, Right.REVIEW)

    def act(scene: ItemTransaction) -> NewEvent:
        require_permission(scene, ActKind.SKIP)
        return NewEvent(SKIP, comment, blind=scene.sees_nobody)

    return _made(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))


def ask_second(
    engine: Engine, item_id: int, reviewer: str, comment: str = "", *, idempotency_key: str
) -> Event:
    """Ask for somebody else's opinion, with or without one of one's own: two people must decide.

    The item goes to anybody but the reviewer and those who have decided on it, and they are shown
    none of it. Whoever asks without having decided may still give one of the two. Raises
    ClaimedError, and InputError for an item in dispute or settled, on which two agree, or that is
    asked again.
    """
    demand(engine, Right.REVIEW)

    def act(scene: ItemTransaction) -> NewEvent:
        require_permission(scene, ActKind.SECOND)
        refuse_claimed(scene.session, item_id, scene.reviewer_id)
        return NewEvent(SECOND, comment)

    return _made(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))


def settle(
    engine: Engine,
    item_id: int,
    reviewer: str,
    action: Action,
    cause: Cause,
    comment: str = "",
    *,
    reasons: Sequence[ReviewReason] = (),
    revision_id: int | None = None,
    idempotency_key: str,
    seen_event_id: int | None = None,
    confirmed: bool = False,
) -> Event:
    """The final decision on an item, and why opinions differed; it holds whoever has claimed it.

    `revision_id`: the correction of an opinion that a final fix takes; `correct` with a cause
    stores another one. `seen_event_id` as in `decide`: whatever was decided since raises
    AlreadyDecidedError. Raises InputError for a correction that is nobody's opinion on the item,
    and ContradictionError as `decide`.
    """
    demand(engine, Right.ADJUDICATE)
    refuse_contradiction(action, reasons, confirmed=confirmed)

    def act(scene: ItemTransaction) -> NewEvent:
        refuse_final(scene, seen_event_id)
        if revision_id is not None:
            _refuse_unknown(scene, action, revision_id)
        return NewEvent(action, comment, reasons, Cause(cause), revision_id=revision_id)

    return _made(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))


def undo(engine: Engine, item_id: int, reviewer: str, *, idempotency_key: str) -> Event | None:
    """Undo the reviewer's own latest act on the item; None when there is nothing of theirs to undo.

    Never somebody else's, nor a final decision: `take_back`. Nor one of an act on many items, which
    is taken back as a whole: `undo_batch`.
    """
    demand(engine, Right.REVIEW)

    def act(scene: ItemTransaction) -> NewEvent | None:
        own = latest_own(events_on(scene.session, item_id), scene.reviewer_id)
        if own is None or own.batch_id is not None or not allowed(scene, ActKind.UNDO):
            return None
        return NewEvent(UNDO, undoes_id=own.id)

    return append_event(engine, item_id, reviewer, key=idempotency_key, act=act)


def latest_own(events: Sequence[Event], reviewer_id: int) -> Event | None:
    """The reviewer's latest opinion, skip or wish for a second opinion that is not undone."""
    own = [
        event
        for event in events
        if event.reviewer_id == reviewer_id
        and not event.undone
        and (event.is_opinion or event.action in (SKIP, SECOND))
    ]
    return own[-1] if own else None


def take_back(
    engine: Engine, item_id: int, reviewer: str, event_id: int, *, idempotency_key: str
) -> Event | None:
    """Undo the item's decision `event_id`, final or not and whoever made it, while it stands; None
    where it does no more. One that waits for a second opinion is its giver's own: `undo`. Raises
    ForbiddenError for a final one, or somebody else's, and somebody who may make no final ones.
    """
    demand(engine, Right.REVIEW)

    def act(scene: ItemTransaction) -> NewEvent | None:
        decision = scene.standing.decision
        if decision is None or decision.id != event_id or scene.standing.state == State.SECOND:
            return None
        others = decision.is_final or decision.reviewer_id != scene.reviewer_id
        if others and not may(engine, Right.ADJUDICATE):
            raise refusal(Right.ADJUDICATE)
        return NewEvent(UNDO, undoes_id=event_id)

    return append_event(engine, item_id, reviewer, key=idempotency_key, act=act)


def current_decision(engine: Engine, item_id: int) -> Event | None:
    """The decision that stands, if any."""
    with Session(engine) as session:
        return standing(events_on(session, item_id), question_locks.finding(session, item_id))


def current_decisions(engine: Engine, run_id: int) -> dict[int, Action]:
    """item id -> standing decision, for the decided items of a run."""
    with Session(engine) as session:
        found = queries.standing_actions(session, run_id)
    return {item_id: Action(action) for item_id, action in found.items()}


def last_decided_item(engine: Engine, reviewer: str) -> int | None:
    """The item of the reviewer's latest act that `undo` takes back: what it goes back to."""
    with Session(engine) as session:
        return queries.last_undoable_item(session, reviewer, final=False)


def last_settled_item(engine: Engine, reviewer: str) -> int | None:
    """The item of the reviewer's latest final decision that can be undone."""
    with Session(engine) as session:
        return queries.last_undoable_item(session, reviewer, final=True)


def refuse_contradiction(
    action: Action, reasons: Collection[ReviewReason], *, confirmed: bool = False
) -> None:
    """Raises ContradictionError where the reasons say the opposite of the action."""
    opposed = contradictions(action, reasons)
    if opposed and not confirmed:
        raise ContradictionError(Action(action), tuple(ReviewReason(one) for one in opposed))


def refuse_decision(
    scene: ItemTransaction, action: Action, seen_event_id: int | None, *, despite_claim: bool
) -> None:
    """Raises what `decide` raises where an opinion cannot be given now."""
    require_permission(scene, _KINDS[Action(action)])
    if not despite_claim:
        refuse_claimed(scene.session, scene.item_id, scene.reviewer_id)
    decision = scene.standing.decision or scene.standing.earlier
    shown = decision if not scene.hidden else None
    if seen_event_id is not None and shown and shown.id > seen_event_id:
        raise AlreadyDecidedError(scene.event(shown.id))


def refuse_final(scene: ItemTransaction, seen_event_id: int | None) -> None:
    """Raises what `settle` raises where something was decided that was not seen."""
    latest = max(
        (act.id for act in active_acts(scene.acts) if act.is_opinion or act.is_final), default=0
    )
    if seen_event_id is not None and latest > seen_event_id:
        raise AlreadyDecidedError(scene.event(latest))


def _refuse_unknown(scene: ItemTransaction, action: Action, revision_id: int) -> None:
    sides = [*scene.standing.opinions, *filter(None, [scene.standing.final])]
    if (action, revision_id) not in {side.verdict for side in sides}:
        raise InputError(
            "Edit {revision_id} does not belong to this question. Choose an edit shown beside it.",
            revision_id=revision_id,
        )


def refuse_taken_back(event: Event, seen_event_id: int | None) -> None:
    """A press that comes again, whose decision was undone since."""
    if seen_event_id is not None and event.undone:
        raise InputError("Your decision was undone meanwhile. Decide again.")


DENIALS: Mapping[Denial, str] = {
    Denial.NOBODY: N_("Nobody can do this to the question as it stands."),
    Denial.DISPUTED: N_("The two reviews of this question differ. It awaits a final decision."),
    Denial.SETTLED: N_("This question has a final decision. Undo it to decide again."),
    Denial.AGREED: N_("Two reviewers have already decided this question and agree."),
    Denial.AGAIN: N_(
        "This question was decided before, and your decision will be compared with that. Decide, "
        "or skip it."
    ),
    Denial.DECIDED: N_("This question is decided, so it waits for nobody."),
    Denial.NOT_YOURS: N_("Nothing to undo."),
    Denial.NO_RIGHT: N_("Only leads and admins can do this."),
}
"""Why an act is refused, and why a page does not offer it."""

_KINDS = {Action.KEEP: ActKind.ACCEPT, Action.FIX: ActKind.EDIT, Action.DROP: ActKind.REJECT}


def allowed(scene: ItemTransaction, act: ActKind) -> bool:
    return _permission(scene, act).allowed


def require_permission(scene: ItemTransaction, act: ActKind) -> None:
    """Raises InputError where the table says that this person may not do so now."""
    denied = _permission(scene, act).denied
    if denied is not None:
        raise InputError(DENIALS[denied])


def _permission(scene: ItemTransaction, act: ActKind) -> Permission:
    actor = actor_of(scene.standing, scene.reviewer_id)
    return permission(stage_of(scene.standing), actor, act)


def _made(event: Event | None) -> Event:
    if event is None:
        raise InputError("That key was pressed for another question. Press again.")
    return event

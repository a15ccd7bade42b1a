"""Acts of reviewers: keep, fix, drop, skip, request a second opinion, settle, and undo.

A decision is about the item's question, in every run of its set. It is what the opinions in force
agree on, or the final decision; while two reviewers differ there is none.
`core.review.review_table` says who may do what in which state.
"""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Engine
from sqlmodel import Session

from core.errors import InputError
from core.locale import N_
from core.review import (
    SECOND,
    SKIP,
    UNDO,
    ActKind,
    Denial,
    Permission,
    active_acts,
    actor_of,
    contradictions,
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
    """The reasons of a decision contradict it, and the reviewer has not confirmed both."""

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
    """The item was decided since it was shown to the reviewer; `standing`: the newer decision."""

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
    """Store a decision. On a question that others have decided it is another opinion; if it
    differs, the question is in dispute.

    The same `idempotency_key` again, as after a double click, changes nothing and returns the first
    event. `seen_event_id`: the last event of the item that the reviewer was shown, 0 for none; None
    skips the checks by it.

    Raises AlreadyDecidedError for a decision newer than `seen_event_id`, so that nobody overrides
    what they have not seen; InputError if a repeated request's decision was undone since, and for a
    disputed or settled question; ClaimedError if another reviewer has claimed it, unless
    `despite_claim`; ContradictionError for reasons that contradict the action, unless `confirmed`;
    NotFoundError for an unknown item.
    """
    demand(engine, Right.REVIEW)
    refuse_contradiction(action, reasons, confirmed=confirmed)

    def act(transaction: ItemTransaction) -> NewEvent:
        refuse_decision(transaction, action, seen_event_id, despite_claim=despite_claim)
        return NewEvent(action, comment, reasons, blind=transaction.sees_nobody)

    event = _require_event(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))
    refuse_taken_back(event, seen_event_id)
    return event


def skip(
    engine: Engine, item_id: int, reviewer: str, comment: str = "", *, idempotency_key: str
) -> Event:
    """Remove the item from the reviewer's own queue, not from those of others; undo returns it."""
    demand(engine, Right.REVIEW)

    def act(transaction: ItemTransaction) -> NewEvent:
        require_permission(transaction, ActKind.SKIP)
        return NewEvent(SKIP, comment, blind=transaction.sees_nobody)

    return _require_event(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))


def ask_second(
    engine: Engine, item_id: int, reviewer: str, comment: str = "", *, idempotency_key: str
) -> Event:
    """Request a second opinion, with or without one's own: two people must decide then.

    The item goes to the queues of all but the requester and those who have decided it, without
    showing them earlier opinions. A requester who has not decided may still give one of the two.
    Raises ClaimedError, and InputError for a question in dispute, settled, reopened, on which two
    reviewers agree, or whose second opinion is requested already.
    """
    demand(engine, Right.REVIEW)

    def act(transaction: ItemTransaction) -> NewEvent:
        require_permission(transaction, ActKind.SECOND)
        refuse_claimed(transaction.session, item_id, transaction.reviewer_id)
        return NewEvent(SECOND, comment)

    return _require_event(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))


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
    """Store the final decision on an item, and the `cause` for which opinions differed.

    Claims do not matter. `revision_id`: the correction that a final fix adopts from an opinion;
    `correct` with a cause stores a new one. Raises AlreadyDecidedError for any decision newer than
    `seen_event_id`, InputError for a correction that belongs to no opinion on the item, and
    ContradictionError as `decide`.
    """
    demand(engine, Right.ADJUDICATE)
    refuse_contradiction(action, reasons, confirmed=confirmed)

    def act(transaction: ItemTransaction) -> NewEvent:
        refuse_final(transaction, seen_event_id)
        if revision_id is not None:
            _refuse_unknown(transaction, action, revision_id)
        return NewEvent(action, comment, reasons, Cause(cause), revision_id=revision_id)

    return _require_event(append_event(engine, item_id, reviewer, key=idempotency_key, act=act))


def undo(engine: Engine, item_id: int, reviewer: str, *, idempotency_key: str) -> Event | None:
    """Undo the reviewer's own latest act on the item; None if there is nothing of theirs to undo.

    For acts of others and final decisions see `take_back`; for bulk actions, which are undone as a
    whole, `undo_batch`.
    """
    demand(engine, Right.REVIEW)

    def act(transaction: ItemTransaction) -> NewEvent | None:
        latest = latest_own(events_on(transaction.session, item_id), transaction.reviewer_id)
        if latest is None or latest.batch_id is not None or not allowed(transaction, ActKind.UNDO):
            return None
        return NewEvent(UNDO, undoes_id=latest.id)

    return append_event(engine, item_id, reviewer, key=idempotency_key, act=act)


def latest_own(events: Sequence[Event], reviewer_id: int) -> Event | None:
    """Return the reviewer's latest opinion, skip or second-opinion request that is not undone."""
    own_acts = [
        event
        for event in events
        if event.reviewer_id == reviewer_id
        and not event.undone
        and (event.is_opinion or event.action in (SKIP, SECOND))
    ]
    return own_acts[-1] if own_acts else None


def take_back(
    engine: Engine, item_id: int, reviewer: str, event_id: int, *, idempotency_key: str
) -> Event | None:
    """Undo the decision `event_id` of the item, final or not and whoever made it.

    None if it is no longer in force, or waits for a second opinion: only the reviewer who gave it
    can undo it then (`undo`). Raises ForbiddenError for a final decision or another reviewer's,
    without Right.ADJUDICATE.
    """
    demand(engine, Right.REVIEW)

    def act(transaction: ItemTransaction) -> NewEvent | None:
        decision = transaction.item_state.decision
        if (
            decision is None
            or decision.id != event_id
            or transaction.item_state.state == State.SECOND
        ):
            return None
        needs_adjudicator = decision.is_final or decision.reviewer_id != transaction.reviewer_id
        if needs_adjudicator and not may(engine, Right.ADJUDICATE):
            raise refusal(Right.ADJUDICATE)
        return NewEvent(UNDO, undoes_id=event_id)

    return append_event(engine, item_id, reviewer, key=idempotency_key, act=act)


def current_decision(engine: Engine, item_id: int) -> Event | None:
    """Return the item's decision in force; None without one."""
    with Session(engine) as session:
        return standing(events_on(session, item_id), question_locks.finding(session, item_id))


def current_decisions(engine: Engine, run_id: int) -> dict[int, Action]:
    """Return item id -> decision in force, for the decided items of a run."""
    with Session(engine) as session:
        actions = queries.standing_actions(session, run_id)
    return {item_id: Action(action) for item_id, action in actions.items()}


def last_decided_item(engine: Engine, reviewer: str) -> int | None:
    """Return the item of the reviewer's latest act that `undo` can undo; None without one."""
    with Session(engine) as session:
        return queries.last_undoable_item(session, reviewer, final=False)


def last_settled_item(engine: Engine, reviewer: str) -> int | None:
    """Return the item of the reviewer's latest final decision that can be undone."""
    with Session(engine) as session:
        return queries.last_undoable_item(session, reviewer, final=True)


def refuse_contradiction(
    action: Action, reasons: Collection[ReviewReason], *, confirmed: bool = False
) -> None:
    """Raises ContradictionError if reasons contradict the action, unless `confirmed`."""
    opposed = contradictions(action, reasons)
    if opposed and not confirmed:
        raise ContradictionError(Action(action), tuple(ReviewReason(reason) for reason in opposed))


def refuse_decision(
    transaction: ItemTransaction, action: Action, seen_event_id: int | None, *, despite_claim: bool
) -> None:
    """Raises what `decide` raises if the reviewer cannot give an opinion on the item now."""
    require_permission(transaction, _KINDS[Action(action)])
    if not despite_claim:
        refuse_claimed(transaction.session, transaction.item_id, transaction.reviewer_id)
    decision = transaction.item_state.decision or transaction.item_state.earlier
    visible = decision if not transaction.hidden else None
    if seen_event_id is not None and visible and visible.id > seen_event_id:
        raise AlreadyDecidedError(transaction.event(visible.id))


def refuse_final(transaction: ItemTransaction, seen_event_id: int | None) -> None:
    """Raises AlreadyDecidedError for a decision newer than the event that was seen last."""
    latest = max(
        (act.id for act in active_acts(transaction.acts) if act.is_opinion or act.is_final),
        default=0,
    )
    if seen_event_id is not None and latest > seen_event_id:
        raise AlreadyDecidedError(transaction.event(latest))


def _refuse_unknown(transaction: ItemTransaction, action: Action, revision_id: int) -> None:
    """Raises InputError if no opinion or final decision on the item has this correction."""
    sides = [*transaction.item_state.opinions, *filter(None, [transaction.item_state.final])]
    if (action, revision_id) not in {side.verdict for side in sides}:
        raise InputError(
            "Edit {revision_id} does not belong to this question. Choose an edit shown beside it.",
            revision_id=revision_id,
        )


def refuse_taken_back(event: Event, seen_event_id: int | None) -> None:
    """Raises InputError for a repeated request whose decision was undone since."""
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
    Denial.ASKED: N_("A second review of this question is already requested."),
    Denial.NOT_YOURS: N_("Nothing to undo."),
    Denial.NO_RIGHT: N_("Only leads and admins can do this."),
}
"""Denial -> the sentence for why an act is refused or not offered on a page."""

_KINDS = {Action.KEEP: ActKind.ACCEPT, Action.FIX: ActKind.EDIT, Action.DROP: ActKind.REJECT}


def allowed(transaction: ItemTransaction, act: ActKind) -> bool:
    """Whether the review table permits the reviewer this act now."""
    return _permission(transaction, act).allowed


def require_permission(transaction: ItemTransaction, act: ActKind) -> None:
    """Raises InputError if the review table does not permit the reviewer this act now."""
    denied = _permission(transaction, act).denied
    if denied is not None:
        raise InputError(DENIALS[denied])


def _permission(transaction: ItemTransaction, act: ActKind) -> Permission:
    actor = actor_of(transaction.item_state, transaction.reviewer_id)
    return permission(stage_of(transaction.item_state), actor, act)


def _require_event(event: Event | None) -> Event:
    """Return the event. Raises InputError if its key belongs to an event of another question."""
    if event is None:
        raise InputError("That key was pressed for another question. Press again.")
    return event

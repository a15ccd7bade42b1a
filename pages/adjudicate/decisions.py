"""The acts of the page Adjudicate: store what a press means, and go to the next item."""

from core.errors import InputError
from core.services.review import (
    Action,
    Cause,
    Queue,
    history,
    last_settled_item,
    previous_item,
    settle,
    standing,
)
from pages.components import address
from pages.components.action import refuse
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.item_navigation import go_to_item, is_current_item, is_new_item
from pages.components.language import _
from pages.components.page_state import CAUSE
from pages.components.review import claims, decisions
from pages.components.review.undo import undo_named


def begin_cause(item_id: int) -> None:
    """Clear the chosen cause, if the item is new on screen."""
    if not CAUSE.is_set or is_new_item(item_id):
        CAUSE.set(None)


def chosen_cause() -> Cause:
    """The cause chosen in the bar. Raises InputError if none is."""
    chosen = CAUSE.get()
    if chosen is None:
        raise InputError("Choose why the reviews differ first (keys 1 to 6), then decide.")
    return Cause(chosen)


def store_final_decision(
    state: Drawn,
    action: Action,
    revision_id: int | None,
    queue: Queue,
    reviewer: str,
    comment: str | None = None,
) -> None:
    """Store the final decision with its cause and note, and go to the next item."""
    item_id, event_id = state

    def store() -> None:
        settle(
            engine(),
            item_id,
            reviewer,
            action,
            chosen_cause(),
            decisions.note() if comment is None else comment,
            revision_id=revision_id,
            # A second press of the same button on the same state is stored once.
            idempotency_key=f"{item_id}:{reviewer}:{event_id}:final:{action}:{revision_id or ''}",
            seen_event_id=event_id,
        )

    decisions.act(state, store, action, queue, reviewer)


def leave_dispute(state: Drawn, queue: Queue, reviewer: str, comment: str) -> None:
    """Settle that the question needs an edit, which somebody else should make."""
    store_final_decision(state, Action.FIX, None, queue, reviewer, comment)


def undo_final(state: Drawn, own_event_id: int | None, reviewer: str) -> None:
    """Undo this item's final decision if it is the reviewer's (`own_event_id`), else their latest
    one, and go there.
    """
    claims.mark_acted()
    if not is_still_shown(state):
        return
    target = state[0] if own_event_id else last_settled_item(engine(), reviewer)
    if target is None:
        refuse(_("You have no final decision to undo."))
        return
    decision = standing(history(engine(), target))
    _take_back(state[0], target, own_event_id or (decision.id if decision else 0), reviewer)


def undo_final_result(state: Drawn, event_id: int, reviewer: str) -> None:
    """Undo the final decision that the button named."""
    claims.mark_acted()
    if is_still_shown(state):
        _take_back(state[0], state[0], event_id, reviewer)


def _take_back(origin: int, target: int, event_id: int, reviewer: str) -> None:
    if undo_named(target, event_id, reviewer):
        address.put_all({"view": None, "cause": None})
        go_to_item(origin, target)


def go_back_to_item(queue: Queue, item_id: int, reviewer: str | None) -> None:
    """Go to the previous item; from the first, to the one that the reviewer settled last."""
    claims.mark_acted()
    if not is_current_item(item_id):
        return
    target = previous_item(engine(), queue, item_id)
    if target is None and reviewer:
        target = last_settled_item(engine(), reviewer)
    if target is None or target == item_id:
        refuse(_("This is the first question."))
    else:
        decisions.move_to(item_id, target, reviewer)

"""Undo of decisions: one's own by a key, somebody else's by a button that names it."""

from core.services.review import (
    Event,
    history,
    last_decided_item,
    latest_own,
    my_batches,
    place_of,
    reviewer_id,
    take_back,
    undo,
)
from pages.components import address
from pages.components.action import refuse
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.item_navigation import go_to_item
from pages.components.language import _
from pages.components.review import claims
from pages.components.review.decisions import try_store
from pages.components.status_line import set_status
from pages.components.wording import ACTIONS, term_name


def undo_last(state: Drawn, reviewer: str) -> None:
    """Undo the reviewer's last act on this item, or else their last decision elsewhere, and go
    there; never what others did, nor a part of a bulk action.
    """
    claims.mark_acted()
    if not is_still_shown(state):
        return
    item_id = state[0]
    latest = latest_own(history(engine(), item_id), reviewer_id(engine(), reviewer))
    if latest is not None and latest.batch_id is not None:
        set_status(_("That was a bulk action. Undo it in the bulk history:"), links_history=True)
        return
    is_undone = _undo_on(item_id, reviewer)
    if is_undone is not False:
        return
    target = _undo_elsewhere(reviewer)
    if target is not None:
        go_to_item(item_id, target)


def undo_at_end(reviewer: str) -> None:
    """Undo the reviewer's last decision, where no question is left to show, and go there."""
    claims.mark_acted()
    if (target := _undo_elsewhere(reviewer)) is not None:
        address.put("item", target)


def _undo_elsewhere(reviewer: str) -> int | None:
    """Undo the reviewer's last decision; its item's id, or None, which the page explains."""
    target = last_decided_item(engine(), reviewer)
    if target is not None and _undo_on(target, reviewer):
        return target
    if target is None and _has_bulk_action(reviewer):
        set_status(_("Nothing else to undo."), links_history=True)
    elif target is None:
        refuse(_("Nothing to undo."))
    return None


def _undo_on(item_id: int, reviewer: str) -> bool | None:
    """Undo the reviewer's last act on the item; False if there is none, None if it was refused."""
    last = max((event.id for event in history(engine(), item_id)), default=0)
    undo_events: list[Event | None] = []
    key = f"undo:{item_id}:{last}:{reviewer}"
    if not try_store(
        lambda: undo_events.append(undo(engine(), item_id, reviewer, idempotency_key=key))
    ):
        return None
    if undo_events[0] is None:
        return False
    _report_undo(undo_events[0], reviewer)
    return True


def undo_named(item_id: int, event_id: int, reviewer: str) -> bool:
    """Undo a decision, whoever made it; False, which the page explains, if it is refused or the
    decision is no longer in force.
    """
    undo_events: list[Event | None] = []
    key = f"undo:{item_id}:{event_id}:{reviewer}"
    if not try_store(
        lambda: undo_events.append(
            take_back(engine(), item_id, reviewer, event_id, idempotency_key=key)
        )
    ):
        return False
    if undo_events[0] is None:
        refuse(_("It was already undone, or a newer decision exists."))
        return False
    _report_undo(undo_events[0], reviewer)
    return True


def undo_result(state: Drawn, event_id: int, reviewer: str) -> None:
    """Undo the decision that the button named."""
    claims.mark_acted()
    if is_still_shown(state):
        undo_named(state[0], event_id, reviewer)


def _report_undo(undo_event: Event, reviewer: str) -> None:
    """Show what was undone and where; link to the bulk history if a bulk action followed it."""
    undone = next(
        event for event in history(engine(), undo_event.item_id) if event.id == undo_event.undoes_id
    )
    place = place_of(engine(), undo_event.item_id)
    template = (
        _("Undone: your {act} on run #{run}, line {line}.")
        if undone.reviewer_id == undo_event.reviewer_id
        else _("Undone: {reviewer}'s {act} on run #{run}, line {line}.")
    )
    sentence = template.format(
        act=term_name(ACTIONS, undone.action).lower(),
        reviewer=undone.reviewer,
        run=place.run_id,
        line=place.line,
    )
    set_status(sentence, links_history=_has_bulk_action(reviewer, undone))


def _has_bulk_action(reviewer: str, since: Event | None = None) -> bool:
    """Whether the reviewer's latest bulk action, if made after `since`, is not undone in full."""
    latest = my_batches(engine(), reviewer, 1)
    return any(
        batch.undone_counts < batch.n and (since is None or batch.at > since.at) for batch in latest
    )

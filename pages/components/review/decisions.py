"""The acts of the review page: store what a press means, and go to the next item."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from core.errors import DeskError
from core.services.review import (
    Action,
    AlreadyDecidedError,
    ClaimedError,
    ContradictionError,
    Event,
    Queue,
    ReviewReason,
    VisibleEvents,
    ask_second,
    current_decision,
    decide,
    keep_edit,
    next_item,
    return_path,
    skip,
    unsaved_edit,
    visible_events,
)
from pages.components import address
from pages.components.action import refuse
from pages.components.app_context import engine
from pages.components.debounce import Drawn, is_still_shown
from pages.components.item_navigation import go_to_item, is_current_item, is_new_item
from pages.components.language import _, translate
from pages.components.page_state import CONTRADICTION, IS_HELD, NOTE, REASONS, StateKey
from pages.components.review import claims
from pages.components.review.draft import (
    drawn_edit,
    initial_draft,
    is_correcting,
    open_editor,
)
from pages.components.review.filter_state import undecided
from pages.components.review.prefetch import next_prefetched
from pages.components.status_line import set_stored_status
from pages.components.wording import DONE_ACTS, term_label


def store_decision(
    state: Drawn,
    action: Action,
    queue: Queue,
    reviewer: str,
    comment: str | None = None,
    *,
    confirmed: bool = False,
) -> None:
    """Store the decision with its note and reasons, and go to the next item. Unless `confirmed`,
    the bar first asks about reasons that contradict it.
    """
    item_id, seen_event_id = state
    note_text = note() if comment is None else comment
    if seen_event_id and _is_stored_already(item_id, action, reviewer, note_text):
        act(state, lambda: None, action, queue, reviewer)
        return
    store = partial(
        decide,
        engine(),
        item_id,
        reviewer,
        action,
        note_text,
        reasons=reasons(),
        # A second press of the same button on the same state has the same key and is stored once.
        idempotency_key=f"{item_id}:{reviewer}:{seen_event_id}:{action}",
        seen_event_id=seen_event_id,
        confirmed=confirmed,
    )
    try:
        act(state, store, action, queue, reviewer)
    except ContradictionError as error:
        CONTRADICTION.set((state, error))


def contradiction(state: Drawn) -> ContradictionError | None:
    """The contradiction of the last press on the item in this state with its reasons, if any."""
    pending = CONTRADICTION.get()
    return pending[1] if pending and pending[0] == state else None


def dismiss_contradiction() -> None:
    """Return to the decisions; the reasons stay chosen."""
    CONTRADICTION.clear()


def confirm_contradiction(state: Drawn, action: Action, queue: Queue, reviewer: str) -> None:
    """Store the decision with the reasons that contradict it."""
    CONTRADICTION.clear()
    store_decision(state, action, queue, reviewer, confirmed=True)


def _is_stored_already(item_id: int, action: Action, reviewer: str, comment: str) -> bool:
    """Whether the reader has already stored the same decision, as after a connection that was lost
    before they saw it; the press then only goes to the next item.
    """
    decision = current_decision(engine(), item_id)
    return (
        decision is not None
        and (decision.reviewer, decision.action) == (reviewer, action)
        and list(decision.reasons) == reasons()
        and comment in ("", decision.comment)
        and decision.revision_id is None
        and not decision.is_final
    )


def store_skip(state: Drawn, queue: Queue, reviewer: str) -> None:
    item_id, seen_event_id = state
    key = f"{item_id}:{reviewer}:{seen_event_id}:skip"
    store = partial(skip, engine(), item_id, reviewer, note(), idempotency_key=key)
    act(state, store, "skip", queue, reviewer)


def request_second_review(state: Drawn, queue: Queue, reviewer: str) -> None:
    item_id, seen_event_id = state
    key = f"{item_id}:{reviewer}:{seen_event_id}:second"
    store = partial(ask_second, engine(), item_id, reviewer, note(), idempotency_key=key)
    act(state, store, "second", queue, reviewer)


def go_to_next(queue: Queue, item_id: int, reviewer: str | None) -> None:
    """Go to the next item that nobody else holds; after its last one the queue begins again."""
    claims.mark_acted()
    if not is_current_item(item_id):
        return
    target = (
        next_prefetched(queue, item_id, reviewer)
        if reviewer
        else next_item(engine(), queue, item_id)
    )
    if target is None:
        refuse(_("No more questions in this queue."))
    else:
        move_to(item_id, target, reviewer)


def go_back(queue: Queue, item_id: int, reviewer: str | None) -> None:
    claims.mark_acted()
    if not is_current_item(item_id):
        return
    target = return_path(engine(), queue, item_id, reviewer or "")
    if target is None:
        refuse(_("This is the first question."))
    else:
        move_to(item_id, target, reviewer)


def move_to(item_id: int, target: int, reviewer: str | None) -> None:
    """Go to another item. Without a name nothing can be decided, so the address changes at once."""
    if reviewer:
        go_to_item(item_id, target)
    else:
        address.put("item", target)


def act(
    state: Drawn, store: Callable[[], object], action: str, queue: Queue, reviewer: str
) -> None:
    """Store what a press means, if it was meant for the item shown, and go to the next item."""
    claims.mark_acted()
    if action != Action.FIX and is_correcting(state[0]):
        return  # pressed on a bar that the editor's own is about to replace
    CONTRADICTION.clear()
    if is_still_shown(state) and try_store(store):
        claims.mark_decided(state[0], reviewer)
        set_stored_status(action, state[0], reviewer)
        go_to_item(state[0], next_prefetched(undecided(queue), state[0], reviewer))


def try_store(store: Callable[[], object]) -> bool:
    """Call `store`; False if it was refused, which the page explains. Raises ContradictionError."""
    try:
        store()
    except ContradictionError:
        raise
    except AlreadyDecidedError as error:
        refuse(
            _("{reviewer} already decided: {done}. Press again to add your own decision.").format(
                done=term_label(DONE_ACTS, error.standing.action).lower(),
                reviewer=error.standing.reviewer,
            )
        )
        return False
    except ClaimedError as error:
        refuse(claims.claim_text(error))
        return False
    except DeskError as error:
        refuse(translate(error))
        return False
    return True


def edit_question(state: Drawn) -> None:
    """Open the editor of the question; nothing is decided by that."""
    claims.mark_acted()
    if is_still_shown(state):
        open_editor(state[0])


def leave_own_item(state: Drawn, queue: Queue, decision: Event, reviewer: str) -> None:
    """Leave an item with one's own stored correction: go to the next one, or open the editor if
    the note or the reasons were changed and are to be saved with it.
    """
    if note() in ("", decision.comment) and reasons() == list(decision.reasons):
        go_to_next(queue, state[0], reviewer)
    else:
        edit_question(state)


def leave_to_others(state: Drawn, queue: Queue, reviewer: str, comment: str) -> None:
    """Store that the question needs an edit, which somebody else should make."""
    store_decision(state, Action.FIX, queue, reviewer, comment)


def begin_note(item_id: int, reviewer: str) -> None:
    """Fill the note's field with what was kept of it, if the item is new on screen."""
    _restore_held(NOTE)
    if not NOTE.is_set or is_new_item(item_id):
        edit = drawn_edit(item_id, reviewer)
        NOTE.set(edit.comment if edit else "")


def begin_reasons(item_id: int, visible: VisibleEvents, reviewer: str) -> None:
    """Choose the reasons that were kept, else those of one's own last decision, if the item is new
    on screen.
    """
    _restore_held(REASONS)
    if REASONS.is_set and not is_new_item(item_id):
        return
    own_opinions = [
        event
        for event in visible.events
        if event.reviewer == reviewer and event.is_opinion and not event.undone
    ]
    chosen = tuple(reason.value for reason in own_opinions[-1].reasons) if own_opinions else ()
    edit = drawn_edit(item_id, reviewer)
    REASONS.set(list(edit.reasons if edit else chosen))


def hold_note_and_reasons() -> None:
    """Keep both values where their fields are not drawn: Streamlit forgets a widget not drawn."""
    for field in (NOTE, REASONS):
        if field.is_set:
            _set_again(field)
            IS_HELD.of(field.name).set(value=True)


def _restore_held(field: StateKey[Any]) -> None:
    """Set a held value again: otherwise the browser draws a field that returns as an empty one."""
    if IS_HELD.of(field.name).take() and field.is_set:
        _set_again(field)


def _set_again(field: StateKey[Any]) -> None:
    field.set(field.get())


def note() -> str:
    return NOTE.get()


def keep_note_and_reasons(item_id: int, reviewer: str) -> None:
    """Keep note and reasons with the unsaved edit, so that F5 does not lose them and the editor has
    them.
    """
    if not is_current_item(item_id):
        return  # they were stored with the decision
    edit = unsaved_edit(engine(), item_id, reviewer)
    if edit is None:  # with the correction in force, should one have been stored since
        edit = initial_draft(item_id, visible_events(engine(), item_id, reviewer).events)
    chosen = tuple(reason.value for reason in reasons())
    keep_edit(engine(), item_id, reviewer, replace(edit, comment=note(), reasons=chosen))


def reasons() -> list[ReviewReason]:
    return [ReviewReason(value) for value in REASONS.get() or []]

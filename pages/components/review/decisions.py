"""What a press on the review page stores, and where it goes from there."""

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
    edit_in_hand,
    keep_edit,
    next_item,
    return_path,
    skip,
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
    name: str,
    comment: str | None = None,
    *,
    confirmed: bool = False,
) -> None:
    """Stores the decision with its note and reasons, and goes on. Reasons that contradict it are
    asked about first, unless `confirmed`.
    """
    item_id, seen = state
    said = note() if comment is None else comment
    if seen and _stands(item_id, action, name, said):
        act(state, lambda: None, action, queue, name)
        return
    store = partial(
        decide,
        engine(),
        item_id,
        name,
        action,
        said,
        reasons=reasons(),
        # A second press of the same button on the same state has the same key and is stored once.
        idempotency_key=f"{item_id}:{name}:{seen}:{action}",
        seen_event_id=seen,
        confirmed=confirmed,
    )
    try:
        act(state, store, action, queue, name)
    except ContradictionError as error:
        CONTRADICTION.set((state, error))


def contradiction(state: Drawn) -> ContradictionError | None:
    """What the last press on the item, in this state, said against its own reasons."""
    kept = CONTRADICTION.get()
    return kept[1] if kept and kept[0] == state else None


def take_back_contradiction() -> None:
    """Back to the acts; the reasons stay chosen."""
    CONTRADICTION.clear()


def confirm_contradiction(state: Drawn, action: Action, queue: Queue, name: str) -> None:
    """Stores the decision with its reasons all the same."""
    CONTRADICTION.clear()
    store_decision(state, action, queue, name, confirmed=True)


def _stands(item_id: int, action: Action, name: str, comment: str) -> bool:
    """Whether the reader has decided just so already, as after a connection that was lost before
    they were told: then they only go on.
    """
    stands = current_decision(engine(), item_id)
    return (
        stands is not None
        and (stands.reviewer, stands.action) == (name, action)
        and list(stands.reasons) == reasons()
        and comment in ("", stands.comment)
        and stands.revision_id is None
        and not stands.is_final
    )


def store_skip(state: Drawn, queue: Queue, name: str) -> None:
    item_id, seen = state
    key = f"{item_id}:{name}:{seen}:skip"
    store = partial(skip, engine(), item_id, name, note(), idempotency_key=key)
    act(state, store, "skip", queue, name)


def request_second_review(state: Drawn, queue: Queue, name: str) -> None:
    item_id, seen = state
    key = f"{item_id}:{name}:{seen}:second"
    store = partial(ask_second, engine(), item_id, name, note(), idempotency_key=key)
    act(state, store, "second", queue, name)


def go_to_next(queue: Queue, item_id: int, name: str | None) -> None:
    """To the next item that nobody else holds; past the end the queue begins anew."""
    claims.mark_acted()
    if not is_current_item(item_id):
        return
    target = next_prefetched(queue, item_id, name) if name else next_item(engine(), queue, item_id)
    if target is None:
        refuse(_("No more questions in this queue."))
    else:
        leave_for(item_id, target, name)


def go_back(queue: Queue, item_id: int, name: str | None) -> None:
    claims.mark_acted()
    if not is_current_item(item_id):
        return
    target = return_path(engine(), queue, item_id, name or "")
    if target is None:
        refuse(_("This is the first question."))
    else:
        leave_for(item_id, target, name)


def leave_for(item_id: int, target: int, name: str | None) -> None:
    """Without a name nothing can be decided, and the address names an item only when asked for."""
    if name:
        go_to_item(item_id, target)
    else:
        address.put("item", target)


def act(state: Drawn, store: Callable[[], object], action: str, queue: Queue, name: str) -> None:
    """Stores what a press means, once and only if it can be meant, says so, and goes on."""
    claims.mark_acted()
    if action != Action.FIX and is_correcting(state[0]):
        return  # on the bar that the editor's own has not yet taken the place of
    CONTRADICTION.clear()
    if is_still_shown(state) and stored(store):
        claims.mark_decided(state[0], name)
        set_stored_status(action, state[0], name)
        go_to_item(state[0], next_prefetched(undecided(queue), state[0], name))


def stored(store: Callable[[], object]) -> bool:
    """False where it was refused; why is said on the page."""
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


def corrected(state: Drawn) -> None:
    """Opens the editor where the question stands; nothing is decided by that."""
    claims.mark_acted()
    if is_still_shown(state):
        open_editor(state[0])


def leave_own_item(state: Drawn, queue: Queue, decision: Event, name: str) -> None:
    """From one's own correction, stored and read: on, or into the editor where another note or
    other reasons are to be saved with it.
    """
    if note() in ("", decision.comment) and reasons() == list(decision.reasons):
        go_to_next(queue, state[0], name)
    else:
        corrected(state)


def leave_to_others(state: Drawn, queue: Queue, name: str, comment: str) -> None:
    """A fix without a correction: somebody else should make it."""
    store_decision(state, Action.FIX, queue, name, comment)


def begin_note(item_id: int, name: str) -> None:
    """Puts what was kept of an item's note into its field, when the item has just come."""
    _show_held(NOTE)
    if not NOTE.is_set or is_new_item(item_id):
        edit = drawn_edit(item_id, name)
        NOTE.set(edit.comment if edit else "")


def begin_reasons(item_id: int, seen: VisibleEvents, name: str) -> None:
    """Chooses those that were kept, else those of one's own decision before, when the item has
    just come.
    """
    _show_held(REASONS)
    if REASONS.is_set and not is_new_item(item_id):
        return
    own = [one for one in seen.events if one.reviewer == name and one.is_opinion and not one.undone]
    chosen = tuple(reason.value for reason in own[-1].reasons) if own else ()
    edit = drawn_edit(item_id, name)
    REASONS.set(list(edit.reasons if edit else chosen))


def hold_note_and_reasons() -> None:
    """To be called where their fields are not drawn: a widget that is not drawn is forgotten."""
    for field in (NOTE, REASONS):
        if field.is_set:
            _set_anew(field)
            IS_HELD.of(field.name).set(value=True)


def _show_held(field: StateKey[Any]) -> None:
    """The browser draws a field that comes back as an empty one, unless its value is set anew."""
    if IS_HELD.of(field.name).take() and field.is_set:
        _set_anew(field)


def _set_anew(field: StateKey[Any]) -> None:
    field.set(field.get())


def note() -> str:
    return NOTE.get()


def noted(item_id: int, name: str) -> None:
    """Keeps note and reasons with the edit in hand, so that F5 does not lose them and the editor
    has them.
    """
    if not is_current_item(item_id):
        return  # they went with the decision
    edit = edit_in_hand(engine(), item_id, name)
    if edit is None:  # with the correction that stands now, should one have been stored since
        edit = initial_draft(item_id, visible_events(engine(), item_id, name).events)
    chosen = tuple(reason.value for reason in reasons())
    keep_edit(engine(), item_id, name, replace(edit, comment=note(), reasons=chosen))


def reasons() -> list[ReviewReason]:
    return [ReviewReason(one) for one in REASONS.get() or []]

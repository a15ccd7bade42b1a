"""What a press on the review page stores, and where it goes from there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from core.errors import DeskError
from core.review import (
    Action,
    AlreadyDecidedError,
    ClaimedError,
    Event,
    Queue,
    ReviewReason,
    ask_second,
    decide,
    edit_in_hand,
    history,
    keep_edit,
    last_decided_item,
    next_item,
    skip,
    undo,
    way_back,
)
from pages.parts import address, claims
from pages.parts.desk import engine
from pages.parts.editing import beginning_of, open_editor
from pages.parts.filters import undecided
from pages.parts.language import _, worded
from pages.parts.looked_at import Drawn, looked_at
from pages.parts.ready import following
from pages.parts.words import ACTIONS, named


def decided(
    state: Drawn, action: Action, queue: Queue, name: str, comment: str | None = None
) -> None:
    """Stores the decision with its note and reasons, and goes on."""
    item_id, seen = state
    store = partial(
        decide,
        engine(),
        item_id,
        name,
        action,
        note(item_id, name) if comment is None else comment,
        reasons=reasons(item_id),
        # A second press of the same button on the same state has the same key and is stored once.
        idempotency_key=f"{item_id}:{name}:{seen}:{action}",
        seen_event_id=seen,
    )
    _act(state, store, queue, name)


def skipped(state: Drawn, queue: Queue, name: str) -> None:
    item_id, seen = state
    key = f"{item_id}:{name}:{seen}:skip"
    store = partial(skip, engine(), item_id, name, note(item_id, name), idempotency_key=key)
    _act(state, store, queue, name)


def second_asked(state: Drawn, queue: Queue, name: str) -> None:
    item_id, seen = state
    key = f"{item_id}:{name}:{seen}:second"
    store = partial(ask_second, engine(), item_id, name, note(item_id, name), idempotency_key=key)
    _act(state, store, queue, name)


def undone(state: Drawn, name: str) -> None:
    """Takes back what was done on this item, or the reviewer's latest act, and goes there."""
    claims.acted()
    if not looked_at(state):
        return
    here = _taken_back(state[0], name)
    if here is not False:
        return
    target = last_decided_item(engine(), name)
    if target is None:
        refuse(_("There is nothing of yours to undo."))
    elif _taken_back(target, name):
        address.put("item", target)


def _taken_back(item_id: int, name: str) -> bool | None:
    """False when there was nothing to undo, None when it was refused."""
    last = max((event.id for event in history(engine(), item_id)), default=0)
    made: list[Event | None] = []
    key = f"undo:{item_id}:{last}:{name}"
    if not stored(lambda: made.append(undo(engine(), item_id, name, idempotency_key=key))):
        return None
    return made[0] is not None


def gone_on(queue: Queue, item_id: int, name: str | None) -> None:
    """To the next item that nobody else holds; past the end the queue begins anew."""
    claims.acted()
    target = following(queue, item_id, name) if name else next_item(engine(), queue, item_id)
    if target is None:
        refuse(_("No other question waits in this queue."))
    else:
        address.put("item", target)


def gone_back(queue: Queue, item_id: int, name: str | None) -> None:
    claims.acted()
    target = way_back(engine(), queue, item_id, name or "")
    if target is None:
        refuse(_("There is no question before this one."))
    else:
        address.put("item", target)


def _act(state: Drawn, store: Callable[[], object], queue: Queue, name: str) -> None:
    claims.acted()
    if looked_at(state) and stored(store):
        claims.decided(state[0], name)
        address.put("item", following(undecided(queue), state[0], name))


def stored(act: Callable[[], object]) -> bool:
    """False where it was refused; why is said on the page."""
    try:
        act()
    except AlreadyDecidedError as error:
        refuse(
            _("Already decided: {decision}, by {reviewer}. Undo it or decide again.").format(
                decision=named(ACTIONS, error.standing.action), reviewer=error.standing.reviewer
            )
        )
        return False
    except ClaimedError as error:
        refuse(claims.said_of(error))
        return False
    except DeskError as error:
        refuse(worded(error))
        return False
    return True


def refuse(said: str) -> None:
    st.session_state["decision_refused"] = said


def corrected(state: Drawn) -> None:
    """Opens the editor where the question stands; nothing is decided by that."""
    claims.acted()
    if looked_at(state):
        open_editor(state[0])


def left_to_others(state: Drawn, queue: Queue, name: str, comment: str) -> None:
    """A fix without a correction: somebody else should make it."""
    decided(state, Action.FIX, queue, name, comment)


def field(item_id: int) -> str:
    """The key of the note's field."""
    return f"comment_{item_id}"


def note(item_id: int, name: str) -> str:
    """What is in the field, or what was kept of it."""
    if field(item_id) in st.session_state:
        return str(st.session_state[field(item_id)])
    edit = edit_in_hand(engine(), item_id, name)
    return edit.comment if edit else ""


def noted(item_id: int, name: str, events: Sequence[Event]) -> None:
    """Keeps the note with the edit in hand, so that F5 does not lose it and the editor has it."""
    if address.number("item") != item_id:
        return  # it went with the decision
    edit = edit_in_hand(engine(), item_id, name) or beginning_of(item_id, events)
    keep_edit(engine(), item_id, name, replace(edit, comment=note(item_id, name)))


def reasons(item_id: int) -> list[ReviewReason]:
    return [ReviewReason(one) for one in st.session_state.get(f"reasons_{item_id}") or []]

"""The decision bar: it stays on screen, carries its keys, and takes one press once."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import monotonic

import streamlit as st

from core.errors import DeskError
from core.review import (
    Action,
    AlreadyDecidedError,
    Decided,
    Event,
    Queue,
    after_decision,
    current_decision,
    decide,
    last_decided_item,
    next_item,
    standing,
    undo,
    way_back,
)
from pages.parts import address, identity
from pages.parts.desk import engine
from pages.parts.html import notice
from pages.parts.language import _, worded
from pages.parts.words import ACTIONS, meaning, named

KEYS = {Action.KEEP: "A", Action.FIX: "E", Action.DROP: "X"}
LOOKED_AT_S = 0.4
"""Nobody judges an item faster than this; an earlier press was meant for the one before."""

HELD = """<script>
window.deskHeld ??= window.addEventListener("keydown", (press) => {
  const writing = press.target.matches("input, textarea, [contenteditable]");
  if (press.repeat && !writing && "aexu".includes(press.key.toLowerCase())) {
    press.stopImmediatePropagation();
  }
}, true) || true;
</script>"""
"""A key that is held decides once, however long it is held."""


def draw_actions(item_id: int, queue: Queue, events: list[Event]) -> None:
    """Keep, fix, drop, undo, a comment, and the way through the queue."""
    with st.bottom:
        if refused := st.session_state.pop("decision_refused", None):
            notice(refused)
        name = identity.reviewer()
        if name is None:
            identity.ask("review")
            return
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            _draw_decisions(item_id, queue, name, events)
            _draw_undo(item_id, name, events)
            _draw_comment(item_id)
            _draw_way(_("Previous"), "K", way_back(engine(), queue, item_id, name))
            _draw_way(_("Next"), "J", next_item(engine(), queue, item_id))
    st.html(HELD, unsafe_allow_javascript=True)
    _remember_drawn(item_id, events)


def _state(item_id: int, events: Sequence[Event]) -> tuple[int, int]:
    """What the reader is shown: the item, and its last event or 0."""
    return item_id, events[-1].id if events else 0


def _remember_drawn(item_id: int, events: Sequence[Event]) -> None:
    """When the item was first drawn in this state; drawing it again changes nothing."""
    state = _state(item_id, events)
    if st.session_state.get("drawn", (None, 0))[0] != state:
        st.session_state["drawn"] = (state, monotonic())


def _looked_at(state: tuple[int, int]) -> bool:
    """Whether a press can be meant for what is on the screen. One that cannot, starts the time
    anew, so that a row of presses decides nothing more.
    """
    drawn, since = st.session_state.get("drawn", (None, 0.0))
    if address.number("item") != state[0] or drawn != state:
        return False
    if monotonic() - since >= LOOKED_AT_S:
        return True
    st.session_state["drawn"] = (state, monotonic())
    return False


def _draw_decisions(item_id: int, queue: Queue, name: str, events: list[Event]) -> None:
    decision = standing(events)
    for action in Action:
        chosen = decision is not None and decision.action == action
        st.button(
            named(ACTIONS, action),
            key=f"{action}_{item_id}",
            shortcut=KEYS[action],
            help=meaning(ACTIONS, action),
            type="primary" if chosen else "secondary",
            on_click=_decided,
            args=(_state(item_id, events), action, queue, name),
        )


def _decided(state: tuple[int, int], action: Action, queue: Queue, name: str) -> None:
    if not _looked_at(state):
        return
    item_id, seen = state
    store = partial(
        decide,
        engine(),
        item_id,
        name,
        action,
        _comment(item_id),
        # A second press of the same button on the same state has the same key and is stored once.
        idempotency_key=f"{item_id}:{name}:{seen}:{action}",
        seen_event_id=seen,
    )
    if _stored(store):
        waiting = replace(queue, decided=Decided.UNDECIDED)
        address.put("item", after_decision(engine(), waiting, item_id))


def _draw_undo(item_id: int, name: str, events: list[Event]) -> None:
    """Takes back this item's decision; on an undecided item, the reviewer's latest one."""
    decision = standing(events)
    target = item_id if decision else last_decided_item(engine(), name)
    latest = decision or (current_decision(engine(), target) if target else None)
    st.button(
        _("Undo"),
        key=f"undo_{item_id}",
        shortcut="U",
        help=_("Takes back this decision, or your latest one."),
        disabled=latest is None,
        on_click=_undone,
        args=(_state(item_id, events), target, name, latest.id if latest else 0),
    )


def _undone(state: tuple[int, int], target: int, name: str, event_id: int) -> None:
    if not _looked_at(state):
        return
    take_back = partial(undo, engine(), target, name, idempotency_key=f"undo:{event_id}:{name}")
    if _stored(take_back):
        address.put("item", target)


def _stored(act: partial[Event] | partial[Event | None]) -> bool:
    try:
        act()
    except AlreadyDecidedError as error:
        st.session_state["decision_refused"] = _(
            "Already decided: {decision}, by {reviewer}. Undo it or decide again."
        ).format(
            decision=named(ACTIONS, error.standing.action),
            reviewer=error.standing.reviewer,
        )
        return False
    except DeskError as error:
        st.session_state["decision_refused"] = worded(error)
        return False
    return True


def _draw_comment(item_id: int) -> None:
    """A field of its own after each entry: the cursor leaves it, so that keys decide again."""
    st.text_input(
        _("Comment"),
        st.session_state.get(f"comment_{item_id}", ""),
        key=_field(item_id),
        placeholder=_("Comment for the decision (optional)"),
        label_visibility="collapsed",
        max_chars=4000,
        on_change=_commented,
        args=(item_id,),
    )


def _field(item_id: int) -> str:
    return f"comment_{item_id}_{st.session_state.get(f'comments_{item_id}', 0)}"


def _comment(item_id: int) -> str:
    """What is in the field, or was before it was drawn anew."""
    said: str = st.session_state.get(
        _field(item_id), st.session_state.get(f"comment_{item_id}", "")
    )
    return said


def _commented(item_id: int) -> None:
    st.session_state[f"comment_{item_id}"] = _comment(item_id)
    st.session_state[f"comments_{item_id}"] = st.session_state.get(f"comments_{item_id}", 0) + 1


def _draw_way(label: str, key: str, target: int | None) -> None:
    st.button(
        label,
        key=f"way_{key}_{target}",
        shortcut=key,
        disabled=target is None,
        on_click=address.put,
        args=("item", target),
    )

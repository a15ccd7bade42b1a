"""The decision bar: it stays on screen, carries its keys, and takes one press once."""

from dataclasses import replace
from functools import partial

import streamlit as st

from core.errors import DeskError
from core.review import (
    Action,
    Decided,
    Event,
    Queue,
    after_decision,
    current_decision,
    decide,
    last_decided_item,
    next_item,
    previous_item,
    undo,
)
from pages.parts import address, identity
from pages.parts.desk import engine
from pages.parts.html import notice
from pages.parts.language import _, worded
from pages.parts.words import ACTIONS, meaning, named

KEYS = {Action.KEEP: "A", Action.FIX: "E", Action.DROP: "X"}


def draw_actions(item_id: int, queue: Queue, events: list[Event]) -> None:
    """Keep, fix, drop, undo, a comment, and the way through the queue."""
    with st.bottom:
        if refused := st.session_state.pop("decision_refused", None):
            notice(refused)
        name = identity.reviewer()
        if name is None:
            identity.ask("review")
            return
        columns = st.columns([1, 1, 1, 1, 2.6, 0.9, 0.9], vertical_alignment="bottom")
        _draw_decisions(columns[:3], item_id, queue, name, events)
        with columns[3]:
            _draw_undo(item_id, name)
        columns[4].text_input(
            _("Comment"),
            key=f"comment_{item_id}",
            placeholder=_("Comment for the decision (optional)"),
            label_visibility="collapsed",
            max_chars=4000,
        )
        _draw_way(columns[5], _("Previous"), "K", previous_item(engine(), queue, item_id))
        _draw_way(columns[6], _("Next"), "J", next_item(engine(), queue, item_id))


def _draw_decisions(
    columns: list[st.delta_generator.DeltaGenerator],
    item_id: int,
    queue: Queue,
    name: str,
    events: list[Event],
) -> None:
    # A second press of the same button on the same state has the same key and is stored once.
    state = f"{item_id}:{name}:{events[-1].id if events else 0}"
    for column, action in zip(columns, Action, strict=True):
        column.button(
            named(ACTIONS, action),
            key=f"{action}_{item_id}",
            shortcut=KEYS[action],
            help=meaning(ACTIONS, action),
            type="primary" if action is Action.KEEP else "secondary",
            width="stretch",
            on_click=_decided,
            args=(item_id, action, queue, name, state),
        )


def _decided(item_id: int, action: Action, queue: Queue, name: str, state: str) -> None:
    if address.number("item") != item_id:
        return  # pressed on the bar of an item that has just left the screen
    comment = st.session_state.get(f"comment_{item_id}", "")
    store = partial(decide, engine(), item_id, name, action, comment, idempotency_key=state)
    if _stored(store):
        waiting = replace(queue, decided=Decided.UNDECIDED)
        address.put("item", after_decision(engine(), waiting, item_id))


def _draw_undo(item_id: int, name: str) -> None:
    """Takes back this item's decision; on an undecided item, the reviewer's latest one."""
    decision = current_decision(engine(), item_id)
    target = item_id if decision else last_decided_item(engine(), name)
    standing = decision or (current_decision(engine(), target) if target else None)
    st.button(
        _("Undo"),
        key=f"undo_{item_id}",
        shortcut="U",
        help=_("Takes back this decision, or your latest one."),
        width="stretch",
        disabled=standing is None,
        on_click=_undone,
        args=(target, name, standing.id if standing else 0),
    )


def _undone(target: int, name: str, event_id: int) -> None:
    take_back = partial(undo, engine(), target, name, idempotency_key=f"undo:{event_id}:{name}")
    if _stored(take_back):
        address.put("item", target)


def _stored(act: partial[Event] | partial[Event | None]) -> bool:
    try:
        act()
    except DeskError as error:
        st.session_state["decision_refused"] = worded(error)
        return False
    return True


def _draw_way(
    column: st.delta_generator.DeltaGenerator, label: str, key: str, target: int | None
) -> None:
    column.button(
        label,
        key=f"way_{key}_{target}",
        shortcut=key,
        width="stretch",
        disabled=target is None,
        on_click=address.put,
        args=("item", target),
    )

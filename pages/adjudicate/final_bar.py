"""The bar of a final decision: why opinions differ, a note, what holds, and the way on."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.services.review import Action, Cause, Event, Queue, State, VisibleEvents
from pages.adjudicate import decisions
from pages.components import identity
from pages.components.action import draw_outcome
from pages.components.debounce import Drawn, remember_drawn
from pages.components.html import caption
from pages.components.item_navigation import mark_arrived
from pages.components.keys import FINAL_KEYS, draw_keys, keys_are_shown, listen, toggle_keys
from pages.components.language import _
from pages.components.page_state import CAUSE
from pages.components.review import decisions as review_decisions
from pages.components.review.actions import (
    KEYS,
    draw_note_field,
    keyed,
)
from pages.components.review.draft import EditedDraft
from pages.components.review.draft_actions import draw_draft_actions
from pages.components.status_line import draw_status
from pages.components.wording import ACTIONS, CAUSES, term_meaning, term_name

TAKE_KEYS = ("Q", "W")


def draw_final_bar(
    item_id: int,
    queue: Queue,
    seen: VisibleEvents,
    said: Sequence[Event],
    *,
    decides: bool,
    hand: EditedDraft | None = None,
    drawing: str = "",
) -> None:
    """To be drawn last. `said`: the opinions as they are numbered on the page. Not `decides`, as
    when somebody else holds the item: the way through the queue alone. While the editor is open,
    with its edit in `hand`: what becomes of that alone. `drawing`: of the passage on the page.
    """
    state = (item_id, seen.last_event_id)
    name = identity.reviewer()
    with st.bottom:
        draw_outcome(of_any=True)
        if keys_are_shown():
            draw_keys(FINAL_KEYS)
        if name is None:
            identity.ask("adjudicate")
        elif decides:
            _draw_cause(item_id, name, noting=hand is None)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if name and hand is not None:
                draw_draft_actions(hand, leave=partial(decisions.leave_dispute, state, queue, name))
            else:
                if name and decides:
                    _draw_decisions(state, queue, said, name)
                _draw_ways(state, queue, seen, name)
            keyed("keys", _("Help"), "H", toggle_keys)
        draw_status()
    remember_drawn(state)
    if name:  # who has no name yet may be given another item once they have
        mark_arrived(item_id)
    listen(state, drawing)


def _draw_ways(state: Drawn, queue: Queue, seen: VisibleEvents, name: str | None) -> None:
    if name:
        final = seen.decision if seen.state == State.SETTLED else None
        own = final.id if final and final.reviewer == name else None
        keyed("undo", _("Undo"), "U", decisions.undo_final, state, own, name)
    keyed("back", _("Previous"), "K", decisions.go_back_to_item, queue, state[0], name)
    on = name if queue.states == (State.DISPUTED,) else None  # what is settled is nobody's to hold
    keyed("next", _("Next"), "J", review_decisions.go_to_next, queue, state[0], on)


def _draw_cause(item_id: int, name: str, *, noting: bool) -> None:
    """Why the opinions differ, with the sentence that explains what is chosen, and a note."""
    decisions.begin_cause(item_id)
    numbers = {cause.value: n for n, cause in enumerate(Cause, start=1)}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        chosen = st.pills(
            _("Cause"),
            list(numbers),
            format_func=lambda one: f"{numbers[one]} {term_name(CAUSES, one)}",
            key=CAUSE.name,
            label_visibility="collapsed",
            width="stretch",
            wrap=True,
        )
        if noting:
            draw_note_field(item_id, name, 200)
    caption(
        term_meaning(CAUSES, chosen)
        if chosen
        else _("Why do the reviews differ? Choose a cause, then decide.")
    )


def _draw_decisions(state: Drawn, queue: Queue, said: Sequence[Event], name: str) -> None:
    for action in Action:
        if action == Action.FIX:  # which is written first
            keyed(
                action, term_name(ACTIONS, action), KEYS[action], review_decisions.corrected, state
            )
            continue
        settle = (decisions.store_final_decision, state, action, None, queue, name)
        keyed(action, term_name(ACTIONS, action), KEYS[action], *settle)
    keys = dict(enumerate(TAKE_KEYS, start=1))
    for number, one in enumerate(said, start=1):
        if one.revision_id is not None:
            take = (decisions.store_final_decision, state, Action.FIX, one.revision_id, queue, name)
            keyed(f"take_{number}", _("Edit {n}").format(n=number), keys.get(number), *take)

"""The bar of a final decision: the cause, a note, the decisions, and the queue navigation."""

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
    visible: VisibleEvents,
    reviews: Sequence[Event],
    *,
    decides: bool,
    draft: EditedDraft | None = None,
    drawing: str = "",
) -> None:
    """Draw the bar; call it last. `reviews`: the opinions, as they are numbered on the page.
    `decides`: False if, say, somebody else holds the item; then only the queue navigation is drawn.
    `draft`: the edit in the open editor; then only its buttons are drawn. `drawing`: id of the
    drawn passage.
    """
    state = (item_id, visible.last_event_id)
    reviewer = identity.reviewer()
    with st.bottom:
        draw_outcome(of_any=True)
        if keys_are_shown():
            draw_keys(FINAL_KEYS)
        if reviewer is None:
            identity.ask("adjudicate")
        elif decides:
            _draw_cause(item_id, reviewer, noting=draft is None)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="desk_bar"
        ):
            if reviewer and draft is not None:
                draw_draft_actions(
                    draft, leave=partial(decisions.leave_dispute, state, queue, reviewer)
                )
            else:
                if reviewer and decides:
                    _draw_decisions(state, queue, reviews, reviewer)
                _draw_navigation(state, queue, visible, reviewer)
            keyed("keys", _("Help"), "H", toggle_keys)
        draw_status()
    remember_drawn(state)
    if reviewer:  # a reader without a name may get another item once they give one
        mark_arrived(item_id)
    listen(state, drawing)


def _draw_navigation(
    state: Drawn, queue: Queue, visible: VisibleEvents, reviewer: str | None
) -> None:
    if reviewer:
        final = visible.decision if visible.state == State.SETTLED else None
        own_event_id = final.id if final and final.reviewer == reviewer else None
        keyed("undo", _("Undo"), "U", decisions.undo_final, state, own_event_id, reviewer)
    keyed("back", _("Previous"), "K", decisions.go_back_to_item, queue, state[0], reviewer)
    # Settled items are not claimed.
    holder = reviewer if queue.states == (State.DISPUTED,) else None
    keyed("next", _("Next"), "J", review_decisions.go_to_next, queue, state[0], holder)


def _draw_cause(item_id: int, reviewer: str, *, noting: bool) -> None:
    """Draw the causes, an explanation of the chosen one, and a note (`noting`)."""
    decisions.begin_cause(item_id)
    numbers = {cause.value: n for n, cause in enumerate(Cause, start=1)}
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        chosen = st.pills(
            _("Cause"),
            list(numbers),
            format_func=lambda value: f"{numbers[value]} {term_name(CAUSES, value)}",
            key=CAUSE.name,
            label_visibility="collapsed",
            width="stretch",
            wrap=True,
        )
        if noting:
            draw_note_field(item_id, reviewer, 200)
    caption(
        term_meaning(CAUSES, chosen)
        if chosen
        else _("Why do the reviews differ? Choose a cause, then decide.")
    )


def _draw_decisions(state: Drawn, queue: Queue, reviews: Sequence[Event], reviewer: str) -> None:
    for action in Action:
        if action == Action.FIX:  # it opens the editor first
            keyed(
                action,
                term_name(ACTIONS, action),
                KEYS[action],
                review_decisions.edit_question,
                state,
            )
            continue
        store = (decisions.store_final_decision, state, action, None, queue, reviewer)
        keyed(action, term_name(ACTIONS, action), KEYS[action], *store)
    keys = dict(enumerate(TAKE_KEYS, start=1))
    for number, review in enumerate(reviews, start=1):
        if review.revision_id is not None:
            use_edit = (
                decisions.store_final_decision,
                state,
                Action.FIX,
                review.revision_id,
                queue,
                reviewer,
            )
            keyed(f"take_{number}", _("Edit {n}").format(n=number), keys.get(number), *use_edit)

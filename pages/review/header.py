"""The header of Review: filters, states with counts, progress, blind mode and help."""

from collections import Counter
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.services.review import DecisionFilter, Queue, State, count_states
from pages.components import address
from pages.components.app_context import engine
from pages.components.keys import draw_keys, keys_are_shown, toggle_keys
from pages.components.language import N_, _
from pages.components.review.actions import keyed
from pages.components.review.filter_bar import draw_fold
from pages.components.review.filter_state import SECOND
from pages.components.review.run_filters import FORGETS
from pages.review.blind import draw_blind_toggle

VIEWS = {
    DecisionFilter.UNDECIDED.value: N_("To do"),
    SECOND: N_("Second review"),
    DecisionFilter.DECIDED.value: N_("Decided"),
    DecisionFilter.EITHER.value: N_("All"),
}
DONE = (State.DECIDED, State.SETTLED)


def states_of_queue(queue: Queue) -> Counter[State]:
    """Count the queue's questions by state, whichever states are in view."""
    return count_states(engine(), replace(queue, decided=DecisionFilter.EITHER, states=()))


@dataclass(frozen=True)
class HeadSlots:
    """The slots of what every decision changes: the views with their counts, and the progress."""

    views: DeltaGenerator
    progress: DeltaGenerator


def draw_head(queue: Queue) -> HeadSlots:
    """Draw the part of the header that no decision changes, with the page: a key press need not
    send it again. Return the slots of the rest.
    """
    with st.container(gap="small", key="head"):
        with st.container(
            horizontal=True, vertical_alignment="center", gap="small", key="review_head"
        ):
            st.title(_("Review"), anchor=False, width="content")
            draw_fold(queue)
            views = st.empty()
            with st.container(
                horizontal=True,
                vertical_alignment="center",
                horizontal_alignment="right",
                gap="small",
                key="review_tools",
            ):
                draw_blind_toggle()
                keyed("keys", _("Help"), "H", toggle_keys, quiet=True)
        progress = st.empty()
    return HeadSlots(views, progress)


def draw_help() -> None:
    """Draw the shortcuts, if they are shown. Call it last, so that no other part moves."""
    if keys_are_shown():
        draw_keys()


def draw_views(queue: Queue, states: Counter[State]) -> None:
    """Draw the views with their counts. Call it last, so that counting never delays the item."""
    counts = {
        DecisionFilter.UNDECIDED.value: states[State.OPEN] + states[State.SECOND],
        SECOND: states[State.SECOND],
        DecisionFilter.DECIDED.value: sum(states[state] for state in DONE),
        DecisionFilter.EITHER.value: states.total(),
    }
    views = [
        view for view in VIEWS if view != SECOND or counts[view] or queue.states == (State.SECOND,)
    ]

    def label(view: str) -> str:
        return f"{_(VIEWS[view])} {counts[view]:,}"

    address.choose(
        "segmented_control",
        _("Decision"),
        "state",
        views,
        label,
        forgets=FORGETS,
        label_visibility="collapsed",
    )

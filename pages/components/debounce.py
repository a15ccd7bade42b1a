"""Whether a press can be meant for what is on the screen."""

from time import monotonic

import streamlit as st

from pages.components.item_navigation import is_current_item

LOOKED_AT_S = 0.4
"""Nobody judges an item faster than this; an earlier press was meant for the one before."""

Drawn = tuple[int, int]
"""What the reader is shown: the item, and the last event on it that they see, or 0."""


def remember_drawn(state: Drawn) -> None:
    """When the item was first drawn in this state; drawing it again changes nothing."""
    if st.session_state.get("drawn", (None, 0))[0] != state:
        st.session_state["drawn"] = (state, monotonic())


def forget_drawn() -> None:
    """Another page is shown: what it draws of the same item has not been looked at yet."""
    st.session_state.pop("drawn", None)


def is_still_shown(state: Drawn) -> bool:
    """One that cannot starts the time anew, so that a row of presses decides nothing more."""
    drawn, since = st.session_state.get("drawn", (None, 0.0))
    if not is_current_item(state[0]) or drawn != state:
        return False
    if monotonic() - since >= LOOKED_AT_S:
        return True
    st.session_state["drawn"] = (state, monotonic())
    return False

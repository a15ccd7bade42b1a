"""Ignore presses that come too early to be meant for what is on the screen."""

from time import monotonic

from pages.components.item_navigation import is_current_item
from pages.components.page_state import DRAWN

MINIMUM_VIEW_S = 0.4
"""Seconds an item is shown before a press counts; an earlier one was meant for the item before."""

Drawn = tuple[int, int]
"""The shown item's id, and the id of the last event on it that the reader sees, or 0."""


def remember_drawn(state: Drawn) -> None:
    """Remember when the item was first drawn in this state."""
    if DRAWN.get()[0] != state:
        DRAWN.set((state, monotonic()))


def is_still_shown(state: Drawn) -> bool:
    """Whether a press is meant for this state; one that comes too early restarts the wait."""
    drawn_state, drawn_at = DRAWN.get()
    if not is_current_item(state[0]) or drawn_state != state:
        return False
    if monotonic() - drawn_at >= MINIMUM_VIEW_S:
        return True
    DRAWN.set((state, monotonic()))
    return False

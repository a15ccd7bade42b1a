"""Whether a press can be meant for what is on the screen."""

from time import monotonic

from pages.components.item_navigation import is_current_item
from pages.components.page_state import DRAWN

LOOKED_AT_S = 0.4
"""Nobody judges an item faster than this; an earlier press was meant for the one before."""

Drawn = tuple[int, int]
"""What the reader is shown: the item, and the last event on it that they see, or 0."""


def remember_drawn(state: Drawn) -> None:
    """When the item was first drawn in this state; drawing it again changes nothing."""
    if DRAWN.get()[0] != state:
        DRAWN.set((state, monotonic()))


def is_still_shown(state: Drawn) -> bool:
    """One that cannot starts the time anew, so that a row of presses decides nothing more."""
    drawn, since = DRAWN.get()
    if not is_current_item(state[0]) or drawn != state:
        return False
    if monotonic() - since >= LOOKED_AT_S:
        return True
    DRAWN.set((state, monotonic()))
    return False

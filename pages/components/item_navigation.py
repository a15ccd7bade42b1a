"""Navigation from one item to the next. The address changes only once the next item is sent in
full: a press carries it, so it cannot act on an item that its reader did not see.
"""

from time import monotonic

from pages.components import address
from pages.components.page_state import DRAWN, GOING, GONE

ON_ITS_WAY_S = 0.4
"""Seconds after the next item was sent in which a press may still carry the old address; nobody
goes back as fast as that.
"""


def go_to_item(origin: int, target: int | None) -> None:
    """Set the item to show at the next drawing, None for the end of the queue."""
    GOING.set((origin, target))


def is_current_item(item_id: int) -> bool:
    """Whether a press on the bar of this item was made while the item was shown, and not while
    the next one was on its way. Without a reviewer the address has no item.

    A late press from before the last move leaves the reader where they are.
    """
    current = address.number("item")
    if current not in (item_id, None) and current == GONE.get()[0]:
        go_to_item(current, item_id)
    return current in (item_id, None) and not _is_leaving(item_id)


def item_to_show() -> int | None:
    """The item to show; None for the first one of the queue."""
    current = address.number("item")
    if (pending := GOING.get()) is not None and current == pending[0]:
        return pending[1]
    origin, target, left_at = GONE.get()
    # A second press of a key would otherwise lead back to the previous item.
    just_left = current is not None and current == origin and monotonic() - left_at < ON_ITS_WAY_S
    return target if just_left else current


def is_new_item(item_id: int) -> bool:
    """Whether the browser still shows another item, so that its fields belong to that one."""
    drawn_state = DRAWN.get()[0]
    return address.number("item") != item_id or drawn_state is None or drawn_state[0] != item_id


def mark_arrived(item_id: int | None) -> None:
    """Complete the move. Call it when the item and its bar are drawn."""
    address.put("item", item_id)
    if pending := GOING.take():
        GONE.set((*pending, monotonic()))


def _is_leaving(item_id: int) -> bool:
    return (pending := GOING.get()) is not None and pending[0] == item_id

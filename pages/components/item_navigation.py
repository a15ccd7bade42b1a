"""Navigation from one item to the next. The address changes only once the next item is sent in
full: every press carries the address, so it cannot act on an item that the reader has not seen.
"""

from time import monotonic

from pages.components import address
from pages.components.page_state import DRAWN, LAST_MOVE, PENDING_MOVE

STALE_ADDRESS_S = 0.4
"""Seconds after the next item was sent in which a press may still carry the old address; nobody
goes back as fast as that.
"""


def go_to_item(origin: int, target: int | None) -> None:
    """Set the item to show when the page is drawn next; None: the end of the queue."""
    PENDING_MOVE.set((origin, target))


def is_current_item(item_id: int) -> bool:
    """Whether a press on this item's bar was made while the item was shown and no move from it
    was pending. Without a reviewer the address has no item, which counts as this one.

    A press that still carries the address of the item left last keeps the reader on this one.
    """
    current = address.number("item")
    if current not in (item_id, None) and current == LAST_MOVE.get()[0]:
        go_to_item(current, item_id)
    return current in (item_id, None) and not _is_leaving(item_id)


def item_to_show() -> int | None:
    """The item to show; None for the first one of the queue."""
    current = address.number("item")
    if (pending := PENDING_MOVE.get()) is not None and current == pending[0]:
        return pending[1]
    origin, target, left_at = LAST_MOVE.get()
    # A second press of a key would otherwise lead back to the previous item.
    just_left = (
        current is not None and current == origin and monotonic() - left_at < STALE_ADDRESS_S
    )
    return target if just_left else current


def is_new_item(item_id: int) -> bool:
    """Whether the browser still shows another item, so that its fields belong to that one."""
    drawn_state = DRAWN.get()[0]
    return address.number("item") != item_id or drawn_state is None or drawn_state[0] != item_id


def mark_arrived(item_id: int | None) -> None:
    """Complete the move. Call it when the item and its bar are drawn."""
    address.put("item", item_id)
    if pending := PENDING_MOVE.take():
        LAST_MOVE.set((*pending, monotonic()))


def _is_leaving(item_id: int) -> bool:
    return (pending := PENDING_MOVE.get()) is not None and pending[0] == item_id

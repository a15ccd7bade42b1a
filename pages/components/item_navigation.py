"""From one item to the next. The address follows when everything of the next one has been sent: a
press says by it which item its browser had been given, so none acts on another one.
"""

from time import monotonic

from pages.components import address
from pages.components.page_state import DRAWN, GOING, GONE

ON_ITS_WAY_S = 0.4
"""A press may still come from the browser's old address for so long after the next item was sent;
nobody goes back as fast as that.
"""


def go_to_item(origin: int, to: int | None) -> None:
    """The item to show at the next drawing, None for the end of the queue."""
    GOING.set((origin, to))


def is_current_item(item_id: int) -> bool:
    """Whether a press on the bar, last drawn for this item, was made by a reader who had it before
    them, and not while the next one is on its way. Without a name the address names no item.

    However late one arrives that was made before the last move, the reader stays where that led.
    """
    here = address.number("item")
    if here not in (item_id, None) and here == GONE.get()[0]:
        go_to_item(here, item_id)
    return here in (item_id, None) and not _is_leaving(item_id)


def wanted_item() -> int | None:
    """The item to show; None for the first one of the queue."""
    here = address.number("item")
    if (going := GOING.get()) is not None and here == going[0]:
        return going[1]
    origin, to, at = GONE.get()
    # A second press of a key would else lead back to the item that the first one has left.
    just_left = here is not None and here == origin and monotonic() - at < ON_ITS_WAY_S
    return to if just_left else here


def is_new_item(item_id: int) -> bool:
    """Whether the browser shows another item as yet, so that its fields hold what belongs there."""
    drawn = DRAWN.get()[0]
    return address.number("item") != item_id or drawn is None or drawn[0] != item_id


def mark_arrived(item_id: int | None) -> None:
    """To be called when the item and its bar are drawn."""
    address.put("item", item_id)
    if going := GOING.take():
        GONE.set((*going, monotonic()))


def _is_leaving(item_id: int) -> bool:
    return (going := GOING.get()) is not None and going[0] == item_id

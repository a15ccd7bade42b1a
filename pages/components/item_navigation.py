"""From one item to the next. The address follows when everything of the next one has been sent: a
press says by it which item its browser had been given, so none acts on another one.
"""

from time import monotonic

import streamlit as st

from pages.components import address

ON_ITS_WAY_S = 0.4
"""A press may still come from the browser's old address for so long after the next item was sent;
nobody goes back as fast as that.
"""


def go_to_item(origin: int, to: int | None) -> None:
    """The item to show at the next drawing, None for the end of the queue."""
    st.session_state["going"] = (origin, to)


def is_current_item(item_id: int) -> bool:
    """Whether a press on the bar, last drawn for this item, was made by a reader who had it before
    them, and not while the next one is on its way. Without a name the address names no item.

    However late one arrives that was made before the last move, the reader stays where that led.
    """
    here = address.number("item")
    if here not in (item_id, None) and here == _gone()[0]:
        go_to_item(here, item_id)
    return here in (item_id, None) and not _is_leaving(item_id)


def wanted_item() -> int | None:
    """The item to show; None for the first one of the queue."""
    here = address.number("item")
    to: int | None
    if here is not None and _is_leaving(here):
        to = st.session_state["going"][1]
        return to
    origin, to, at = _gone()
    # A second press of a key would else lead back to the item that the first one has left.
    just_left = here is not None and here == origin and monotonic() - at < ON_ITS_WAY_S
    return to if just_left else here


def is_new_item(item_id: int) -> bool:
    """Whether the browser shows another item as yet, so that its fields hold what belongs there."""
    drawn = st.session_state.get("drawn", ((None, 0), 0.0))[0][0]
    return address.number("item") != item_id or drawn != item_id


def mark_arrived(item_id: int | None) -> None:
    """To be called when the item and its bar are drawn."""
    address.put("item", item_id)
    if going := st.session_state.pop("going", None):
        st.session_state["gone"] = (*going, monotonic())


def _gone() -> tuple[int | None, int | None, float]:
    """The last move: from which item to which, and when that was sent."""
    gone: tuple[int | None, int | None, float]
    gone = st.session_state.get("gone", (None, None, 0.0))
    return gone


def _is_leaving(item_id: int) -> bool:
    return bool(st.session_state.get("going", (None, None))[0] == item_id)

"""From one item to the next. The address follows when everything of the next one has been sent: a
press says by it which item its browser had been given, so none acts on another one.
"""

import streamlit as st

from pages.parts import address


def go(origin: int, to: int | None) -> None:
    """The item to show at the next drawing, None for the end of the queue."""
    st.session_state["going"] = (origin, to)


def is_meant(item_id: int) -> bool:
    """Whether a press on the bar, last drawn for this item, was made by a reader who had it before
    them, and not while the next one is on its way. Without a name the address names no item.
    """
    return address.number("item") in (item_id, None) and not _is_leaving(item_id)


def wanted() -> int | None:
    """The item to show; None for the first one of the queue."""
    here = address.number("item")
    if here is None or not _is_leaving(here):
        return here
    to: int | None = st.session_state["going"][1]
    return to


def is_new(item_id: int) -> bool:
    """Whether the browser shows another item as yet, so that its fields hold what belongs there."""
    drawn = st.session_state.get("drawn", ((None, 0), 0.0))[0][0]
    return address.number("item") != item_id or drawn != item_id


def arrived(item_id: int | None) -> None:
    """To be called when the item and its bar are drawn."""
    address.put("item", item_id)
    st.session_state.pop("going", None)


def _is_leaving(item_id: int) -> bool:
    return bool(st.session_state.get("going", (None, None))[0] == item_id)

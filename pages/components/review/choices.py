"""Choices made on the page itself: an option by a click or key, or a selection in the passage."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.components.action import guarded
from pages.components.page_state import widget_value

KEY = "choices"
_bridge = st.components.v2.component(
    "desk_choices",
    js="export default (component) => window.deskChoices.connect(component);",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A letter of the question's options, or the characters [start, end) of the text."""

    letter: str | None = None
    span: tuple[int, int] | None = None


def listen_for_choices(item_id: int, choose: Callable[[Choice], None]) -> None:
    """Call `choose` in a callback when the reader chooses an option with a `data-letter`, or
    selects in a passage. What the browser sends for another item is ignored.
    """

    def on_chosen() -> None:
        value = widget_value(KEY).get("chosen") or {}
        choice = _read(value)
        if choice is not None and value.get("item") == item_id:
            choose(choice)

    _bridge(key=KEY, data={"item": item_id}, on_chosen_change=guarded(on_chosen))


def _read(value: dict[str, Any]) -> Choice | None:
    """The choice that the browser sent; None if it is not a valid one."""
    letter, start, end = value.get("letter"), value.get("start"), value.get("end")
    if isinstance(letter, str):
        return Choice(letter=letter)
    if isinstance(start, int) and isinstance(end, int) and 0 <= start < end:
        return Choice(span=(start, end))
    return None

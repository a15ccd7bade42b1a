"""Widgets that mirror a value which is kept elsewhere and may change by other means."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.components.action import guarded_action

_RENEWED = "mirrors_renewed"


def mirror(name: str, value: object, choose: Callable[[Any], None]) -> dict[str, Any]:
    """The key and the callback of a widget that is drawn with `value`; `choose` is called with what
    the reader chooses.

    With each press the browser sends what all widgets showed before. That would be taken for a
    choice, and undo whatever had just changed the value; so the widget is a new one whenever it
    last held another value, and what an old one sends is no choice.
    """
    renewed: Counter[str] = st.session_state.setdefault(_RENEWED, Counter())
    if st.session_state.get(_key(name, renewed), value) != value:
        renewed[name] += 1
    key = _key(name, renewed)
    return {"key": key, "on_change": _chosen, "args": (name, key, choose)}


@guarded_action
def _chosen(name: str, key: str, choose: Callable[[Any], None]) -> None:
    if key == _key(name, st.session_state[_RENEWED]):
        choose(st.session_state[key])


def _key(name: str, renewed: Counter[str]) -> str:
    return f"{name}_{renewed[name]}" if renewed[name] else name

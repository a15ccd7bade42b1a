"""Widgets that mirror a value kept elsewhere, such as in the address."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pages.components.action import PressOutcome, guarded
from pages.components.page_state import MIRRORS_RENEWED, is_widget, widget_value


def mirror(name: str, value: object, choose: Callable[[Any], PressOutcome]) -> dict[str, Any]:
    """The key and the callback of a widget drawn with `value`; `choose` gets the reader's choice.

    With each press the browser sends the old values of all widgets. This could be taken for a
    choice and undo a change made elsewhere; so a widget whose value has changed gets a new key,
    and values sent for an old key are ignored.
    """
    renewed = MIRRORS_RENEWED.begin(Counter())
    current_key = _key(name, renewed)
    if is_widget(current_key) and widget_value(current_key) != value:
        renewed[name] += 1
    key = _key(name, renewed)

    def on_change() -> PressOutcome:
        if key != _key(name, MIRRORS_RENEWED.begin(Counter())):
            return None
        return choose(widget_value(key))

    return {"key": key, "on_change": guarded(on_change, near=key)}


def _key(name: str, renewed: Counter[str]) -> str:
    return f"{name}_{renewed[name]}" if renewed[name] else name

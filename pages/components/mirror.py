"""Widgets that mirror a value which is kept elsewhere and may change by other means."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from pages.components.action import Outcome, guarded
from pages.components.page_state import MIRRORS_RENEWED, is_widget, widget_value


def mirror(name: str, value: object, choose: Callable[[Any], Outcome]) -> dict[str, Any]:
    """The key and the callback of a widget that is drawn with `value`; `choose` is called with what
    the reader chooses.

    With each press the browser sends what all widgets showed before. That would be taken for a
    choice, and undo whatever had just changed the value; so the widget is a new one whenever it
    last held another value, and what an old one sends is no choice.
    """
    renewed = MIRRORS_RENEWED.begin(Counter())
    shown = _key(name, renewed)
    if is_widget(shown) and widget_value(shown) != value:
        renewed[name] += 1
    key = _key(name, renewed)

    def chosen() -> Outcome:
        if key != _key(name, MIRRORS_RENEWED.begin(Counter())):
            return None
        return choose(widget_value(key))

    return {"key": key, "on_change": guarded(chosen, near=key)}


def _key(name: str, renewed: Counter[str]) -> str:
    return f"{name}_{renewed[name]}" if renewed[name] else name

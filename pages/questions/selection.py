"""The selection: single questions on any pages, or everything that matches."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from core.services.review import Order, Queue
from pages.components import page_state
from pages.components.page_state import StateKey


@dataclass
class Selection:
    """The `items`, or if `every` is set, all that match it except the `excluded`."""

    items: dict[int, None] = field(default_factory=dict)
    every: Queue | None = None
    excluded: set[int] = field(default_factory=set)

    def __contains__(self, item_id: int) -> bool:
        return item_id not in self.excluded if self.every is not None else item_id in self.items

    def count(self, total: int) -> int:
        """How many are selected, of `total` that match."""
        return max(0, total - len(self.excluded)) if self.every is not None else len(self.items)

    @property
    def chosen(self) -> Queue | Collection[int]:
        return self.every if self.every is not None else tuple(self.items)


_SELECTION: StateKey[Selection] = page_state.SELECTION


def selection_of(queue: Queue) -> Selection:
    """The session's selection; one of everything that matches is dropped when filters change."""
    selection = _SELECTION.begin(Selection())
    if selection.every is not None and selection.every != in_any_order(queue):
        pick_none()
    return _SELECTION.begin(selection)


def in_any_order(queue: Queue) -> Queue:
    return replace(queue, order=Order.FILE)


def pick_all(queue: Queue) -> None:
    _SELECTION.set(Selection(every=in_any_order(queue)))


def pick_none() -> None:
    _SELECTION.set(Selection())


def toggle(item_ids: Iterable[int], selected: bool) -> None:
    selection = _SELECTION.begin(Selection())
    for item_id in item_ids:
        if selection.every is not None:
            (selection.excluded.discard if selected else selection.excluded.add)(item_id)
        elif selected:
            selection.items[item_id] = None
        else:
            selection.items.pop(item_id, None)

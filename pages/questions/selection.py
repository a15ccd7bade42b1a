"""What is selected: questions one by one, on whatever pages, or everything that matches."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from core.services.review import Order, Queue
from pages.components import page_state
from pages.components.page_state import StateKey


@dataclass
class Selection:
    """`every`: what matches it is selected, all `but` those; None: the `items`."""

    items: dict[int, None] = field(default_factory=dict)
    every: Queue | None = None
    but: set[int] = field(default_factory=set)

    def __contains__(self, item_id: int) -> bool:
        return item_id not in self.but if self.every is not None else item_id in self.items

    def count(self, total: int) -> int:
        """How many are selected, of `total` that match."""
        return max(0, total - len(self.but)) if self.every is not None else len(self.items)

    @property
    def chosen(self) -> Queue | Collection[int]:
        return self.every if self.every is not None else tuple(self.items)


_SELECTION: StateKey[Selection] = page_state.SELECTION


def selection_of(queue: Queue) -> Selection:
    """The selection, for good as long as the reader's session; everything that matched another
    filter is selected no more.
    """
    kept = _SELECTION.begin(Selection())
    if kept.every is not None and kept.every != in_any_order(queue):
        pick_none()
    return _SELECTION.begin(kept)


def in_any_order(queue: Queue) -> Queue:
    return replace(queue, order=Order.FILE)


def pick_all(queue: Queue) -> None:
    _SELECTION.set(Selection(every=in_any_order(queue)))


def pick_none() -> None:
    _SELECTION.set(Selection())


def toggle(item_ids: Iterable[int], on: bool) -> None:
    kept = _SELECTION.begin(Selection())
    for item_id in item_ids:
        if kept.every is not None:
            (kept.but.discard if on else kept.but.add)(item_id)
        elif on:
            kept.items[item_id] = None
        else:
            kept.items.pop(item_id, None)

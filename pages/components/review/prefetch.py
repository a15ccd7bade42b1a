"""The next item, claimed and read before it is asked for, so that a key press only paints it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from core.services.results import ItemDetail, TextWindow, item, occurrences, passages, shared_cause
from core.services.review import EarlierDecision, Queue, decision_on_another_version
from pages.components import page_state
from pages.components.app_context import engine
from pages.components.page_state import StateKey
from pages.components.review.claims import hold_next

FRESH = timedelta(minutes=5)


@dataclass(frozen=True)
class PrefetchedItem:
    """What an item shows that no reviewer changes; what they decided is read when it is painted.

    `earlier`: the decision on another version of the question, which is nobody's to change here.
    `shares_cause`: whether, when it was read, other questions that wait were flagged for the same.
    """

    item: ItemDetail
    windows: list[TextWindow]
    occurrences: list[tuple[int, int]]
    earlier: EarlierDecision | None = None
    shares_cause: bool = False


@dataclass(frozen=True)
class _Ready:
    queue: Queue
    after: int
    reviewer: str
    sight: PrefetchedItem | None
    at: datetime

    @property
    def wanted(self) -> tuple[Queue, int, str]:
        return self.queue, self.after, self.reviewer


_READY: StateKey[_Ready | None] = page_state.PREFETCHED


def read_item(item_id: int, reviewer: str | None = None) -> PrefetchedItem:
    """As it was made ready, once; else from the database. Raises NotFoundError."""
    ready = _READY.get()
    if ready and ready.sight and ready.sight.item.id == item_id and _fresh(ready):
        return ready.sight
    found = item(engine(), item_id)
    return PrefetchedItem(
        found,
        passages(engine(), found),
        occurrences(engine(), found),
        decision_on_another_version(engine(), item_id),
        reviewer is not None and shared_cause(engine(), found, reviewer) is not None,
    )


def next_prefetched(queue: Queue, after: int, reviewer: str) -> int | None:
    """The item to go to: the one that is ready, where it was made ready for this."""
    ready = _made(queue, after, reviewer)
    return ready.sight.item.id if ready and ready.sight else hold_next(queue, reviewer, after)


def prefetch_item(queue: Queue, after: int, reviewer: str) -> int | None:
    """To be called when everything else is painted; the item's id, None at the queue's end."""
    if ready := _made(queue, after, reviewer):
        return ready.sight.item.id if ready.sight else None
    item_id = hold_next(queue, reviewer, after)
    sight = read_item(item_id, reviewer) if item_id is not None else None
    _READY.set(_Ready(queue, after, reviewer, sight, datetime.now(UTC)))
    return item_id


def forget_prefetched() -> None:
    """What was made ready may have been decided since."""
    _READY.clear()


def _made(queue: Queue, after: int, reviewer: str) -> _Ready | None:
    ready = _READY.get()
    if ready and _fresh(ready) and ready.wanted == (queue, after, reviewer):
        return ready
    return None


def _fresh(ready: _Ready) -> bool:
    return datetime.now(UTC) - ready.at < FRESH

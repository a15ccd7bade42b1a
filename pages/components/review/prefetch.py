"""The next item, claimed and read in advance, so that a key press only has to draw it."""

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
    """What an item shows that no reviewer changes; their decisions are read when it is drawn.

    `earlier`: the decision on another version of the question, which cannot be changed here.
    `shares_cause`: whether, when it was read, other waiting questions were flagged for one cause
    with it.
    """

    item: ItemDetail
    windows: list[TextWindow]
    occurrences: list[tuple[int, int]]
    earlier: EarlierDecision | None = None
    shares_cause: bool = False


@dataclass(frozen=True)
class _Prefetch:
    """What was prefetched to follow the item `after`; `result` is None at the queue's end."""

    queue: Queue
    after: int
    reviewer: str
    result: PrefetchedItem | None
    at: datetime

    @property
    def request(self) -> tuple[Queue, int, str]:
        return self.queue, self.after, self.reviewer


_PREFETCH: StateKey[_Prefetch | None] = page_state.PREFETCHED


def read_item(item_id: int, reviewer: str | None = None) -> PrefetchedItem:
    """The prefetched item if it is this one, else read from the database. Raises NotFoundError."""
    prefetch = _PREFETCH.get()
    if prefetch and prefetch.result and prefetch.result.item.id == item_id and _is_fresh(prefetch):
        return prefetch.result
    detail = item(engine(), item_id)
    return PrefetchedItem(
        detail,
        passages(engine(), detail),
        occurrences(engine(), detail),
        decision_on_another_version(engine(), item_id),
        reviewer is not None and shared_cause(engine(), detail, reviewer) is not None,
    )


def next_prefetched(queue: Queue, after: int, reviewer: str) -> int | None:
    """The item to go to: the prefetched one if it is for this place, else one claimed now."""
    prefetch = _fresh_prefetch(queue, after, reviewer)
    return (
        prefetch.result.item.id
        if prefetch and prefetch.result
        else hold_next(queue, reviewer, after)
    )


def prefetch_item(queue: Queue, after: int, reviewer: str) -> int | None:
    """Claim and read the next item; its id, None at the queue's end. Call it when all is drawn."""
    if prefetch := _fresh_prefetch(queue, after, reviewer):
        return prefetch.result.item.id if prefetch.result else None
    item_id = hold_next(queue, reviewer, after)
    result = read_item(item_id, reviewer) if item_id is not None else None
    _PREFETCH.set(_Prefetch(queue, after, reviewer, result, datetime.now(UTC)))
    return item_id


def forget_prefetched() -> None:
    """Forget the prefetched item, which may have been decided since."""
    _PREFETCH.clear()


def _fresh_prefetch(queue: Queue, after: int, reviewer: str) -> _Prefetch | None:
    prefetch = _PREFETCH.get()
    if prefetch and _is_fresh(prefetch) and prefetch.request == (queue, after, reviewer):
        return prefetch
    return None


def _is_fresh(prefetch: _Prefetch) -> bool:
    return datetime.now(UTC) - prefetch.at < FRESH

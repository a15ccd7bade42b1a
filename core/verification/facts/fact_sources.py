"""Sources of facts: a catalogue and user events (source 001, sections 1 and 8.1)."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from threading import Lock
from time import monotonic
from typing import Protocol

from cachetools import TTLCache

from core.verification.candidate import CatalogueEntry, UserEvent
from core.verification.claims.claims import shared_instance
from core.verification.unread import ALL_READ, Unread

ITEM_TTL_S = 600.0
"""Section 8.1: CAT:${itemId} -> ItemInfo (TTL: 10min)."""

EVENT_TTL_S = 60.0
"""Short, so that a new event soon counts; section 8.1 has no TTL for UEVT:${userId}:7d:view."""


class FactSource(Protocol):
    """Source 001's `catalogService`. Any method may raise; a failure is never an absent fact."""

    @property
    def snapshot(self) -> str:
        """The identity of the catalogue for the audit, such as its date and a hash."""

    @property
    def unread_items(self) -> Unread:
        """Rows of the catalogue that could not be read."""

    @property
    def unread_events(self) -> Unread:
        """Users with events that could not be read."""

    @property
    def brands(self) -> frozenset[str]:
        """Every brand of the catalogue, as written there. Return the same object while the
        catalogue is unchanged, since it is read for every candidate."""

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        """The catalogue's row of an item; None if there is no such item."""

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        """The user's events of the `days` x 24 hours up to `until`, both ends included."""


class UploadedFacts:
    """Catalogue and events from uploaded rows, in memory."""

    def __init__(
        self,
        items: Iterable[CatalogueEntry],
        events: Iterable[UserEvent] = (),
        *,
        snapshot: str = "",
        unread_items: Unread = ALL_READ,
        unread_events: Unread = ALL_READ,
    ) -> None:
        self.unread_items, self.unread_events = unread_items, unread_events
        self._items = {item.id: item for item in items}
        self._brands = shared_instance(
            frozenset(item.brand for item in self._items.values() if item.brand)
        )
        self._events = defaultdict[str, list[UserEvent]](list)
        for event in events:
            self._events[event.user_id].append(event)
        for user_events in self._events.values():
            user_events.sort(key=_event_time)
        self._snapshot = snapshot

    @property
    def snapshot(self) -> str:
        return self._snapshot

    @property
    def brands(self) -> frozenset[str]:
        return self._brands

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        return self._items.get(item_id)

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        events = self._events.get(user_id, [])
        first = bisect_left(events, until - timedelta(days=days), key=_event_time)
        return events[first : bisect_right(events, until, key=_event_time)]


_event_time = attrgetter("at")


@dataclass(frozen=True, slots=True)
class _CachedEvents:
    """Cached events of a user, as queried up to the time `until`."""

    until: datetime
    events: Sequence[UserEvent]


class CachedFacts:
    """Cache the results of another source in this process (section 8.1; reading 22).

    A missing item is not cached, since it may be uploaded at any moment. Cached events are reused
    only for a time `until` that is not before theirs and less than a TTL after it.
    """

    def __init__(
        self,
        source: FactSource,
        *,
        item_ttl_s: float = ITEM_TTL_S,
        event_ttl_s: float = EVENT_TTL_S,
        max_entries: int = 100_000,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._source = source
        self._event_ttl = timedelta(seconds=event_ttl_s)
        self._items = TTLCache[str, CatalogueEntry](max_entries, item_ttl_s, timer=clock)
        self._events = TTLCache[tuple[str, int], _CachedEvents](
            max_entries, event_ttl_s, timer=clock
        )
        self._lock = Lock()  # guards the caches only, so that look-ups run in parallel

    @property
    def snapshot(self) -> str:
        return self._source.snapshot

    @property
    def unread_items(self) -> Unread:
        return self._source.unread_items

    @property
    def unread_events(self) -> Unread:
        return self._source.unread_events

    @property
    def brands(self) -> frozenset[str]:
        return self._source.brands

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        with self._lock:
            cached = self._items.get(item_id)
        if cached is not None:
            return cached
        item = self._source.get_item(item_id)
        if item is not None:
            with self._lock:
                self._items[item_id] = item
        return item

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        with self._lock:
            cached = self._events.get((user_id, days))
        if cached is not None and timedelta(0) <= until - cached.until < self._event_ttl:
            since = until - timedelta(days=days)
            return [event for event in cached.events if event.at >= since]
        events = self._source.get_user_events(user_id, days, until=until)
        with self._lock:
            self._events[user_id, days] = _CachedEvents(until, events)
        return events

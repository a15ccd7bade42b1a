"""Where facts come from: a catalogue and what users did (source 001, sections 1 and 8.1)."""

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
from core.verification.claims.claims import one_of_equal
from core.verification.unread import ALL_READ, Unread

ITEM_TTL_S = 600.0
"""Section 8.1: CAT:${itemId} -> ItemInfo (TTL: 10min)."""

EVENT_TTL_S = 60.0
"""Section 8.1 names no time for UEVT:${userId}:7d:view; what a user just did should soon count."""


class FactSource(Protocol):
    """The source's `catalogService`. Any method may raise; a failure is never an absent fact."""

    @property
    def snapshot(self) -> str:
        """Which catalogue this is, for the audit, such as its date and a hash."""

    @property
    def unread_items(self) -> Unread:
        """Rows of the catalogue that could not be read."""

    @property
    def unread_events(self) -> Unread:
        """Events that could not be read, by their users."""

    @property
    def brands(self) -> frozenset[str]:
        """Every brand of the catalogue, as it is written there; asked for with every candidate, so
        it should be the same object as long as the catalogue is."""

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        """None: no such item."""

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        """What the user did in the `days` x 24 hours up to `until`, both ends included."""


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
        self._brands = one_of_equal(
            frozenset(item.brand for item in self._items.values() if item.brand)
        )
        self._events = defaultdict[str, list[UserEvent]](list)
        for event in events:
            self._events[event.user_id].append(event)
        for of_user in self._events.values():
            of_user.sort(key=_AT)
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
        first = bisect_left(events, until - timedelta(days=days), key=_AT)
        return events[first : bisect_right(events, until, key=_AT)]


_AT = attrgetter("at")


@dataclass(frozen=True, slots=True)
class _Asked:
    until: datetime
    events: Sequence[UserEvent]


class CachedFacts:
    """Another source's answers, kept for a while in this process (section 8.1; reading 22).

    That an item does not exist is not kept: it may be uploaded any moment. Events are also asked
    for again when the time asked about lies before the kept one's or a time to live after it.
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
        self._events = TTLCache[tuple[str, int], _Asked](max_entries, event_ttl_s, timer=clock)
        self._lock = Lock()  # of the caches alone: nobody waits for another's look-up

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
            kept = self._items.get(item_id)
        if kept is not None:
            return kept
        found = self._source.get_item(item_id)
        if found is not None:
            with self._lock:
                self._items[item_id] = found
        return found

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        with self._lock:
            kept = self._events.get((user_id, days))
        if kept is not None and timedelta(0) <= until - kept.until < self._event_ttl:
            since = until - timedelta(days=days)
            return [event for event in kept.events if event.at >= since]
        events = self._source.get_user_events(user_id, days, until=until)
        with self._lock:
            self._events[user_id, days] = _Asked(until, events)
        return events

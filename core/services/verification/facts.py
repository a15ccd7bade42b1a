"""Facts for source 001's `catalogService`, from an uploaded catalogue and user events."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cached_property, lru_cache

from sqlalchemy import Engine
from sqlmodel import Session

from core.services.access import as_operator
from core.services.verification.uploads import get_upload, utc
from core.verification import (
    CachedFacts,
    Candidate,
    CatalogueEntry,
    FactSource,
    Unread,
    UploadedFacts,
    UserEvent,
    shared_instance,
    unread_of,
)
from core.verification.facts.fact_collection import LONGEST_DAYS
from core.verification.files.upload_tables import DUPLICATE
from core.verification.unread import NO_SOURCE
from db.queries import copy as queries
from db.tables import CatalogueItem, UserEventRow


class StoredFacts:
    """A FactSource with one query per call; without a catalogue it has no items and no brands."""

    def __init__(
        self, engine: Engine, *, catalogue_id: int | None = None, events_id: int | None = None
    ) -> None:
        self._engine = engine
        self._catalogue_id = catalogue_id
        self._events_id = events_id

    @cached_property
    def snapshot(self) -> str:
        """Day and hash of the catalogue and of the events; uploads never change."""
        named = (("catalogue", self._catalogue_id), ("events", self._events_id))
        snapshots = [
            f"{name} {get_upload(self._engine, upload_id).snapshot}"
            for name, upload_id in named
            if upload_id is not None
        ]
        return ", ".join(snapshots) or "none"

    @cached_property
    def unread_items(self) -> Unread:
        return self._unread(self._catalogue_id)

    @cached_property
    def unread_events(self) -> Unread:
        return self._unread(self._events_id)

    def _unread(self, upload_id: int | None) -> Unread:
        if upload_id is None:
            return NO_SOURCE
        with Session(self._engine) as session:
            return unread_of(queries.refused_keys(session, upload_id, but=DUPLICATE))

    @cached_property
    def brands(self) -> frozenset[str]:
        if self._catalogue_id is None:
            return frozenset()
        with Session(self._engine) as session:
            return frozenset(queries.brands(session, self._catalogue_id))

    def get_item(self, item_id: str) -> CatalogueEntry | None:
        return next(iter(self._items([item_id])), None)

    def get_user_events(self, user_id: str, days: int, *, until: datetime) -> Sequence[UserEvent]:
        return self._events([user_id], until - timedelta(days=days), until)

    def ahead(self, candidates: Sequence[Candidate], *, now: datetime) -> FactSource:
        """A source with all facts that checking these candidates needs, read by two queries."""
        users = {each.user_id for each in candidates if each.user_id}
        times = [each.at or now for each in candidates] or [now]
        since = min(times) - timedelta(days=LONGEST_DAYS)
        events = self._events(sorted(users), since, max(times))
        ids = {name for each in candidates for name in each.claims.referenced_item_ids}
        ids |= {event.item_id for event in events if event.item_id}
        return _PrefetchedFacts(self._items(sorted(ids)), events, self)

    def _items(self, ids: Sequence[str]) -> list[CatalogueEntry]:
        if self._catalogue_id is None or not ids:
            return []
        with Session(self._engine) as session:
            return [_item(row) for row in queries.items(session, self._catalogue_id, ids)]

    def _events(
        self, users: Sequence[str], since: datetime, until: datetime
    ) -> Sequence[UserEvent]:
        if self._events_id is None or not users:
            return []
        with Session(self._engine) as session:
            rows = queries.user_events(session, self._events_id, users, utc(since), utc(until))
            return [_event(row) for row in rows]


class _PrefetchedFacts(UploadedFacts):
    """Facts read in advance, with the brands of the whole catalogue."""

    def __init__(
        self, items: Iterable[CatalogueEntry], events: Iterable[UserEvent], source: StoredFacts
    ) -> None:
        super().__init__(
            items,
            events,
            snapshot=source.snapshot,
            unread_items=source.unread_items,
            unread_events=source.unread_events,
        )
        self._brands = shared_instance(source.brands)


def cached_facts(engine: Engine, catalogue_id: int | None, events_id: int | None) -> CachedFacts:
    """StoredFacts with cached answers (section 8.1), shared by the process's callers."""
    return _cached(as_operator(engine), catalogue_id, events_id)


@lru_cache(maxsize=8)
def _cached(engine: Engine, catalogue_id: int | None, events_id: int | None) -> CachedFacts:
    return CachedFacts(StoredFacts(engine, catalogue_id=catalogue_id, events_id=events_id))


def _item(row: CatalogueItem) -> CatalogueEntry:
    price = None if row.price is None else Decimal(row.price)
    return CatalogueEntry(row.item_id, row.brand, row.active, row.purchasable, price, row.title)


def _event(row: UserEventRow) -> UserEvent:
    return UserEvent(row.user_id, row.kind, row.at, row.item_id)

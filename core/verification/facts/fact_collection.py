"""Look up what the fact checks need: the only step that may wait for a database."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from core.verification.candidate import Candidate, CatalogueEntry
from core.verification.claims.claims import brands_in
from core.verification.facts.fact_sources import FactSource

_FLAGS = ("unread_events", "no_catalogue", "no_events")
LONGEST_DAYS = 30
"""Days of events that are always collected, since a policy may ask for 7, 14 or 30 days."""


MAX_EVENT_ITEMS = 50
"""Newest items per kind of event that are stored with a verification."""


class EventItem(NamedTuple):
    """The newest event of one item; `item_id` is empty if the event names none, `brand` and `title`
    if the catalogue has none.
    """

    item_id: str
    brand: str
    at: datetime
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """The facts looked up for one candidate, as of the time `now`.

    `items` maps an id that is not in the catalogue to None. `last_events`: time of the newest event
    of each kind in the last 30 days. `event_items`: the items of each kind of event, newest first.
    `brands`: the catalogue's brands that the text names.

    `unread_items`: ids of which the catalogue may have an unreadable row; `unread_events`: the user
    may have unreadable events. `no_catalogue` and `no_events`: no such file was given at all.
    """

    now: datetime
    items: Mapping[str, CatalogueEntry | None] = field(default_factory=dict)
    last_events: Mapping[str, datetime] = field(default_factory=dict)
    brands: frozenset[str] = frozenset()
    snapshot: str = ""
    unread_items: frozenset[str] = frozenset()
    unread_events: bool = False
    no_catalogue: bool = False
    no_events: bool = False
    event_items: Mapping[str, tuple[EventItem, ...]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {
            "now": self.now.isoformat(),
            "items": {name: _item_dict(item) for name, item in self.items.items()},
            "last_events": {kind: at.isoformat() for kind, at in self.last_events.items()},
            "brands": sorted(self.brands),
            "snapshot": self.snapshot,
            "unread_items": sorted(self.unread_items),
            "unread_events": self.unread_events,
            "no_catalogue": self.no_catalogue,
            "no_events": self.no_events,
            "event_items": {
                kind: [_event_row(each) for each in items]
                for kind, items in self.event_items.items()
            },
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Facts":
        events = data["last_events"].items()
        return cls(
            now=datetime.fromisoformat(data["now"]),
            items={name: _item(row) for name, row in data["items"].items()},
            last_events={kind: datetime.fromisoformat(at) for kind, at in events},
            brands=frozenset(data["brands"]),
            snapshot=data["snapshot"],
            unread_items=frozenset(data.get("unread_items", ())),
            **{name: data.get(name, False) for name in _FLAGS},
            event_items={
                kind: tuple(
                    EventItem(name, brand, datetime.fromisoformat(at), *title)
                    for name, brand, at, *title in items
                )
                for kind, items in data.get("event_items", {}).items()
            },
        )


def _event_row(event: EventItem) -> list[str]:
    """The JSON row of an event; an empty title is left out, as in older stored rows."""
    row = [event.item_id, event.brand, event.at.isoformat()]
    return [*row, event.title] if event.title else row


def _item_dict(item: CatalogueEntry | None) -> dict[str, Any] | None:
    if item is None:
        return None
    return {
        "id": item.id,
        "brand": item.brand,
        "active": item.active,
        "purchasable": item.purchasable,
        "price": str(item.price) if item.price is not None else None,
        "title": item.title,
    }


def _item(row: Mapping[str, Any] | None) -> CatalogueEntry | None:
    if row is None:
        return None
    price = Decimal(row["price"]) if row["price"] is not None else None
    return CatalogueEntry(**{**row, "price": price})


def collect_facts(candidate: Candidate, source: FactSource, *, now: datetime) -> Facts:
    """Look up everything the checks may need. Raises what the source raises, since a failed look-up
    must not count as an absent fact.

    `now` is time-zone aware; the candidate's own `at` takes precedence.
    """
    at = candidate.at or now
    newest: dict[str, datetime] = {}
    newest_items: defaultdict[str, dict[str, datetime]] = defaultdict(dict)
    if candidate.user_id:
        for event in source.get_user_events(candidate.user_id, LONGEST_DAYS, until=at):
            newest[event.kind] = max(event.at, newest.get(event.kind, event.at))
            newest_of_item, name = newest_items[event.kind], event.item_id or ""
            newest_of_item[name] = max(event.at, newest_of_item.get(name, event.at))
    names = dict.fromkeys(candidate.claims.referenced_item_ids)
    items = {name: source.get_item(name) for name in names}
    unread, unread_events = source.unread_items, source.unread_events
    return Facts(
        now=at,
        items=items,
        last_events=newest,
        brands=brands_in(candidate.text, source.brands),
        snapshot=source.snapshot,
        unread_items=frozenset(
            name for name, item in items.items() if item is None and unread.may_hold(name)
        ),
        unread_events=bool(candidate.user_id) and unread_events.may_hold(candidate.user_id or ""),
        no_catalogue=unread.no_source,
        no_events=unread_events.no_source,
        event_items={kind: _event_items(items, source) for kind, items in newest_items.items()},
    )


def _event_items(newest: Mapping[str, datetime], source: FactSource) -> tuple[EventItem, ...]:
    """The newest items; those beyond `MAX_EVENT_ITEMS` become one event without an item id."""
    if set(newest) == {""}:
        return (EventItem("", "", newest[""]),)
    ordered = sorted(newest.items(), key=lambda entry: (entry[1], entry[0]), reverse=True)
    listed, remaining = ordered[:MAX_EVENT_ITEMS], ordered[MAX_EVENT_ITEMS:]
    items = ((name, source.get_item(name) if name else None, at) for name, at in listed)
    event_items = [
        EventItem(name, item.brand, at, item.title) if item else EventItem(name, "", at)
        for name, item, at in items
    ]
    return (*event_items, *(EventItem("", "", at) for _, at in remaining[:1]))

"""Looking up what the checks of facts need: the only step that may wait for a database."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from core.verification.candidate import Candidate, CatalogueEntry
from core.verification.claims.claims import brands_in
from core.verification.facts.fact_sources import FactSource

_SOURCES = ("unread_events", "no_catalogue", "no_events")
LONGEST_DAYS = 30
"""Events are always gathered this far back: a policy may ask for any of 7, 14 and 30 days."""


MOST_EVENT_ITEMS = 50
"""Newest items of one kind of event that are kept with a verification."""


class EventItem(NamedTuple):
    """The newest event of one item; `item_id` is empty where it names none, `brand` and `title`
    where the catalogue has none.
    """

    item_id: str
    brand: str
    at: datetime
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """What was looked up for one candidate, as it was at that time.

    `items` holds None for an id that is not in the catalogue; `last_events` the newest event of
    each kind in the last 30 days, `event_items` what each kind was about, newest first; `brands`
    those of the catalogue that the text names.

    `unread_items` are those of which the catalogue may have a row that could not be read,
    `unread_events` says that of the user's events; `no_catalogue` and `no_events` that no file of
    them was given at all.
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
    def from_dict(cls, said: Mapping[str, Any]) -> "Facts":
        events = said["last_events"].items()
        return cls(
            now=datetime.fromisoformat(said["now"]),
            items={name: _item(row) for name, row in said["items"].items()},
            last_events={kind: datetime.fromisoformat(at) for kind, at in events},
            brands=frozenset(said["brands"]),
            snapshot=said["snapshot"],
            unread_items=frozenset(said.get("unread_items", ())),
            **{name: said.get(name, False) for name in _SOURCES},
            event_items={
                kind: tuple(
                    EventItem(name, brand, datetime.fromisoformat(at), *title)
                    for name, brand, at, *title in items
                )
                for kind, items in said.get("event_items", {}).items()
            },
        )


def _event_row(event: EventItem) -> list[str]:
    """Without a title as such rows were kept before they had titles."""
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
    """Everything the checks may ask about. What the source raises is raised: no answer is no fact.

    `now` carries its zone; a candidate's own `at` comes before it.
    """
    at = candidate.at or now
    newest: dict[str, datetime] = {}
    of_items: defaultdict[str, dict[str, datetime]] = defaultdict(dict)
    if candidate.user_id:
        for event in source.get_user_events(candidate.user_id, LONGEST_DAYS, until=at):
            newest[event.kind] = max(event.at, newest.get(event.kind, event.at))
            known, name = of_items[event.kind], event.item_id or ""
            known[name] = max(event.at, known.get(name, event.at))
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
        event_items={kind: _event_items(items, source) for kind, items in of_items.items()},
    )


def _event_items(newest: Mapping[str, datetime], source: FactSource) -> tuple[EventItem, ...]:
    """Where there are too many the rest stands as one event without an item: it may be any."""
    if set(newest) == {""}:
        return (EventItem("", "", newest[""]),)
    ordered = sorted(newest.items(), key=lambda of: (of[1], of[0]), reverse=True)
    kept, rest = ordered[:MOST_EVENT_ITEMS], ordered[MOST_EVENT_ITEMS:]
    items = ((name, source.get_item(name) if name else None, at) for name, at in kept)
    found = [
        EventItem(name, item.brand, at, item.title) if item else EventItem(name, "", at)
        for name, item, at in items
    ]
    return (*found, *(EventItem("", "", at) for _, at in rest[:1]))

"""The input of a verification: a copy, its declared claims, and the rows they are checked with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims that the writer of a copy declares (source 001, section 1.1).

    `event_item_ids`: the items that the referenced events are about; empty: any item.
    """

    referenced_events: tuple[str, ...] = ()
    referenced_item_ids: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    holidays: tuple[str, ...] = ()
    event_item_ids: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, list[str]]:
        event_items = {"event_item_ids": list(self.event_item_ids)} if self.event_item_ids else {}
        return {
            "referenced_events": list(self.referenced_events),
            "referenced_item_ids": list(self.referenced_item_ids),
            "brands": list(self.brands),
            "holidays": list(self.holidays),
            **event_items,
        }


@dataclass(frozen=True, slots=True)
class Constraints:
    """Limits of one copy, on top of its channel's rules; `max_length` in length units."""

    no_price: bool = False
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A copy to verify. `time_zone` is the audience's (an IANA name); None: the policy's.

    `at` is when the copy will be sent; None: the time of the verification.
    """

    id: str
    text: str
    channel: str
    locale: str
    claims: Claims = field(default_factory=Claims)
    user_id: str | None = None
    constraints: Constraints = field(default_factory=Constraints)
    time_zone: str | None = None
    at: datetime | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "text": self.text,
            "channel": self.channel,
            "locale": self.locale,
            "claims": self.claims.to_dict(),
            "user_id": self.user_id,
            "constraints": {
                "no_price": self.constraints.no_price,
                "max_length": self.constraints.max_length,
            },
            "time_zone": self.time_zone,
            "at": self.at.isoformat() if self.at else None,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Candidate":
        claims = {name: tuple(values) for name, values in data["claims"].items()}
        optional = {name: data.get(name) for name in ("user_id", "time_zone")}
        return cls(
            id=data["id"],
            text=data["text"],
            channel=data["channel"],
            locale=data["locale"],
            claims=Claims(**claims),
            constraints=Constraints(**data["constraints"]),
            at=datetime.fromisoformat(data["at"]) if data.get("at") else None,
            **optional,
        )


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A row of the catalogue. `active`: it is listed; `purchasable`: it can be bought now."""

    id: str
    brand: str = ""
    active: bool = True
    purchasable: bool = True
    price: Decimal | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class UserEvent:
    """An action of a user: `kind` is view, cart, purchase and so on; `at` is time-zone aware."""

    user_id: str
    kind: str
    at: datetime
    item_id: str | None = None

"""What stands before the reader on Review, so that Home leads back to it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from core.services.review import Queue, ReviewPosition
from pages.components import address, page_state
from pages.components.page_state import StateKey
from pages.components.review.filter_bar import EVERY


@dataclass(frozen=True)
class LastPosition:
    """`under`: the filters of the address."""

    reviewer: str
    place: ReviewPosition
    under: dict[str, object]


_LAST: StateKey[LastPosition | None] = page_state.LAST_POSITION


def remember_position(item_id: int, queue: Queue, reviewer: str) -> None:
    place = ReviewPosition(item_id, queue, datetime.now(UTC))
    under = address.current("state", *EVERY)
    _LAST.set(LastPosition(reviewer, place, under))


def last_position(reviewer: str) -> LastPosition | None:
    """What stood before this reviewer last in this session."""
    kept = _LAST.get()
    return kept if kept and kept.reviewer == reviewer else None

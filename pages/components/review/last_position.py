"""The item shown last on Review, so that Home leads back to it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from core.services.review import Queue, ReviewPosition
from pages.components import address, page_state
from pages.components.page_state import StateKey
from pages.components.review.filter_bar import FILTER_NAMES


@dataclass(frozen=True)
class LastPosition:
    """The item shown last to a reviewer; `filters`: those of the address then."""

    reviewer: str
    position: ReviewPosition
    filters: dict[str, object]


_LAST: StateKey[LastPosition | None] = page_state.LAST_POSITION


def remember_position(item_id: int, queue: Queue, reviewer: str) -> None:
    position = ReviewPosition(item_id, queue, datetime.now(UTC))
    filters = address.current("state", *FILTER_NAMES)
    _LAST.set(LastPosition(reviewer, position, filters))


def last_position(reviewer: str) -> LastPosition | None:
    """The item shown last to this reviewer in this session, if any."""
    last = _LAST.get()
    return last if last and last.reviewer == reviewer else None

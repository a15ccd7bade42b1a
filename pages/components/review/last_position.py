"""What stands before the reader on Review, so that Home leads back to it."""

from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from core.services.review import Queue, ReviewPosition
from pages.components import address
from pages.components.review.filter_bar import EVERY

KEY = "stood"


@dataclass(frozen=True)
class LastPosition:
    """`under`: the filters of the address."""

    reviewer: str
    place: ReviewPosition
    under: dict[str, object]


def remember_position(item_id: int, queue: Queue, reviewer: str) -> None:
    place = ReviewPosition(item_id, queue, datetime.now(UTC))
    under = address.kept("state", *EVERY)
    st.session_state[KEY] = LastPosition(reviewer, place, under)


def last_position(reviewer: str) -> LastPosition | None:
    """What stood before this reviewer last in this session."""
    kept: LastPosition | None = st.session_state.get(KEY)
    return kept if kept and kept.reviewer == reviewer else None

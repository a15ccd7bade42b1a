"""What stands before the reader on Review, so that Home leads back to it."""

from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from core.services.review import Place, Queue
from pages.components import address
from pages.components.review.filters import EVERY

KEY = "stood"


@dataclass(frozen=True)
class Stood:
    """`under`: the filters of the address."""

    reviewer: str
    place: Place
    under: dict[str, object]


def remember(item_id: int, queue: Queue, reviewer: str) -> None:
    place = Place(item_id, queue, datetime.now(UTC))
    under = address.kept("state", *EVERY)
    st.session_state[KEY] = Stood(reviewer, place, under)


def stood(reviewer: str) -> Stood | None:
    """What stood before this reviewer last in this session."""
    kept: Stood | None = st.session_state.get(KEY)
    return kept if kept and kept.reviewer == reviewer else None

"""How many questions wait for the reader, shown in the sidebar beside the pages that decide."""

from collections.abc import Mapping
from contextlib import suppress
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError
from streamlit.errors import StreamlitInvalidLayoutContextError

from core.services.review import Queue, QueueView, State, count_each
from pages.components import identity
from pages.components.app_context import engine
from pages.components.navigation import redraw_counts
from pages.components.page_state import WAITING_COUNTS

FRESH_S = 5.0
"""Seconds for which a count is cached, as every press draws the sidebar."""


def waiting_counts() -> Mapping[str, int]:
    """The counts by page name; empty without a reviewer, or while the database fails, which the
    page itself reports.
    """
    try:
        reviewer = identity.reviewer()
        if not reviewer:
            return {}
        cached = WAITING_COUNTS.get()
        if cached and cached[0] == reviewer and monotonic() - cached[1] < FRESH_S:
            return cached[2]
        counts = _count_waiting(reviewer)
    except SQLAlchemyError:
        return {}
    WAITING_COUNTS.set((reviewer, monotonic(), counts))
    return counts


def redraw_waiting_counts() -> None:
    """Update the counts from within a fragment. Streamlit allows this only if the fragment also
    drew there with the whole page; a nested newer one leaves the counts to the next press.
    """
    with suppress(StreamlitInvalidLayoutContextError):
        redraw_counts(waiting_counts())


def _count_waiting(reviewer: str) -> Mapping[str, int]:
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,))
    return count_each(engine(), {"review": Queue(whose=reviewer), "adjudicate": disputed})

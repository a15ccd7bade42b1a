"""How many questions wait for the reader, beside the pages where they are decided."""

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
"""A count may be this old: the sidebar is drawn on every page, between two presses of a key too."""


def waiting_counts() -> Mapping[str, int]:
    """By the page's name; nothing for somebody without a name, or while the database fails: then
    the page itself says so.
    """
    try:
        reviewer = identity.reviewer()
        if not reviewer:
            return {}
        kept = WAITING_COUNTS.get()
        if kept and kept[0] == reviewer and monotonic() - kept[1] < FRESH_S:
            return kept[2]
        counts = _counted(reviewer)
    except SQLAlchemyError:
        return {}
    WAITING_COUNTS.set((reviewer, monotonic(), counts))
    return counts


def redraw_waiting_counts() -> None:
    """In a part of a page that redraws itself, and so may have changed what waits. Streamlit lets
    it draw in the sidebar only if it does so each time that the whole page is drawn, too; a part
    that came into being since, within another, leaves the counts to the next press.
    """
    with suppress(StreamlitInvalidLayoutContextError):
        redraw_counts(waiting_counts())


def _counted(reviewer: str) -> Mapping[str, int]:
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,))
    return count_each(engine(), {"review": Queue(whose=reviewer), "adjudicate": disputed})

"""How many questions wait for the reader, beside the pages where they are decided."""

from collections.abc import Mapping

import streamlit as st
from sqlalchemy import Engine

from core.services.review import Queue, QueueView, State, count
from pages.components import identity
from pages.components.app_context import engine

FRESH_S = 5
"""A count may be this old: it is drawn on every page, also between two key presses of Review."""


def waiting_counts() -> Mapping[str, int]:
    """By the page's name; nothing for somebody without a name."""
    reviewer = identity.reviewer()
    return _counted(engine(), reviewer) if reviewer else {}


@st.cache_data(
    ttl=FRESH_S,
    max_entries=200,
    show_spinner=False,
    hash_funcs={Engine: lambda engine: str(engine.url)},
)
def _counted(engine: Engine, reviewer: str) -> Mapping[str, int]:
    disputed = Queue(shown=QueueView.ALL, states=(State.DISPUTED,))
    return {
        "review": count(engine, Queue(whose=reviewer)),
        "adjudicate": count(engine, disputed),
    }

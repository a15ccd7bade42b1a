"""One quiet line above the bar: what the last press stored or took back."""

from dataclasses import dataclass
from html import escape

import streamlit as st

from core.services.review import place_of
from pages.components import page_state
from pages.components.app_context import engine
from pages.components.language import _
from pages.components.navigation import link
from pages.components.page_state import StateKey
from pages.components.wording import DONE_ACTS, term_label


@dataclass(frozen=True)
class StatusMessage:
    """`many`: with the way to what was done to many questions at once."""

    sentence: str
    many: bool = False


_STATUS: StateKey[StatusMessage | None] = page_state.STATUS


def set_status(sentence: str, *, many: bool = False) -> None:
    _STATUS.set(StatusMessage(sentence, many))


def clear_status() -> None:
    """Until then it stays, however often the page is drawn: at the next press, or elsewhere."""
    _STATUS.clear()


def set_stored_status(act: str, item_id: int) -> None:
    """An act of `ACTIONS` on this item, which the key U takes back."""
    at = place_of(engine(), item_id)
    said = _("{done}: run #{run}, line {line}. Undo (U)")
    set_status(said.format(done=term_label(DONE_ACTS, act), run=at.run_id, line=at.line))


def draw_status() -> None:
    """Its place is kept where there is nothing to tell, so that nothing moves when there is."""
    told = _STATUS.get() or StatusMessage("")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="told"):
        st.html(f'<div class="desk-caption desk-told" role="status">{escape(told.sentence)}</div>')
        if told.many:
            link("questions", _("Bulk history"))

"""One quiet line beside the bar: what the last press stored or took back."""

from dataclasses import dataclass
from html import escape

import streamlit as st

from core.services.review import place_of
from pages.components.desk import engine
from pages.components.language import _
from pages.components.places import link
from pages.components.words import ACTIONS, named

KEY = "told"


@dataclass(frozen=True)
class Told:
    """`many`: with the way to what was done to many questions at once."""

    sentence: str
    many: bool = False


def tell(sentence: str, *, many: bool = False) -> None:
    st.session_state[KEY] = Told(sentence, many)


def forget_told() -> None:
    """Until then it stays, however often the page is drawn: at the next press, or elsewhere."""
    st.session_state.pop(KEY, None)


def tell_stored(act: str, item_id: int) -> None:
    """An act of `ACTIONS` on this item, which the key U takes back."""
    at = place_of(engine(), item_id)
    said = _("Stored: {act}, run #{run}, line {line}. U takes it back.")
    tell(said.format(act=named(ACTIONS, act), run=at.run_id, line=at.line))


def draw_told() -> None:
    """Its place is kept where there is nothing to tell, so that nothing moves when there is."""
    told: Told = st.session_state.get(KEY, Told(""))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="told"):
        st.html(f'<div class="desk-caption desk-told" role="status">{escape(told.sentence)}</div>')
        if told.many:
            link("questions", _("Done to many"))

"""A page with the editor alone, as a page without a bar of its own calls it."""

import streamlit as st

from core.results import item
from core.review import shown_history
from pages.parts import address
from pages.parts.corrected import draw_corrected
from pages.parts.correcting import draw_editor
from pages.parts.desk import engine
from pages.parts.editing import is_correcting, open_editor
from pages.parts.html import style
from pages.parts.question import draw_question
from pages.parts.saving import draw_hands

style()
NAME = st.session_state["reviewer"]
shown = item(engine(), address.number("item") or 0)
events = shown_history(engine(), shown.id, NAME)
if is_correcting(shown.id):
    draw_hands(draw_editor(shown, NAME, events))
else:
    draw_question(shown)
draw_corrected(shown, NAME, events)
st.button("Correct", key="correct", shortcut="E", on_click=open_editor, args=(shown.id,))

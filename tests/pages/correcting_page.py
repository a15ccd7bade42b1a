"""A page with the editor alone, as a page without a bar of its own calls it."""

import streamlit as st

from core.services.results import item
from core.services.review import shown_history
from pages.components import address
from pages.components.action import action, message_slot
from pages.components.app_context import engine
from pages.components.html import style
from pages.components.question import draw_question
from pages.components.review.correction_view import draw_correction_outcome
from pages.components.review.draft import is_correcting, open_editor
from pages.components.review.draft_actions import draw_draft_actions
from pages.components.review.question_editor import draw_editor

style()
NAME = st.session_state["reviewer"]
shown = item(engine(), address.number("item") or 0)
events = shown_history(engine(), shown.id, NAME)
with message_slot():
    if is_correcting(shown.id):
        draw_draft_actions(draw_editor(shown, NAME, events))
    else:
        draw_question(shown)
    draw_correction_outcome(shown, NAME, events)
    action("Correct", open_editor, right=None, key="correct", args=(shown.id,), shortcut="E")

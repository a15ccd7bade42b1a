"""The page Answers: the evidence gate (source 002) and the answer loop (source 004)."""

import streamlit as st

from pages.answers.ask import draw_ask
from pages.answers.cases import draw_cases
from pages.answers.feedback import draw_feedback
from pages.answers.loops import draw_loops
from pages.answers.npcs import draw_npcs
from pages.components import address
from pages.components.language import N_, _

VIEWS = {
    "ask": (N_("Ask"), draw_ask),
    "loops": (N_("Loop"), draw_loops),
    "cases": (N_("Red team"), draw_cases),
    "feedback": (N_("Feedback"), draw_feedback),
    "npcs": (N_("NPCs"), draw_npcs),
}

st.title(_("Answers"))
view = address.choose(
    "segmented_control",
    _("View"),
    "view",
    list(VIEWS),
    lambda option: _(VIEWS[option][0]),
    forgets=("trace", "loop", "gate_run", "page", "role", "came", "npc"),
    label_visibility="collapsed",
)
VIEWS[view][1]()

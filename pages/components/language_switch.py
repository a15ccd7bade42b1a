"""The switch between the two languages, each by its own name."""

import streamlit as st

from pages.components.action import guarded
from pages.components.language import KEY, LANGUAGES, _, language
from pages.components.page_state import LANGUAGE_IS_CHOSEN, LANGUAGE_SWITCH


def draw_language_switch() -> None:
    LANGUAGE_SWITCH.set(language())
    st.segmented_control(
        _("Language"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        key=LANGUAGE_SWITCH.name,
        required=True,
        on_change=guarded(_switch_language),
        label_visibility="collapsed",
    )


def _switch_language() -> None:
    st.query_params[KEY] = LANGUAGE_SWITCH.get()
    LANGUAGE_IS_CHOSEN.set(True)

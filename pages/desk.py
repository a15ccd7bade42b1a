"""The app's script: page config, sidebar with navigation and reviewer, and the chosen page."""

import streamlit as st

from pages.components import address, identity, page_state
from pages.components.drawing import drawing
from pages.components.fragment import report_failures
from pages.components.html import MARK, brand, style
from pages.components.keys import load_scripts
from pages.components.language import _
from pages.components.language_switch import draw_language_switch
from pages.components.navigation import TITLES, draw_navigation, page_entry
from pages.components.review import claims
from pages.components.rights import allowed_page, refuse_page
from pages.components.sign_in import require_sign_in
from pages.components.waiting_counts import waiting_counts

SIDEBAR_PX = 224

st.set_page_config(
    page_title=_("Evidence Desk"),
    page_icon=str(MARK),
    layout="wide",
    initial_sidebar_state=SIDEBAR_PX,
)
with drawing():
    style()
    load_scripts()
    address.load_history_script()
    require_sign_in()
    chosen_page = st.navigation([page_entry(name) for name in TITLES], position="hidden")
    with st.sidebar:
        brand()
        draw_navigation(chosen_page.url_path or "home", waiting_counts())
        with st.container(key="foot", gap="small"):
            identity.draw_identity()
            draw_language_switch()
            identity.describe_mode()
    if page_state.PAGE_SHOWN.get() != chosen_page.url_path:
        page_state.PAGE_SHOWN.set(chosen_page.url_path)
        claims.leave_item()
        page_state.leave_page()
    address.show()
    with report_failures():
        name = chosen_page.url_path or "home"
        if allowed_page(name):
            chosen_page.run()
        else:
            refuse_page(name)

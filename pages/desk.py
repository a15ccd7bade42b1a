"""The desk itself: page config, language, who is reviewing, and the way between the pages."""

import streamlit as st

from pages.components import address, identity, language
from pages.components.debounce import forget_drawn
from pages.components.fragment import report_failures
from pages.components.html import MARK, brand, style
from pages.components.language import _
from pages.components.navigation import TITLES, draw_navigation, place
from pages.components.review import claims
from pages.components.rights import allowed_page, refuse_page
from pages.components.sign_in import require_sign_in
from pages.components.status_line import clear_status
from pages.components.upload import forget_said
from pages.components.waiting_counts import waiting_counts

SIDEBAR_PX = 224

st.set_page_config(
    page_title=_("Evidence Desk"),
    page_icon=str(MARK),
    layout="wide",
    initial_sidebar_state=SIDEBAR_PX,
)
style()
address.steps()
require_sign_in()
chosen = st.navigation([place(name) for name in TITLES], position="hidden")
with st.sidebar:
    brand()
    draw_navigation(chosen.url_path or "home", waiting_counts())
    with st.container(key="foot", gap="small"):
        identity.sign()
        language.switch()
        identity.describe_mode()
if st.session_state.get("place") != chosen.url_path:
    st.session_state["place"] = chosen.url_path
    claims.leave_item()
    forget_said()
    forget_drawn()
    clear_status()
address.show()
with report_failures():
    name = chosen.url_path or "home"
    if allowed_page(name):
        chosen.run()
    else:
        refuse_page(name)

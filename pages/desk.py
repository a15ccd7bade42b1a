"""The desk itself: page config, language, who is reviewing, and the way between the pages."""

import streamlit as st

from pages.components import address, identity, language
from pages.components.debounce import forget_drawn
from pages.components.fragment import report_failures
from pages.components.html import style
from pages.components.language import _
from pages.components.navigation import place
from pages.components.review import claims
from pages.components.rights import allowed_page, refuse_page
from pages.components.sign_in import require_sign_in
from pages.components.status_line import clear_status
from pages.components.upload import forget_said

st.set_page_config(page_title=_("Evidence Desk"), layout="wide")
style()
address.steps()
require_sign_in()
chosen = st.navigation(
    {
        _("My work"): [place("home"), place("review"), place("questions"), place("adjudicate")],
        _("Validation"): [place("library"), place("runs"), place("depth")],
        _("Reports"): [place("accuracy")],
        _("Generated copy"): [place("copy_check"), place("answers")],
        _("Desk"): [place("settings")],
    }
)
with st.sidebar:
    language.switch()
    identity.sign()
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

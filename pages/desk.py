"""The desk itself: page config, language, who is reviewing, and the way between the pages."""

import streamlit as st

from pages.components import address, identity, language
from pages.components.html import style
from pages.components.language import _
from pages.components.looked_at import forget_drawn
from pages.components.places import place
from pages.components.redrawn import told
from pages.components.review import claims
from pages.components.rights import allowed_page, refuse_page
from pages.components.signing_in import let_in
from pages.components.told import forget_told
from pages.components.upload import forget_said

st.set_page_config(page_title=_("Evidence Desk"), layout="wide")
style()
address.steps()
let_in()
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
    claims.leave()
    forget_said()
    forget_drawn()
    forget_told()
address.show()
with told():
    name = chosen.url_path or "home"
    if allowed_page(name):
        chosen.run()
    else:
        refuse_page(name)

"""What is drawn before any page: the sign-in, or whom to ask for a role."""

import streamlit as st

from core.errors import InputError
from core.services.access import Right, admin_addresses
from pages.components import identity, login
from pages.components.app_context import engine
from pages.components.database_errors import database_error_message
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.language_switch import draw_language_switch
from pages.components.navigation import TITLES, page_entry


def require_sign_in() -> None:
    """Return for users who may see the desk; for others draw the sign-in and stop."""
    if not login.is_configured():
        return
    with database_error_message():
        if not login.is_signed_in():
            _draw_sign_in()
        elif _has_role():
            return
    # The pages are only declared, so that Streamlit knows their addresses.
    st.navigation([page_entry(name) for name in TITLES], position="hidden")
    st.stop()


def _draw_sign_in() -> None:
    with st.sidebar:
        draw_language_switch()
    st.title(_("Evidence Desk"))
    caption(_("Review model output against its evidence."))
    st.button(_("Sign in"), type="primary", key="sign_in", on_click=st.login)


def _has_role() -> bool:
    """Whether the signed-in user may see the desk; if not, draw why, and whom to ask."""
    try:
        principal = login.welcome()
    except InputError as error:
        notice(translate(error))
        st.button(_("Sign out"), key="sign_out", on_click=st.logout)
        return False
    if principal.may(Right.READ):
        return True
    with st.sidebar:
        draw_language_switch()
        identity.draw_identity()
    st.title(_("Evidence Desk"))
    notice(_("You are signed in as {name} but have no role yet.").format(name=principal.name))
    admins = admin_addresses(engine())
    if admins:
        caption(_("Ask an admin for one: {admins}.").format(admins=", ".join(admins)))
    else:
        caption(
            _(
                "There is no admin yet. Whoever operates this server can name one in DESK_ADMINS "
                "or with python -m core users set-role."
            )
        )
    return False

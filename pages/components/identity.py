"""The reviewer: the signed-in user, or without a login the name that the desk asks for once.

The name is kept in a cookie, not in the address: a shared link must not carry its sender's name
into somebody else's decisions.
"""

import json
from html import escape
from urllib.parse import quote, unquote

import streamlit as st

from core.errors import InputError
from core.services.access import Right, record_sign_out
from core.services.review import reviewer_id, stored_name
from pages.components import login
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine, settings
from pages.components.html import caption, draw, notice
from pages.components.language import _
from pages.components.page_state import NAME_FIELD, REVIEWER
from pages.components.rights import ROLES, why_not

COOKIE = "desk_reviewer"
YEAR_S = 365 * 24 * 3600


def reviewer() -> str | None:
    """The reviewer's name; None until one is given, or without the right to review."""
    if principal := login.principal():
        return principal.name if principal.may(Right.REVIEW) else None
    if not REVIEWER.is_set:
        cookie_name = unquote(st.context.cookies.get(COOKIE, ""))
        REVIEWER.set(_valid_name(cookie_name) if cookie_name else None)
    return REVIEWER.get()


def draw_identity() -> None:
    """Draw the reviewer's name with a way to switch, and write the cookie; for a signed-in user
    draw their role and a sign-out button.
    """
    if principal := login.principal():
        role = ROLES[principal.role or ""]
        caption(_("Signed in: {name}, {role}").format(name=principal.name, role=_(role)))
        action(_("Sign out"), _sign_out, right=None, key="sign_out", width="stretch")
        return
    name = reviewer()
    if not name:
        return
    _remember(name)
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="me"
    ):
        draw(f'<div class="desk-me">{escape(name)}</div>')
        folded = st.popover(
            _("Switch reviewer"), type="tertiary", key="change_name", on_change="rerun"
        )
        if folded.open:  # drawn only when open, to save time
            with folded:
                ask("sidebar")


def describe_mode() -> None:
    """Draw a note if nobody signs in, neither here nor at a proxy (DESK_OPEN)."""
    if not login.is_configured() and not settings().open_to_all:
        caption(_("Local mode, no sign-in"))


def ask(where: str, *, primary: bool = True) -> None:
    """Draw the field for the reviewer's name; with a login, why the user may not review. `where`
    keeps the widget keys of several such fields apart.
    """
    if login.is_configured():
        notice(why_not(Right.REVIEW), "quiet")
        return
    with (
        st.form(f"name_{where}", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            _("Your name"),
            key=NAME_FIELD.of(where).name,
            max_chars=60,
            placeholder=_("Your name is stored with every decision."),
            width=320,
        )
        action(
            _("Continue"),
            _store_name,
            right=None,
            key=f"name_store_{where}",
            args=(where,),
            in_form=True,
            type="primary" if primary else "secondary",
        )
    draw_outcome()


def _sign_out() -> None:
    record_sign_out(engine())
    st.logout()


def _store_name(where: str) -> None:
    name = stored_name(engine(), NAME_FIELD.of(where).get())
    reviewer_id(engine(), name)
    REVIEWER.set(name)


def _valid_name(cookie_name: str) -> str | None:
    """The cookie's name, None if it is not valid."""
    try:
        return stored_name(engine(), cookie_name)
    except InputError:
        return None


def _remember(name: str) -> None:
    cookie = f"{COOKIE}={quote(name)}; path=/; max-age={YEAR_S}; SameSite=Strict"
    st.html(
        f"<script>document.cookie = {json.dumps(cookie)};</script>", unsafe_allow_javascript=True
    )

"""Settings, for an admin: tokens for programs that ask the API. A new one is shown once."""

import streamlit as st

from core.errors import DeskError
from core.services.access import AccessToken, Role, create_token, list_tokens, revoke_token
from core.services.access.tokens import LONGEST_NAME, MOST_DAYS
from pages.components.action import guarded_action
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.rights import ROLES


def draw_tokens() -> None:
    if made := st.session_state.pop("token_made", None):
        notice(_("Copy this token now: it cannot be shown again."), "quiet")
        st.code(made, language=None)
    if refused := st.session_state.pop("token_refused", None):
        notice(refused)
    names = {role.value: _(ROLES[role]) for role in Role}
    with (
        st.form("token", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(_("What will use it"), key="token_name", max_chars=LONGEST_NAME, width=260)
        st.selectbox(
            _("Role"),
            list(names),
            index=1,
            key="token_role",
            format_func=names.__getitem__,
            width=160,
        )
        st.number_input(_("Days"), 1, MOST_DAYS, 90, key="token_days", width=120)
        st.form_submit_button(_("Make a token"), key="token_create", on_click=_create)
    for token in list_tokens(engine()):
        _draw_token(token)


def _draw_token(token: AccessToken) -> None:
    said, hand = st.columns([3, 1], vertical_alignment="center")
    with said:
        used = token.last_used_at
        caption(
            f"{token.prefix}…",
            token.name,
            _(ROLES[token.role]),
            _state(token),
            _("used {time} UTC").format(time=f"{used:%Y-%m-%d %H:%M}") if used else _("never used"),
        )
    if token.is_usable:
        with hand:
            st.button(_("Revoke"), key=f"revoke_{token.id}", on_click=_revoke, args=(token.id,))


def _state(token: AccessToken) -> str:
    if token.revoked_at:
        return _("revoked")
    if token.expires_at is None:
        return _("does not expire")
    if not token.is_usable:
        return _("expired")
    return _("until {day}").format(day=f"{token.expires_at:%Y-%m-%d}")


@guarded_action
def _create() -> None:
    given = st.session_state
    try:
        role, days = Role(given["token_role"]), int(given["token_days"])
        _token, text = create_token(engine(), given["token_name"], role, days=days)
    except DeskError as error:
        given["token_refused"] = translate(error)
    else:
        given["token_made"] = text


@guarded_action
def _revoke(token_id: int) -> None:
    try:
        revoke_token(engine(), token_id)
    except DeskError as error:
        st.session_state["token_refused"] = translate(error)

"""Settings, for admins: tokens for programs that use the API. A new one is shown once."""

import streamlit as st

from core.services.access import AccessToken, Right, Role, create_token, list_tokens, revoke_token
from core.services.access.tokens import LONGEST_NAME, MOST_DAYS
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.language import _
from pages.components.page_state import NEW_TOKEN, TOKEN_DAYS, TOKEN_NAME, TOKEN_ROLE
from pages.components.rights import ROLES


def draw_tokens() -> None:
    if new_token := NEW_TOKEN.take():
        notice(_("Copy this token now; it will not be shown again."), "quiet")
        st.code(new_token, language=None)
    names = {role.value: _(ROLES[role]) for role in Role}
    with (
        st.form("token", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(_("Purpose"), key=TOKEN_NAME.name, max_chars=LONGEST_NAME, width=260)
        st.selectbox(
            _("Role"),
            list(names),
            index=1,
            key=TOKEN_ROLE.name,
            format_func=names.__getitem__,
            width=160,
        )
        st.number_input(_("Days"), 1, MOST_DAYS, 90, key=TOKEN_DAYS.name, width=120)
        action(_("Create token"), _create, right=Right.ADMINISTER, key="token_create", in_form=True)
    draw_outcome()
    for token in list_tokens(engine()):
        _draw_token(token)
    draw_outcome()


def _draw_token(token: AccessToken) -> None:
    facts_column, action_column = st.columns([3, 1], vertical_alignment="center")
    with facts_column:
        used = token.last_used_at
        caption(
            f"{token.prefix}…",
            token.name,
            _(ROLES[token.role]),
            _state(token),
            _("used {time} UTC").format(time=f"{used:%Y-%m-%d %H:%M}") if used else _("never used"),
        )
    if token.is_usable:
        with action_column:
            action(
                _("Revoke"),
                _revoke,
                right=Right.ADMINISTER,
                key=f"revoke_{token.id}",
                args=(token.id,),
            )


def _state(token: AccessToken) -> str:
    if token.revoked_at:
        return _("revoked")
    if token.expires_at is None:
        return _("never expires")
    if not token.is_usable:
        return _("expired")
    return _("until {day}").format(day=f"{token.expires_at:%Y-%m-%d}")


def _create() -> None:
    role, days = Role(TOKEN_ROLE.get()), TOKEN_DAYS.get()
    _token, text = create_token(engine(), TOKEN_NAME.get(), role, days=days)
    NEW_TOKEN.set(text)


def _revoke(token_id: int) -> None:
    revoke_token(engine(), token_id)

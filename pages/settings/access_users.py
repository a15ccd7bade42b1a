"""Settings, for admins: who has signed in, and what each of them may do."""

from functools import partial

import streamlit as st

from core.services.access import ADDED, Role, User, list_users, set_role
from pages.components.action import draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, table
from pages.components.language import N_, _
from pages.components.mirror import mirror
from pages.components.rights import ROLES

RIGHTS = {
    "read": N_("read everything"),
    "review": N_("decide, edit and comment in reviews"),
    "ask": N_("ask questions"),
    "run": N_("upload, and start, pause and cancel runs and checks"),
    "adjudicate": N_("make final decisions and run bulk actions"),
    "publish": N_("publish policies and edit NPCs"),
    "export": N_("download data"),
    "administer": N_("assign roles, create tokens, delete texts and sets, read the audit log"),
}


def draw_roles() -> None:
    """Draw the rights that each role adds, in words."""
    table(
        [_("Role"), _("May also")],
        [
            [_(ROLES[role]), " · ".join(_(RIGHTS[right]) for right in RIGHTS if right in added)]
            for role, added in ADDED.items()
        ],
    )
    caption(_("Each role includes all rights of the roles above it."))


def draw_users() -> None:
    users = list_users(engine())
    if not users:
        caption(_("Nobody has signed in yet."))
    for user in users:
        _draw_user(user)
    draw_outcome()


def _draw_user(user: User) -> None:
    user_column, role = st.columns([3, 1], vertical_alignment="center")
    with user_column:
        seen_text = _("last signed in {time} UTC").format(time=f"{user.seen_at:%Y-%m-%d %H:%M}")
        caption(user.name, user.email, seen_text)
    names = {role: _(name) for role, name in ROLES.items()}
    current = user.role.value if user.role else ""
    with role:
        st.selectbox(
            _("Role of {name}").format(name=user.name),
            list(names),
            index=list(names).index(current),
            format_func=names.__getitem__,
            label_visibility="collapsed",
            **mirror(f"role_{user.id}", current, partial(_change_role, user.id)),
        )


def _change_role(user_id: int, chosen: str) -> None:
    set_role(engine(), user_id, Role(chosen) if chosen else None)

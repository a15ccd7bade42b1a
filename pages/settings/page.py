"""How this desk is set up: connections, limits, versions, environment. Keys are never shown."""

import platform
from importlib.metadata import version

import streamlit as st
from sqlalchemy import make_url

from core.errors import DeskError
from core.services.access import Right
from core.settings import DESK_VERSION
from core.text import AVAILABLE_TOKENIZERS
from pages.components import login
from pages.components.app_context import configured_connections, prices, settings
from pages.components.connections import draw_connections, draw_test
from pages.components.html import caption, notice, table
from pages.components.language import _, translate
from pages.components.money import draw_prices
from pages.components.rights import allowed
from pages.settings.access_audit import draw_audit
from pages.settings.access_tokens import draw_tokens
from pages.settings.access_users import draw_roles, draw_users
from pages.settings.environment import draw_environment


def draw_limits() -> None:
    table(
        [_("Field"), _("Value")],
        [
            [_("Largest upload"), f"{settings().max_upload_mb} MB"],
            [_("Tokeniser for positions"), settings().tokenizer],
            [_("Available tokenisers"), ", ".join(AVAILABLE_TOKENIZERS)],
            [_("Connections file"), str(settings().connections_file)],
            [_("Prices file"), str(settings().prices_file)],
        ],
    )


def draw_versions() -> None:
    table(
        [_("Field"), _("Value")],
        [
            ["Evidence Desk", DESK_VERSION],
            ["Streamlit", version("streamlit")],
            ["Python", platform.python_version()],
            ["SQLModel", version("sqlmodel")],
            [_("Database"), make_url(settings().database_url).render_as_string()],
        ],
    )


def draw_access() -> None:
    """Draw the roles; for admins also users, tokens and the audit log."""
    st.subheader(_("Access"))
    if not login.is_configured():
        caption(
            _(
                "No sign-in is set up. The app is only reachable from this machine, and anyone "
                "using it has all rights. See README to enable sign-in."
            )
            if not settings().open_to_all
            else _("No sign-in is set up. Anyone who can reach this app has all rights.")
        )
    draw_roles()
    if not allowed(Right.ADMINISTER):
        return
    if login.is_configured():
        st.subheader(_("Users"))
        draw_users()
    st.subheader(_("API tokens"))
    draw_tokens()
    st.subheader(_("Audit log"))
    draw_audit()


st.title(_("Settings"))
st.subheader(_("Connections"))
try:
    draw_connections(configured_connections())
    draw_test(configured_connections())
    st.subheader(_("Prices"))
    draw_prices(prices(), configured_connections(), str(settings().prices_file))
except DeskError as error:
    notice(translate(error))
limits, versions = st.columns(2, gap="large")
with limits:
    st.subheader(_("Limits and tokenisers"))
    draw_limits()
with versions:
    st.subheader(_("Versions"))
    draw_versions()
st.subheader(_("Environment variables"))
caption(_("Set these before starting the app."))
draw_environment()
draw_access()

"""Data that leaves the desk: every download goes through here, is asked for and is audited."""

from collections.abc import Callable
from typing import Any

import streamlit as st
from sqlalchemy import Engine

from core.services.access import Right, record_export
from pages.components.app_context import engine
from pages.components.rights import needs

Content = str | bytes


def draw_download(
    label: str,
    content: Content | Callable[[Engine], Content],
    name: str,
    mime: str,
    *,
    key: str,
    **others: Any,
) -> None:
    """The content is made when it is asked for, by a callable that is given the database in the
    reader's hands: it runs without their session. Each time is audited.
    """
    database = engine()

    def made() -> Content:
        record_export(database, name)
        return content(database) if callable(content) else content

    allowed = needs(Right.EXPORT, **others)
    st.download_button(label, made, name, mime, key=key, on_click="ignore", **allowed)

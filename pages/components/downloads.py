"""Every download of the desk: checked for the right to export, and audited."""

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
    **options: Any,
) -> None:
    """Draw a download button. A callable builds the content on request, outside the reader's
    session, so it gets their database. Each download is audited.
    """
    database = engine()

    def build() -> Content:
        record_export(database, name)
        return content(database) if callable(content) else content

    allowed = needs(Right.EXPORT, **options)
    st.download_button(label, build, name, mime, key=key, on_click="ignore", **allowed)

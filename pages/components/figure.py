"""Figures on pages: the reader's theme, the right to save them, and clickable points."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.charts import Figure, dark_figure, plotly_config
from core.services.access import Right
from pages.components.action import guarded
from pages.components.page_state import widget_value
from pages.components.rights import allowed


def figure_config(file_name: str) -> dict[str, object]:
    """Plotly's settings, with the save button only for those who may export."""
    return plotly_config(file_name, can_be_saved=allowed(Right.EXPORT))


def draw_figure(figure: Figure, key: str, *, file_name: str = "", **options: Any) -> None:
    """Draw a figure in the reader's theme; its image file is named `file_name`, or by its key."""
    st.plotly_chart(
        dark_figure(figure) if st.context.theme.type == "dark" else figure,
        key=key,
        theme=None,
        config=figure_config(file_name or key),
        **options,
    )


def draw_clickable(
    figure: Figure, key: str, on_click: Callable[[dict[str, Any]], None], *, file_name: str
) -> None:
    """Draw a figure; a click calls `on_click` with the point ("x", "y", "customdata" if set) before
    the page is drawn again. Its image file is named `file_name`.
    """
    figure.update_layout(dragmode=False, clickmode="event+select")

    def clicked() -> None:
        points = widget_value(key).selection.points
        if points:
            on_click(points[0])

    draw_figure(
        figure, key, file_name=file_name, on_select=guarded(clicked), selection_mode="points"
    )

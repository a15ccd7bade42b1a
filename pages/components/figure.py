"""Figures of pages: in the reader's theme, who may save them, points that lead somewhere."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.charts import Figure, dark_figure, plotly_config
from core.services.access import Right
from pages.components.action import guarded
from pages.components.page_state import widget_value
from pages.components.rights import allowed


def figure_config(file_name: str) -> dict[str, object]:
    """Who may take nothing away has no button that saves a picture."""
    return plotly_config(file_name, can_be_saved=allowed(Right.EXPORT))


def draw_figure(figure: Figure, key: str, *, file_name: str = "", **more: Any) -> None:
    """In the reader's theme; saved as a picture it is called `file_name`, or as its key."""
    st.plotly_chart(
        dark_figure(figure) if st.context.theme.type == "dark" else figure,
        key=key,
        theme=None,
        config=figure_config(file_name or key),
        **more,
    )


def draw_clickable(
    figure: Figure, key: str, chosen: Callable[[dict[str, Any]], None], *, file_name: str
) -> None:
    """`chosen` is called with the point that was clicked ("x", "y", "customdata" where the figure
    gave it), before the page is drawn again. Saved as a picture it is called `file_name`.
    """
    figure.update_layout(dragmode=False, clickmode="event+select")

    def clicked() -> None:
        points = widget_value(key).selection.points
        if points:
            chosen(points[0])

    draw_figure(
        figure, key, file_name=file_name, on_select=guarded(clicked), selection_mode="points"
    )

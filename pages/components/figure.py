"""Figures of pages: who may save them, and points that lead somewhere."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.charts import Figure, darkened, plotly_config
from core.services.access import Right
from pages.components.action import guarded_action
from pages.components.rights import allowed


def figure_config(file_name: str) -> dict[str, object]:
    """Who may take nothing away has no button that saves a picture."""
    return plotly_config(file_name, can_be_saved=allowed(Right.EXPORT))


def themed(figure: Figure) -> Figure:
    """As the page's theme has it."""
    return darkened(figure) if st.context.theme.type == "dark" else figure


def draw_clickable(
    figure: Figure, key: str, chosen: Callable[[dict[str, Any]], None], *, file_name: str
) -> None:
    """`chosen` is called with the point that was clicked ("x", "y", "customdata" where the figure
    gave it), before the page is drawn again. Saved as a picture it is called `file_name`.
    """
    figure.update_layout(dragmode=False, clickmode="event+select")

    @guarded_action
    def clicked() -> None:
        points = st.session_state[key].selection.points
        if points:
            chosen(points[0])

    st.plotly_chart(
        themed(figure),
        key=key,
        on_select=clicked,
        selection_mode="points",
        theme=None,
        config=figure_config(file_name),
    )

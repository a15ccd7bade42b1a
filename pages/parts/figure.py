"""A figure whose points lead somewhere."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.charts import Figure, plotly_config


def draw_clickable(
    figure: Figure, key: str, chosen: Callable[[dict[str, Any]], None], *, file_name: str
) -> None:
    """`chosen` is called with the point that was clicked ("x", "y", "customdata" where the figure
    gave it), before the page is drawn again. Saved as a picture it is called `file_name`.
    """
    figure.update_layout(dragmode=False, clickmode="event+select")

    def clicked() -> None:
        points = st.session_state[key].selection.points
        if points:
            chosen(points[0])

    st.plotly_chart(
        figure,
        key=key,
        on_select=clicked,
        selection_mode="points",
        theme=None,
        config=plotly_config(file_name),
    )

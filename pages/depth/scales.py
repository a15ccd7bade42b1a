"""The reader's colour scale of heatmaps, kept in a cookie."""

import streamlit as st

from core.charts import Scale
from pages.components.page_state import SCALE_CHOSEN, SCALE_SHOWN

COOKIE = "desk_scale"
_YEAR_S = 365 * 24 * 3600


def remembered() -> Scale:
    """The reader's last choice; opening a link with another scale does not change it."""
    scale = SCALE_CHOSEN.get() or st.context.cookies.get(COOKIE, "")
    return Scale(scale) if scale in set(Scale) else Scale.RED_GREEN


def remember(scale: Scale) -> None:
    """Keep the scale if the reader has just changed it."""
    previous = SCALE_SHOWN.get()
    SCALE_SHOWN.set(scale)
    if previous is not None and previous is not scale:
        SCALE_CHOSEN.set(scale.value)
    if SCALE_CHOSEN.get() == scale.value:
        cookie = f"{COOKIE}={scale.value};path=/;max-age={_YEAR_S};samesite=lax"
        st.html(f'<script>document.cookie = "{cookie}";</script>', unsafe_allow_javascript=True)

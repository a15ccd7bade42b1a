"""The colour scale of heatmaps that a reader chose, kept by their browser."""

import streamlit as st

from core.charts.style import Scale
from pages.components.page_state import SCALE_CHOSEN, SCALE_SHOWN

COOKIE = "desk_scale"
_YEAR_S = 365 * 24 * 3600


def remembered() -> Scale:
    """What the reader chose last, today or before; a link's scale is not among it."""
    kept = SCALE_CHOSEN.get() or st.context.cookies.get(COOKIE, "")
    return Scale(kept) if kept in set(Scale) else Scale.RED_GREEN


def remember(scale: Scale) -> None:
    """Keeps what is shown where the reader has just changed it."""
    before = SCALE_SHOWN.get()
    SCALE_SHOWN.set(scale)
    if before is not None and before is not scale:
        SCALE_CHOSEN.set(scale.value)
    if SCALE_CHOSEN.get() == scale.value:
        cookie = f"{COOKIE}={scale.value};path=/;max-age={_YEAR_S};samesite=lax"
        st.html(f'<script>document.cookie = "{cookie}";</script>', unsafe_allow_javascript=True)

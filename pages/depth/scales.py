"""The colour scale of heatmaps that a reader chose, kept by their browser."""

import streamlit as st

from core.charts.style import Scale

COOKIE = "desk_scale"
SHOWN, CHOSEN = "scale_shown", "scale_chosen"
_YEAR_S = 365 * 24 * 3600


def remembered() -> Scale:
    """What the reader chose last, today or before; a link's scale is not among it."""
    kept = st.session_state.get(CHOSEN) or st.context.cookies.get(COOKIE, "")
    return Scale(kept) if kept in set(Scale) else Scale.RED_GREEN


def remember(scale: Scale) -> None:
    """Keeps what is shown where the reader has just changed it."""
    before = st.session_state.get(SHOWN)
    st.session_state[SHOWN] = scale
    if before is not None and before is not scale:
        st.session_state[CHOSEN] = scale.value
    if st.session_state.get(CHOSEN) == scale.value:
        cookie = f"{COOKIE}={scale.value};path=/;max-age={_YEAR_S};samesite=lax"
        st.html(f'<script>document.cookie = "{cookie}";</script>', unsafe_allow_javascript=True)

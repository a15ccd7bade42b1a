"""The reader's language: from the address, else what they chose, else their browser's."""

import streamlit as st

from core.errors import DeskError
from core.locale import LANGUAGES, N_, language_of, wording
from pages.components.action import guarded_action

__all__ = ["COOKIE", "KEY", "N_", "_", "_n", "keeping", "language", "switch", "translate"]

KEY = "lang"
COOKIE = "desk_language"
_YEAR_S = 365 * 24 * 3600


def language() -> str:
    """The language this session reads in; kept in the address so that a link keeps it too."""
    asked = st.query_params.get(KEY)
    if asked in LANGUAGES:
        st.session_state["language"] = asked
        return asked
    if "language" not in st.session_state:
        st.session_state["language"] = st.context.cookies.get(COOKIE, "")
    chosen = st.session_state["language"]
    if chosen in LANGUAGES:
        st.query_params[KEY] = chosen
        return str(chosen)
    return language_of(st.context.locale)


def _(message: str) -> str:
    """The sentence in the reader's language."""
    return wording(language())(message)


def _n(singular: str, plural: str, n: int) -> str:
    """The form for `n`, with `{n}` filled in."""
    return wording(language()).count(singular, plural, n)


def translate(error: DeskError) -> str:
    return error.worded(_)


def switch() -> None:
    """The two languages by their own names."""
    st.session_state["language_switch"] = language()
    st.segmented_control(
        _("Language"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        key="language_switch",
        required=True,
        on_change=_switched,
        label_visibility="collapsed",
    )


@guarded_action
def _switched() -> None:
    st.query_params[KEY] = st.session_state["language_switch"]
    st.session_state["language_kept"] = True


def keeping() -> str:
    """The script that has the browser remember what was chosen here: a sign-in, and tomorrow, begin
    a new session. A language that came with somebody's link is not remembered.
    """
    if not st.session_state.get("language_kept"):
        return ""
    return f'document.cookie = "{COOKIE}={language()};path=/;max-age={_YEAR_S};samesite=lax";'

"""The reader's language: from the address, else what they chose, else their browser's."""

import streamlit as st

from core.errors import DeskError
from core.locale import LANGUAGES, N_, N_n, language_of, wording
from pages.components.drawing import read_once
from pages.components.page_state import LANGUAGE, LANGUAGE_IS_CHOSEN

__all__ = ["COOKIE", "KEY", "LANGUAGES", "N_", "N_n", "_", "_n", "keeping", "language", "translate"]

KEY = "lang"
COOKIE = "desk_language"
_YEAR_S = 365 * 24 * 3600


@read_once
def language() -> str:
    """The language this session reads in; kept in the address so that a link keeps it too."""
    asked = st.query_params.get(KEY)
    if asked in LANGUAGES:
        if LANGUAGE.get() != asked:
            LANGUAGE.set(asked)
        return asked
    if not LANGUAGE.is_set:
        LANGUAGE.set(st.context.cookies.get(COOKIE, ""))
    chosen = LANGUAGE.get()
    if chosen in LANGUAGES:
        st.query_params[KEY] = chosen
        return chosen
    return language_of(st.context.locale)


def _(message: str) -> str:
    """The sentence in the reader's language."""
    return wording(language())(message)


def _n(singular: str, plural: str, n: int, **params: object) -> str:
    """The form for `n`, with `{n}` and what else `params` name filled in."""
    return wording(language()).count(singular, plural, n, **params)


def translate(error: DeskError) -> str:
    return error.worded(_)


def keeping() -> str:
    """The script that has the browser remember what was chosen here: a sign-in, and tomorrow, begin
    a new session. A language that came with somebody's link is not remembered.
    """
    if not LANGUAGE_IS_CHOSEN.get():
        return ""
    return f'document.cookie = "{COOKIE}={language()};path=/;max-age={_YEAR_S};samesite=lax";'

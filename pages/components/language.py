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
    """The session's language; kept in the address so that links keep it too."""
    from_address = st.query_params.get(KEY)
    if from_address in LANGUAGES:
        if LANGUAGE.get() != from_address:
            LANGUAGE.set(from_address)
        return from_address
    if not LANGUAGE.is_set:
        LANGUAGE.set(st.context.cookies.get(COOKIE, ""))
    stored = LANGUAGE.get()
    if stored in LANGUAGES:
        st.query_params[KEY] = stored
        return stored
    return language_of(st.context.locale)


def _(message: str) -> str:
    """The sentence in the reader's language."""
    return wording(language())(message)


def _n(singular: str, plural: str, n: int, **params: object) -> str:
    """The singular or plural sentence for `n`, with `{n}` and `params` filled in."""
    return wording(language()).count(singular, plural, n, **params)


def translate(error: DeskError) -> str:
    return error.translate(_)


def keeping() -> str:
    """The script that stores a chosen language in a cookie for later sessions; a language that came
    with a link is not stored.
    """
    if not LANGUAGE_IS_CHOSEN.get():
        return ""
    return f'document.cookie = "{COOKIE}={language()};path=/;max-age={_YEAR_S};samesite=lax";'

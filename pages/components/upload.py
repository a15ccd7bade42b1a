"""What every upload has in common: a field that empties itself, and encodings."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.typing import UploadedFile

from core.api.uploads import invite
from core.errors import InputError
from core.services.access import Right
from core.text import ENCODINGS
from core.text.size_limits import require_size
from pages.components.app_context import settings
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.page_state import ENCODING, UPLOAD_FIELD, UPLOAD_ROUND, StateKey
from pages.components.rights import allowed

GENEROUS = 2
"""Streamlit refuses in English only, so it may take a little more than the desk does: the desk then
refuses in the reader's language."""


def choose_file(what: str, label: str) -> UploadedFile | None:
    """A field for one file; nothing is stored until its own button is pressed.

    None without a file, and for one over the limit, which is refused at once.
    """
    limit = settings().max_upload_mb
    session = get_script_run_ctx()
    if session and allowed(Right.RUN):
        invite(session.session_id)
    given = st.file_uploader(
        label,
        disabled=not allowed(Right.RUN),
        key=_field(what).name,
        max_upload_size=limit * GENEROUS,
    )
    caption(_("Up to {limit} MB.").format(limit=limit))
    if given is not None:
        try:
            require_size(given.getvalue(), settings().max_upload_bytes, given.name)
        except InputError as error:
            notice(translate(error))
            return None
    return given


def current_file(what: str) -> UploadedFile | None:
    """The file in a field, before the field is drawn."""
    return _field(what).get()


def _field(what: str) -> StateKey[UploadedFile | None]:
    return UPLOAD_FIELD.of(what, UPLOAD_ROUND.of(what).get())


def of_file(what: str, given: UploadedFile) -> str:
    """The key of a widget that belongs to this file: another file brings its own proposals. What
    is read from the session is declared instead (`page_state`).
    """
    return f"{what}_{given.file_id}"


def choose_encoding(given: UploadedFile, recognised: str) -> str | None:
    """None while the recognised encoding stands; choosing another reads the file again."""
    return st.selectbox(
        _("Encoding"),
        [None, *ENCODINGS],
        format_func=lambda one: one or _("recognised: {name}").format(name=recognised),
        key=ENCODING.of(given.file_id).name,
    )


def chosen_encoding(given: UploadedFile) -> str | None:
    return ENCODING.of(given.file_id).get()


def empty(what: str) -> None:
    """A fresh field after its file went into the library."""
    turn = UPLOAD_ROUND.of(what)
    turn.set(turn.get() + 1)

"""What every upload has in common: a field that empties itself, encodings, what was said."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.typing import UploadedFile

from core.api.uploads import invite
from core.errors import InputError
from core.services.access import Right
from core.text import ENCODINGS
from core.text.size_limits import require_size
from pages.components.action import guarded_action
from pages.components.app_context import settings
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.rights import allowed
from pages.components.wording import Tone

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
        key=_field(what),
        max_upload_size=limit * GENEROUS,
    )
    caption(_("Up to {limit} MB.").format(limit=limit))
    # A field that empties itself reports a change too, so only a new file counts as one.
    if given is not None and st.session_state.get(f"file_{what}") != given.file_id:
        st.session_state[f"file_{what}"] = given.file_id
        forget_said()
    if given is not None:
        try:
            require_size(given.getvalue(), settings().max_upload_bytes, given.name)
        except InputError as error:
            notice(translate(error))
            return None
    return given


def current_file(what: str) -> UploadedFile | None:
    """The file in a field, before the field is drawn."""
    given: UploadedFile | None = st.session_state.get(_field(what))
    return given


def _field(what: str) -> str:
    return f"upload_{what}_{st.session_state.get(f'round_{what}', 0)}"


def of_file(what: str, given: UploadedFile) -> str:
    """The key of a widget that belongs to this file: another file brings its own proposals."""
    return f"{what}_{given.file_id}"


def choose_encoding(given: UploadedFile, recognised: str) -> str | None:
    """None while the recognised encoding stands; choosing another reads the file again."""
    return st.selectbox(
        _("Encoding"),
        [None, *ENCODINGS],
        format_func=lambda one: one or _("recognised: {name}").format(name=recognised),
        key=of_file("encoding", given),
    )


def chosen_encoding(given: UploadedFile) -> str | None:
    chosen: str | None = st.session_state.get(of_file("encoding", given))
    return chosen


@guarded_action
def empty(what: str) -> None:
    """A fresh field after its file went into the library."""
    st.session_state[f"round_{what}"] = st.session_state.get(f"round_{what}", 0) + 1


def say(text: str, tone: Tone) -> None:
    """Stands until another file is chosen or the reader leaves the page."""
    st.session_state["upload_said"] = (text, tone)


def forget_said() -> None:
    st.session_state.pop("upload_said", None)


def draw_said() -> None:
    if said := st.session_state.get("upload_said"):
        notice(*said)

"""The parts that uploads share: a field that can be emptied, and encodings."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.typing import UploadedFile

from core.api.uploads import invite
from core.errors import InputError
from core.services.access import Right
from core.text import ENCODINGS, require_size
from pages.components.app_context import settings
from pages.components.html import caption, notice
from pages.components.language import _, translate
from pages.components.page_state import ENCODING, UPLOAD_FIELD, UPLOAD_ROUND, StateKey
from pages.components.rights import allowed

STREAMLIT_MARGIN = 2
"""Factor of Streamlit's limit over the desk's: Streamlit refuses in English only, the desk in the
reader's language."""


def choose_file(field_id: str, label: str) -> UploadedFile | None:
    """Draw a field for one file; nothing is stored until its own button is pressed.

    None without a file, or if it is over the limit, which a notice says.
    """
    limit = settings().max_upload_mb
    session = get_script_run_ctx()
    if session and allowed(Right.RUN):
        invite(session.session_id)
    upload = st.file_uploader(
        label,
        disabled=not allowed(Right.RUN),
        key=_field(field_id).name,
        max_upload_size=limit * STREAMLIT_MARGIN,
    )
    caption(_("Up to {limit} MB.").format(limit=limit))
    if upload is not None:
        try:
            require_size(upload.getvalue(), settings().max_upload_bytes, upload.name)
        except InputError as error:
            notice(translate(error))
            return None
    return upload


def current_file(field_id: str) -> UploadedFile | None:
    """The file in a field, before the field is drawn."""
    return _field(field_id).get()


def _field(field_id: str) -> StateKey[UploadedFile | None]:
    return UPLOAD_FIELD.of(field_id, UPLOAD_ROUND.of(field_id).get())


def of_file(field_id: str, upload: UploadedFile) -> str:
    """The key of a widget that belongs to this file, as another file has other defaults. Values
    that are read from the session are declared in `page_state` instead.
    """
    return f"{field_id}_{upload.file_id}"


def choose_encoding(upload: UploadedFile, recognised: str) -> str | None:
    """Draw the choice of an encoding; None for the recognised one."""
    return st.selectbox(
        _("Encoding"),
        [None, *ENCODINGS],
        format_func=lambda encoding: encoding or _("recognised: {name}").format(name=recognised),
        key=ENCODING.of(upload.file_id).name,
    )


def chosen_encoding(upload: UploadedFile) -> str | None:
    return ENCODING.of(upload.file_id).get()


def empty(field_id: str) -> None:
    """Empty the field after its file was stored."""
    upload_round = UPLOAD_ROUND.of(field_id)
    upload_round.set(upload_round.get() + 1)

"""The upload of a novel: read, shown, correctable, and stored only by its button."""

from pathlib import PurePath

import streamlit as st
from streamlit.typing import UploadedFile

from core.errors import InputError
from core.services.access import Right
from core.services.library import add_novel
from core.text import DecodedText, guess_language, read_novel
from pages.components.action import PressMessage, action
from pages.components.app_context import engine
from pages.components.html import caption, notice, verbatim
from pages.components.language import N_, _, translate
from pages.components.page_state import NOVEL_LANGUAGE, NOVEL_TITLE
from pages.components.upload import (
    choose_encoding,
    choose_file,
    chosen_encoding,
    empty,
)

FIELD_ID = "novel"
SHOWN_CHARS = 300
MOST_TITLE = 200
_BINARY = ("epub", "docx")
"""Formats that define their own encoding."""
TEXT_LANGUAGES = {"en": N_("English"), "zh": N_("Chinese")}


def named_language(code: str) -> str:
    return _(TEXT_LANGUAGES[code]) if code in TEXT_LANGUAGES else code


def draw_novel_upload() -> None:
    upload = choose_file(FIELD_ID, _("Novel (.txt, .md, .epub, .docx, .html)"))
    if upload is None:
        return
    try:
        recognised = _read(upload.getvalue(), upload.name, chosen_encoding(upload))
    except InputError as error:
        choose_encoding(upload, "–")
        notice(translate(error))
        return
    if recognised.encoding not in _BINARY:
        choose_encoding(upload, recognised.encoding)
    for warning in recognised.warnings:
        notice(warning.translate(_), "amber")
    caption(
        _("Read as {encoding}").format(encoding=recognised.encoding),
        _("{n} characters").format(n=f"{len(recognised.text):,}"),
        _("It begins:"),
    )
    verbatim(recognised.text[:SHOWN_CHARS], "desk-passage")
    st.text_input(
        _("Title"),
        recognised.title[:MOST_TITLE] or PurePath(upload.name).stem,
        key=NOVEL_TITLE.of(upload.file_id).name,
        max_chars=MOST_TITLE,
    )
    language = guess_language(recognised.text[:20_000])
    st.segmented_control(
        _("Language of the text"),
        list(TEXT_LANGUAGES),
        default=language,
        format_func=named_language,
        required=True,
        key=NOVEL_LANGUAGE.of(upload.file_id).name,
    )
    action(
        _("Add to library"),
        _add,
        right=Right.RUN,
        key="add_novel",
        args=(upload, recognised),
        type="primary",
    )


@st.cache_resource(max_entries=2, show_spinner=False)
def _read(data: bytes, name: str, encoding: str | None) -> DecodedText:
    """The novel, read once however often the page is drawn."""
    return read_novel(data, file_name=name, encoding=encoding)


def _add(upload: UploadedFile, novel: DecodedText) -> PressMessage:
    title = NOVEL_TITLE.of(upload.file_id).get()
    added = add_novel(
        engine(),
        novel,
        file_name=upload.name,
        title=title,
        language=NOVEL_LANGUAGE.of(upload.file_id).get(),
    )
    empty(FIELD_ID)
    if added.already_there:
        return PressMessage(_("This text is already in the library; nothing was added."), "amber")
    return PressMessage(_("{title} added to the library.").format(title=title))

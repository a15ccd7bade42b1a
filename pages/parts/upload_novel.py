"""A novel on its way in: read, shown, correctable, and stored only when asked to."""

from pathlib import PurePath

import streamlit as st

from core.errors import InputError
from core.library import add_source
from core.text import decode_text, guess_language
from pages.parts.desk import engine, settings
from pages.parts.html import caption, notice, verbatim
from pages.parts.language import _, worded
from pages.parts.upload import choose_encoding, choose_file, chosen_encoding, empty, say

WHAT = "novel"
SHOWN_CHARS = 600
TEXT_LANGUAGES = {"en": "English", "zh": "中文"}


def draw_novel_upload() -> None:
    given = choose_file(WHAT, _("Text of the novel (.txt, .md)"))
    if given is None:
        return
    data = given.getvalue()
    try:
        recognised = decode_text(data, file_name=given.name, encoding=chosen_encoding(WHAT))
    except InputError as error:
        choose_encoding(WHAT, "–")
        notice(worded(error))
        return
    choose_encoding(WHAT, recognised.encoding)
    for warning in recognised.warnings:
        notice(warning.worded(_), "amber")
    caption(
        _("Read as {encoding}").format(encoding=recognised.encoding),
        _("{n} characters").format(n=f"{len(recognised.text):,}"),
        _("It begins:"),
    )
    verbatim(recognised.text[:SHOWN_CHARS], "desk-passage")
    st.text_input(_("Title"), PurePath(given.name).stem, key="novel_title", max_chars=200)
    language = guess_language(recognised.text[:20_000])
    st.segmented_control(
        _("Language of the text"),
        list(TEXT_LANGUAGES),
        default=language,
        format_func=TEXT_LANGUAGES.__getitem__,
        required=True,
        key="novel_language",
    )
    st.button(
        _("Add to the library"),
        type="primary",
        key="add_novel",
        on_click=_add,
        args=(data, given.name, chosen_encoding(WHAT)),
    )


def _add(data: bytes, file_name: str, encoding: str | None) -> None:
    title = st.session_state["novel_title"]
    try:
        added = add_source(
            engine(),
            data,
            file_name=file_name,
            title=title,
            encoding=encoding,
            language=st.session_state["novel_language"],
            max_bytes=settings().max_upload_bytes,
        )
    except InputError as error:
        say(worded(error), "red")
        return
    if added.already_there:
        say(_("This text is in the library already; nothing was added."), "amber")
    else:
        say(_("{title} was added to the library.").format(title=title), "green")
    empty(WHAT)

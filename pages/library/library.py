"""One novel or one question set, with what can be corrected and added."""

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.questions import IssueSeverity
from core.services.access import Right
from core.services.library import (
    SetSummary,
    SourceView,
    add_recording,
    correct_set,
    correct_source,
    count_questions,
    list_recordings,
    list_sets,
    set_issues,
    set_questions,
)
from core.services.retention import DeletionRoot
from core.text import AVAILABLE_TOKENIZERS
from pages.components.action import PressMessage, action, draw_outcome
from pages.components.app_context import engine, settings
from pages.components.html import caption, notice, table, verbatim, with_note
from pages.components.language import _, _n
from pages.components.navigation import link, open_place
from pages.components.page_state import CORRECTED_CHOICE, CORRECTED_TITLE
from pages.components.rights import needs
from pages.components.upload import choose_file, empty
from pages.components.upload_questions import draw_issues
from pages.library.deletion import draw_deletion
from pages.library.set_positions import draw_set_positions
from pages.library.upload_novel import TEXT_LANGUAGES, named_language

PAGE_SIZE = 100
SHOWN_CHARS = 3000
MANY = 100_000


def draw_source(source: SourceView) -> None:
    verbatim(source.title, "desk-verbatim desk-question")
    draw_outcome(of_any=True)
    caption(
        source.file_name,
        source.encoding,
        named_language(source.language),
        _("{n} characters").format(n=f"{len(source.text):,}"),
        f"{source.created_at:%Y-%m-%d %H:%M} UTC",
    )
    for one in list_sets(engine()):
        if one.source_id == source.id:
            link("library", with_note(one.title, one.row_count), set=one.id)
    with st.container(horizontal=True):
        with st.popover(_("Edit title or language")):
            languages = (_("Language of the text"), list(TEXT_LANGUAGES), source.language)
            _draw_correction(
                *("source", source.id, source.title, languages, _save_source),
                format_func=named_language,
            )
        draw_deletion(DeletionRoot.SOURCE, source.id)
    caption(_("It begins:"))
    verbatim(source.text[:SHOWN_CHARS], "desk-passage desk-wide")


def _draw_correction(
    what: str,
    id_: int,
    title: str,
    choice: tuple[str, Sequence[str], str],
    save: Callable[[int, str, str], None],
    **shown: Any,
) -> None:
    """The form that corrects a title and one choice: its label, its options and the one chosen."""
    label, options, chosen = choice
    key = (what, id_)
    with st.form(f"correct_{what}", border=False):
        st.text_input(_("Title"), title, max_chars=200, key=CORRECTED_TITLE.of(*key).name)
        st.selectbox(
            label,
            options,
            index=options.index(chosen),
            key=CORRECTED_CHOICE.of(*key).name,
            **shown,
        )

        def save_given() -> str:
            save(id_, CORRECTED_TITLE.of(*key).get(), CORRECTED_CHOICE.of(*key).get())
            return _("Saved.")

        action(_("Save"), save_given, right=Right.RUN, key=f"correct_{what}_save", in_form=True)


def _save_source(id_: int, title: str, language: str) -> None:
    correct_source(engine(), id_, title=title, language=language)


def _save_set(id_: int, title: str, tokenizer: str) -> None:
    correct_set(engine(), id_, title=title, tokenizer=tokenizer)


def draw_set(one: SetSummary) -> None:
    verbatim(one.title, "desk-verbatim desk-question")
    draw_outcome(of_any=True)
    caption(
        one.file_name,
        one.format,
        one.tokenizer,
        one.source_title or _("own contexts"),
        _n("{n} question", "{n} questions", one.row_count),
        _n("{n} row rejected", "{n} rows rejected", one.refused_count),
    )
    with st.container(horizontal=True):
        if st.button(
            _("Start run with this set"), type="primary", key="run_this_set", **needs(Right.RUN)
        ):
            open_place("runs", set=one.id)
        with st.popover(_("Edit title or tokeniser")):
            tokenizers = (_("Tokeniser for positions"), AVAILABLE_TOKENIZERS, one.tokenizer)
            _draw_correction("set", one.id, one.title, tokenizers, _save_set)
        draw_deletion(DeletionRoot.SET, one.id)
    questions, around = st.columns([3, 2], gap="large")
    with questions:
        draw_set_positions(one)
        _draw_questions(one.id)
    with around:
        _draw_recordings(one.id)
        for severity, title in (
            (IssueSeverity.REFUSED, _("Rejected rows")),
            (IssueSeverity.WARNING, _("Warnings")),
        ):
            found = set_issues(engine(), one.id, severity=severity, limit=MANY)
            draw_issues(title, found, f"{severity}_{one.id}")


def _draw_questions(set_id: int) -> None:
    st.subheader(_("Questions"))
    search = st.text_input(
        _("Search"), key="search", placeholder=_("keywords or question ID"), type="search"
    )
    total = count_questions(engine(), set_id, search=search)
    if not total:
        notice(_("No questions contain these words."), "quiet")
        return
    pages = -(-total // PAGE_SIZE)
    number = st.pagination(pages, key="questions_page") if pages > 1 else 1
    rows = set_questions(
        engine(), set_id, limit=PAGE_SIZE, offset=(number - 1) * PAGE_SIZE, search=search
    )
    frame = {
        _("Line"): [row.line for row in rows],
        _("Item"): [row.item_key for row in rows],
        _("Question"): [row.question.question for row in rows],
        _("Label"): [", ".join(row.question.answer).upper() for row in rows],
    }
    st.dataframe(pd.DataFrame(frame), hide_index=True, alt=_("Questions"))


def _draw_recordings(set_id: int) -> None:
    """Replies obtained elsewhere can be replayed as a run of their own."""
    st.subheader(_("Recorded replies"))
    found = list_recordings(engine(), set_id)
    if found:
        table(
            [_("Title"), _("Replies")],
            [[one.title, str(one.reply_count)] for one in found],
            figures=[1],
        )
    with st.expander(_("Add recorded replies")):
        caption(_('One line per reply: {"item": "the question\'s id", "reply": "…"}'))
        given = choose_file("recording", _("Replies (JSONL)"))
        if given is not None:
            action(
                _("Add replies"),
                _add_recording,
                right=Right.RUN,
                key="add_recording",
                args=(set_id, given.getvalue(), given.name),
                type="primary",
            )


def _add_recording(set_id: int, data: bytes, file_name: str) -> PressMessage:
    added = add_recording(
        engine(), set_id, data, file_name=file_name, max_bytes=settings().max_upload_bytes
    )
    empty("recording")
    if added.already_there:
        return PressMessage(
            _("These replies are already in the library; nothing was added."), "amber"
        )
    unmatched, missing = len(added.unmatched), len(added.missing)
    counted = (
        _n("{n} reply stored", "{n} replies stored", added.matched),
        _n("{n} matches no question", "{n} match no question", unmatched),
        _n("{n} question has none", "{n} questions have none", missing),
    )
    return PressMessage(
        _("{stored}; {unmatched}; {missing}.").format(
            stored=counted[0], unmatched=counted[1], missing=counted[2]
        ),
        "amber" if added.unmatched or added.missing else "quiet",
    )

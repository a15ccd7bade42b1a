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
from pages.components.html import caption, notice, record_title, table, verbatim, with_note
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
    record_title(source.title)
    draw_outcome(of_any=True)
    caption(
        source.file_name,
        source.encoding,
        named_language(source.language),
        _("{n} characters").format(n=f"{len(source.text):,}"),
        f"{source.created_at:%Y-%m-%d %H:%M} UTC",
    )
    for question_set in list_sets(engine()):
        if question_set.source_id == source.id:
            link(
                "library",
                with_note(question_set.title, question_set.row_count),
                set=question_set.id,
            )
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
    kind: str,
    id_: int,
    title: str,
    choice: tuple[str, Sequence[str], str],
    save: Callable[[int, str, str], None],
    **select_options: Any,
) -> None:
    """Draw the form that edits a title and one choice (its label, its options, the current one)."""
    label, options, chosen = choice
    key = (kind, id_)
    with st.form(f"correct_{kind}", border=False):
        st.text_input(_("Title"), title, max_chars=200, key=CORRECTED_TITLE.of(*key).name)
        st.selectbox(
            label,
            options,
            index=options.index(chosen),
            key=CORRECTED_CHOICE.of(*key).name,
            **select_options,
        )

        def save_fields() -> str:
            save(id_, CORRECTED_TITLE.of(*key).get(), CORRECTED_CHOICE.of(*key).get())
            return _("Saved.")

        action(_("Save"), save_fields, right=Right.RUN, key=f"correct_{kind}_save", in_form=True)


def _save_source(id_: int, title: str, language: str) -> None:
    correct_source(engine(), id_, title=title, language=language)


def _save_set(id_: int, title: str, tokenizer: str) -> None:
    correct_set(engine(), id_, title=title, tokenizer=tokenizer)


def draw_set(question_set: SetSummary) -> None:
    record_title(question_set.title)
    draw_outcome(of_any=True)
    caption(
        question_set.file_name,
        question_set.format,
        question_set.tokenizer,
        question_set.source_title or _("own contexts"),
        _n("{n} question", "{n} questions", question_set.row_count),
        _n("{n} row rejected", "{n} rows rejected", question_set.refused_count),
    )
    with st.container(horizontal=True):
        if st.button(
            _("Start run with this set"), type="primary", key="run_this_set", **needs(Right.RUN)
        ):
            open_place("runs", set=question_set.id)
        with st.popover(_("Edit title or tokeniser")):
            tokenizers = (
                _("Tokeniser for positions"),
                AVAILABLE_TOKENIZERS,
                question_set.tokenizer,
            )
            _draw_correction("set", question_set.id, question_set.title, tokenizers, _save_set)
        draw_deletion(DeletionRoot.SET, question_set.id)
    questions_column, side_column = st.columns([3, 2], gap="large")
    with questions_column:
        draw_set_positions(question_set)
        _draw_questions(question_set.id)
    with side_column:
        _draw_recordings(question_set.id)
        for severity, title in (
            (IssueSeverity.REFUSED, _("Rejected rows")),
            (IssueSeverity.WARNING, _("Warnings")),
        ):
            issues = set_issues(engine(), question_set.id, severity=severity, limit=MANY)
            draw_issues(title, issues, f"{severity}_{question_set.id}")


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
        _("Label"): [_(", ").join(row.question.answer).upper() for row in rows],
    }
    st.dataframe(pd.DataFrame(frame), hide_index=True, placeholder="", alt=_("Questions"))


def _draw_recordings(set_id: int) -> None:
    """Draw the recorded replies, which a run can replay, and the field that adds more."""
    st.subheader(_("Recorded replies"))
    recordings = list_recordings(engine(), set_id)
    if recordings:
        table(
            [_("Title"), _("Replies")],
            [[recording.title, str(recording.reply_count)] for recording in recordings],
            figures=[1],
        )
    with st.expander(_("Add recorded replies")):
        caption(_('One line per reply: {"item": "the question\'s id", "reply": "…"}'))
        upload = choose_file("recording", _("Replies (JSONL)"))
        if upload is not None:
            action(
                _("Add replies"),
                _add_recording,
                right=Right.RUN,
                key="add_recording",
                args=(set_id, upload.getvalue(), upload.name),
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

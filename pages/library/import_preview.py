"""The first rows of a file as the questions they become."""

from collections.abc import Mapping
from html import escape

import streamlit as st
from streamlit.typing import UploadedFile

from core.questions import ReadQuestions, ReadRow, chapter_of
from core.validation import FoundPosition
from pages.components.html import caption, draw, lang_of, notice, verbatim
from pages.components.language import _
from pages.components.upload import of_file
from pages.library.import_positions import CERTAINTY

PAGE_ROWS = 3


def draw_first_rows(
    upload: UploadedFile, read: ReadQuestions, found_positions: Mapping[int, FoundPosition]
) -> None:
    """Draw the rows, three at a time, each with how certain its found position is."""
    st.subheader(_("Preview of the first rows"))
    if not read.questions:
        notice(
            _(
                "No row can be read as a question yet. Map the columns, or correct the rows that "
                "need attention."
            ),
            "amber",
        )
        return
    pages = -(-len(read.questions) // PAGE_ROWS)
    number = st.pagination(pages, key=of_file("import_page", upload)) if pages > 1 else 1
    first = (number - 1) * PAGE_ROWS
    for row in read.questions[first : first + PAGE_ROWS]:
        with st.container(border=True, gap="xsmall"):
            _draw_row(row, found_positions.get(row.line))


def _draw_row(row: ReadRow, match: FoundPosition | None) -> None:
    question = row.question
    position, chapter = question.position, chapter_of(question.extra)
    caption(
        _("Row {line}").format(line=row.line),
        question.item_key,
        _("chapter {chapter}").format(chapter=chapter) if chapter else None,
        _("tokens {start}–{end}").format(start=position.start_pos, end=position.end_pos)
        if position
        else None,
        _(CERTAINTY[match.certainty]) if match else None,
    )
    verbatim(question.question, "desk-asked")
    name = escape(_("Label"))
    label = f'<small class="desk-badge quiet">{name}</small>'
    options = "".join(
        f"<div><b>{letter.upper()}</b> <span {lang_of(text)}>{escape(text)}</span> "
        f"{label if letter in question.answer else ''}</div>"
        for letter, text in question.choice.items()
    )
    draw(f'<div class="desk-import-options">{options}</div>')

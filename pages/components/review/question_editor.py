"""The inline editor of a question; what is entered survives F5."""

from collections.abc import Callable, Sequence
from functools import partial
from unicodedata import east_asian_width

import streamlit as st

from core.errors import DeskError
from core.services.results import ItemDetail
from core.services.review import MAX_COMMENT, Cause, Event, EvidenceSource, checked, evidence_source
from pages.components.action import action, guarded
from pages.components.app_context import engine
from pages.components.html import caption, notice
from pages.components.keys import focus_editor
from pages.components.language import _, translate
from pages.components.review.changes import TYPES, field_name
from pages.components.review.draft import (
    EditedDraft,
    current_draft,
    keep_draft,
    rearrange,
    set_evidence,
)
from pages.components.review.evidence_lookup import draw_quote
from pages.components.wording import term_label

SHORT = 26
"""Letters that fit one line at any width of the screen; a Chinese character counts as two."""


def draw_editor(
    item: ItemDetail,
    reviewer: str,
    events: Sequence[Event],
    *,
    cause: Callable[[], Cause] | None = None,
) -> EditedDraft:
    """Draw the editor without its buttons, which `draw_draft_actions` draws for the draft returned.

    `events` are those the reviewer was shown, oldest first (`shown_history`): saving is refused if
    something was decided after them. What is entered is kept in the database at each change, by
    reviewer and item. After Save the item stays on screen, the edit is its decision, and the
    corrected question is validated again: `draw_correction_outcome` shows the result.
    """
    draft = current_draft(item, reviewer, events, cause)
    source = evidence_source(engine(), item.id)
    with st.container(border=True, key="editor"):
        focus_editor(item.id)
        _field(draft, "question", draft.drawn.question, _("Question"))
        _draw_options(draft)
        _draw_answer(draft)
        _draw_evidence(draft, item, source)
        comment = _("Reason for the edit (optional)")
        _field(draft, "comment", draft.drawn.comment, comment, max_chars=MAX_COMMENT)
        _draw_state(draft, source)
    return draft


def _field(
    draft: EditedDraft,
    name: str,
    value: str,
    label: str,
    *,
    hidden: bool = False,
    max_chars: int | None = None,
) -> None:
    """Draw a text field that starts with the edit's text and keeps it at each change; a short text
    gets a single line, also while it grows.
    """
    line, lines = draft.field(f"{name}_line"), draft.field(f"{name}_lines")
    is_long = _text_width(value) > SHORT or "\n" in value or name in ("question", "quote")
    existing = next((candidate for candidate in (line, lines) if candidate.is_set), None)
    field = existing or (lines if is_long else line)
    field.begin(value)
    draw = partial(st.text_area, height="content") if field == lines else st.text_input
    draw(
        label,
        key=field.name,
        max_chars=max_chars,
        on_change=guarded(keep_draft, near=field.name),
        args=(draft,),
        label_visibility="collapsed" if hidden else "visible",
    )


def _text_width(text: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _draw_options(draft: EditedDraft) -> None:
    caption(_("Options"))
    for number, option in enumerate(draft.drawn.options):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(option.letter.upper(), width=16)
            label = _("Option {letter}").format(letter=option.letter.upper())
            _field(draft, f"option_{number}", option.text, label, hidden=True)
            action(
                "↑",
                rearrange,
                right=None,
                key=draft.key(f"up_{number}"),
                args=(draft, "up", number),
                disabled=number == 0,
                help=_("Move before the option above"),
            )
            action(
                "✕",
                rearrange,
                right=None,
                key=draft.key(f"remove_{number}"),
                args=(draft, "remove", number),
                disabled=len(draft.drawn.options) <= 2,
                help=_("Remove this option"),
            )
    action(
        _("Add option"),
        rearrange,
        right=None,
        key=draft.key("add"),
        args=(draft, "add", 0),
        disabled=not draft.drawn.can_add,
    )


def _draw_answer(draft: EditedDraft) -> None:
    """Draw the answer and the type; in a single choice a new letter replaces the old one."""
    type_field, answer_field = draft.field("question_type"), draft.answer_field
    single = draft.drawn.question_type == "single_choice"
    type_field.begin(draft.drawn.question_type)
    answer = draft.drawn.answer
    answer_field.begin((answer[0] if answer else None) if single else answer)
    with st.container(horizontal=True, gap="large"):
        st.pills(
            _("Correct answer"),
            [option.letter for option in draft.drawn.options],
            format_func=str.upper,
            selection_mode="single" if single else "multi",
            key=answer_field.name,
            on_change=guarded(keep_draft, near=answer_field.name),
            args=(draft,),
        )
        st.segmented_control(
            _("Type"),
            list(TYPES),
            format_func=lambda name: term_label(TYPES, name),
            key=type_field.name,
            required=True,
            on_change=guarded(keep_draft, near=type_field.name),
            args=(draft,),
        )


def _draw_evidence(draft: EditedDraft, item: ItemDetail, source: EvidenceSource) -> None:
    label = _("Evidence: paste text from the source; it is looked up at once (optional)")
    _field(draft, "quote", draft.drawn.quote, label)
    if draft.drawn.quote.strip():
        draw_quote(
            item,
            source,
            draft.drawn.quote,
            draft.drawn.evidence,
            key=draft.key("place"),
            choose=lambda place: set_evidence(draft, place),
        )


def _draw_state(draft: EditedDraft, source: EvidenceSource) -> None:
    """Draw what would be stored, or what prevents it."""
    edit = draft.drawn
    if edit.quote.strip() and edit.evidence is None:
        notice(_("The evidence was not found in the text, so it will not be stored."), "amber")
    try:
        correction = checked(source, edit.correction)
    except DeskError as error:
        # Before the first change the sentence is a hint, not a warning.
        notice(translate(error), "quiet" if edit.asks_as(draft.initial) else "amber")
        return
    for warning in correction.warnings:
        notice(warning.translate(_), "amber")
    caption(_("Changed"), *(field_name(change.field) for change in correction.changes))

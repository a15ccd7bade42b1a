"""Correcting a question where it stands: an inline editor whose contents survive F5."""

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
    point_at,
    rearrange,
)
from pages.components.review.evidence_lookup import draw_quote
from pages.components.wording import term_label

SHORT = 26
"""Letters that stand in a single line at any width of the screen; a Chinese character takes two."""


def draw_editor(
    item: ItemDetail,
    reviewer: str,
    events: Sequence[Event],
    *,
    cause: Callable[[], Cause] | None = None,
) -> EditedDraft:
    """The editor alone; `draw_hands` of what it gives draws its Save and Cancel.

    `events` are those the reviewer was shown, oldest first (`shown_history`): what is stored is
    refused when something was decided after them. What is typed is kept in the database at each
    change, by reviewer and item. After Save the item stays on screen, the fix is its decision, and
    the corrected question is asked again: `draw_corrected` shows what came of it.
    """
    hand = current_draft(item, reviewer, events, cause)
    ground = evidence_source(engine(), item.id)
    with st.container(border=True, key="editor"):
        focus_editor(item.id)
        _field(hand, "question", hand.drawn.question, _("Question"))
        _draw_options(hand)
        _draw_answer(hand)
        _draw_evidence(hand, item, ground)
        comment = _("Reason for the edit (optional)")
        _field(hand, "comment", hand.drawn.comment, comment, max_chars=MAX_COMMENT)
        _draw_state(hand, ground)
    return hand


def _field(
    hand: EditedDraft,
    name: str,
    value: str,
    label: str,
    *,
    hidden: bool = False,
    max_chars: int | None = None,
) -> None:
    """A text whose widget begins with the edit's and keeps it at each change; a short one takes a
    single line, and goes on doing so while it is typed in.
    """
    line, lines = hand.field(f"{name}_line"), hand.field(f"{name}_lines")
    long = _letters(value) > SHORT or "\n" in value or name in ("question", "quote")
    begun = next((one for one in (line, lines) if one.is_set), None)
    field = begun or (lines if long else line)
    field.begin(value)
    draw = partial(st.text_area, height="content") if field == lines else st.text_input
    draw(
        label,
        key=field.name,
        max_chars=max_chars,
        on_change=guarded(keep_draft, near=field.name),
        args=(hand,),
        label_visibility="collapsed" if hidden else "visible",
    )


def _letters(text: str) -> int:
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)


def _draw_options(hand: EditedDraft) -> None:
    caption(_("Options"))
    for number, option in enumerate(hand.drawn.options):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.text(option.letter.upper(), width=16)
            label = _("Option {letter}").format(letter=option.letter.upper())
            _field(hand, f"option_{number}", option.text, label, hidden=True)
            action(
                "↑",
                rearrange,
                right=None,
                key=hand.key(f"up_{number}"),
                args=(hand, "up", number),
                disabled=number == 0,
                help=_("Move before the option above"),
            )
            action(
                "✕",
                rearrange,
                right=None,
                key=hand.key(f"remove_{number}"),
                args=(hand, "remove", number),
                disabled=len(hand.drawn.options) <= 2,
                help=_("Remove this option"),
            )
    action(
        _("Add option"),
        rearrange,
        right=None,
        key=hand.key("add"),
        args=(hand, "add", 0),
        disabled=not hand.drawn.can_add,
    )


def _draw_answer(hand: EditedDraft) -> None:
    """In a single choice another letter takes the place of the first, as everywhere."""
    kind, right = hand.field("question_type"), hand.answer_field
    single = hand.drawn.question_type == "single_choice"
    kind.begin(hand.drawn.question_type)
    answer = hand.drawn.answer
    right.begin((answer[0] if answer else None) if single else answer)
    with st.container(horizontal=True, gap="large"):
        st.pills(
            _("Correct answer"),
            [option.letter for option in hand.drawn.options],
            format_func=str.upper,
            selection_mode="single" if single else "multi",
            key=right.name,
            on_change=guarded(keep_draft, near=right.name),
            args=(hand,),
        )
        st.segmented_control(
            _("Type"),
            list(TYPES),
            format_func=lambda name: term_label(TYPES, name),
            key=kind.name,
            required=True,
            on_change=guarded(keep_draft, near=kind.name),
            args=(hand,),
        )


def _draw_evidence(hand: EditedDraft, item: ItemDetail, ground: EvidenceSource) -> None:
    label = _("Evidence: paste text from the source; it is looked up at once (optional)")
    _field(hand, "quote", hand.drawn.quote, label)
    if hand.drawn.quote.strip():
        draw_quote(
            item,
            ground,
            hand.drawn.quote,
            hand.drawn.evidence,
            key=hand.key("place"),
            choose=lambda place: point_at(hand, place),
        )


def _draw_state(hand: EditedDraft, ground: EvidenceSource) -> None:
    """What would be stored, or what keeps it from being stored."""
    edit = hand.drawn
    if edit.quote.strip() and edit.evidence is None:
        notice(_("The evidence was not found in the text, so it will not be stored."), "amber")
    try:
        made = checked(ground, edit.correction)
    except DeskError as error:
        # Before the first change the sentence says what to do, and warns of nothing.
        notice(translate(error), "quiet" if edit.asks_as(hand.beginning) else "amber")
        return
    for warning in made.warnings:
        notice(warning.worded(_), "amber")
    caption(_("Changed"), *(field_name(change.field) for change in made.changes))

"""The editor of a repaired text, with the findings of the checks on it."""

from collections.abc import Callable

import streamlit as st

from core.errors import DeskError
from core.services.access import Right
from core.services.verification import AuditRow, verify_text
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.html import notice, together
from pages.components.keys import focus_editor
from pages.components.language import _, translate
from pages.components.page_state import COPY_EDITED, COPY_TEXT, COPY_TEXT_KEPT, EDITOR_OPENED
from pages.copy_check.marked_text import draw_findings
from pages.copy_check.repairs import step_of
from pages.copy_check.scores import draw_verdict


def is_open(result_id: int) -> bool:
    return COPY_EDITED.get() == result_id


def open_editor(result_id: int) -> None:
    COPY_EDITED.set(result_id)
    EDITOR_OPENED.set(EDITOR_OPENED.get() + 1)


def close_editor() -> None:
    COPY_EDITED.clear()


def typed(result_id: int) -> str:
    return COPY_TEXT.of(result_id).get()


def draw_editor(row: AuditRow) -> None:
    """Draw the editor, filled with the suggested text or the copy itself, and check the typed
    text; only its button stores it.
    """
    result_id = row.line.id
    text_state, kept_text = COPY_TEXT.of(result_id), COPY_TEXT_KEPT.of(result_id)
    # Restore what was typed before closing, as a widget that is not drawn loses its value.
    text_state.begin(kept_text.get() or row.fix.suggested_text or row.line.text)
    with st.container(key="editor"):
        focus_editor(result_id)
        st.text_area(_("Replacement text"), key=text_state.name, height=110)
    kept_text.set(text_state.get())
    try:
        verification = verify_text(engine(), result_id, text_state.get())
    except DeskError as error:
        notice(translate(error))
        return
    with together():
        draw_verdict(verification)
        draw_findings(verification.findings)


def draw_hands(save: Callable[[], None]) -> None:
    """Draw Save and Cancel in the bar."""
    with st.container(horizontal=True, gap="xsmall", key="editor_hands"):
        action(
            _("Use this text"),
            save,
            right=Right.REVIEW,
            key="copy_save",
            type="primary",
            shortcut="Mod+Enter",
        )
        action(
            _("Cancel"),
            close_editor,
            right=Right.REVIEW,
            key="copy_close",
            shortcut="Esc",
            help=_("Your changes are kept until you decide."),
        )


def can_edit(row: AuditRow) -> bool:
    return row.verification is not None and step_of(row.fix) is not None

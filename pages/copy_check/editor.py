"""The editor of a repaired text, with what the checks say of what is typed."""

from collections.abc import Callable

import streamlit as st

from core.errors import DeskError
from core.services.access import Right
from core.services.verification import AuditRow, verify_text
from pages.components.action import guarded_action
from pages.components.app_context import engine
from pages.components.html import notice, together
from pages.components.keys import focus_editor
from pages.components.language import _, translate
from pages.components.rights import needs
from pages.copy_check.marked_text import draw_findings
from pages.copy_check.repairs import step_of
from pages.copy_check.scores import draw_verdict

OPEN = "copy_editing"


def is_open(result_id: int) -> bool:
    return bool(st.session_state.get(OPEN) == result_id)


def open_editor(result_id: int) -> None:
    st.session_state[OPEN] = result_id
    st.session_state["editor_opened"] = st.session_state.get("editor_opened", 0) + 1


@guarded_action
def close_editor() -> None:
    st.session_state.pop(OPEN, None)


def typed(result_id: int) -> str:
    return str(st.session_state.get(_field(result_id), ""))


def draw_editor(row: AuditRow) -> None:
    """Begins with the suggested text, else with the copy itself; what is typed is checked as it is
    handed over, and stored by nothing but its button.
    """
    result_id = row.line.id
    key = _field(result_id)
    if key not in st.session_state:
        st.session_state[key] = kept(result_id) or row.fix.suggested_text or row.line.text
    with st.container(key="editor"):
        focus_editor(result_id)
        st.text_area(_("The text to take"), key=key, height=110)
    st.session_state[f"kept_{key}"] = typed(result_id)
    try:
        verification = verify_text(engine(), result_id, typed(result_id))
    except DeskError as error:
        notice(translate(error))
        return
    with together():
        draw_verdict(verification)
        draw_findings(verification.findings)


def draw_hands(save: Callable[[], None]) -> None:
    """Save and cancel, in the bar."""
    with st.container(horizontal=True, gap="xsmall", key="editor_hands"):
        st.button(
            _("Take this text"),
            key="copy_save",
            type="primary",
            shortcut="Mod+Enter",
            on_click=guarded_action(save),
            **needs(Right.REVIEW),
        )
        st.button(
            _("Cancel"),
            key="copy_close",
            shortcut="Esc",
            on_click=close_editor,
            **needs(Right.REVIEW, help=_("What you have changed is kept until you decide.")),
        )


def kept(result_id: int) -> str:
    """What was typed before the editor was closed: a field that is not drawn forgets its text."""
    return str(st.session_state.get(f"kept_{_field(result_id)}", ""))


def can_edit(row: AuditRow) -> bool:
    return row.verification is not None and step_of(row.fix) is not None


def _field(result_id: int) -> str:
    return f"copy_text_{result_id}"

"""One result of a check and its bar: accept, edit or dismiss a repair, give a verdict."""

import streamlit as st

from core.errors import NotFoundError
from core.services.verification import AuditFilter, AuditRow, RepairAction, audit_row
from core.verification import Verdict
from pages.components import address, identity
from pages.components.action import draw_outcome
from pages.components.app_context import engine
from pages.components.debounce import Drawn, remember_drawn
from pages.components.html import notice
from pages.components.item_navigation import item_to_show, mark_arrived
from pages.components.keys import Keys, draw_keys, keys_are_shown, listen, toggle_keys
from pages.components.language import N_, _, translate
from pages.components.navigation import link
from pages.components.page_state import COPY_NOTE
from pages.components.review.actions import keyed
from pages.components.status_line import draw_status
from pages.copy_check import decisions
from pages.copy_check.editor import can_edit, draw_editor, draw_hands, is_open
from pages.copy_check.filter_state import all_names
from pages.copy_check.repairs import step_of
from pages.copy_check.result import draw_result
from pages.copy_check.wording import COPY_VERDICTS

COPY_KEYS: Keys = (
    ("A", N_("accept: use the repaired text as it is")),
    ("E", N_("edit: use another text, checked as you type")),
    ("X", N_("dismiss: use no repair")),
    ("1 – 3", N_("your own verdict: allow, revise or reject")),
    ("U", N_("undo this decision, or your latest one")),
    ("N", N_("write a note (Enter to leave)")),
    ("Ctrl Enter", N_("in the editor: use the text you typed")),
    ("Esc", N_("close the editor; your input is kept")),
    ("J", N_("next result")),
    ("K", N_("previous result")),
    ("H", N_("show or hide this list")),
)


def draw_reviewing(audit_filter: AuditFilter) -> None:
    """Draw the result in the address, and the bar to decide on it."""
    name = identity.reviewer()
    try:
        row = audit_row(engine(), item_to_show() or 0)
    except NotFoundError as error:
        notice(translate(error))
        return
    link("copy_check", _("Back to the list"), view="checks", **address.current(*all_names()))
    is_editing = is_open(row.line.id) and name is not None and can_edit(row)
    if is_editing:
        draw_editor(row)
    draw_result(row)
    state = (row.line.id, max((act.id for act in row.acts), default=0))
    _draw_bar(row, state, audit_filter, name, is_editing=is_editing)
    remember_drawn(state)
    mark_arrived(row.line.id)
    listen(state)


def _draw_bar(
    row: AuditRow,
    state: Drawn,
    audit_filter: AuditFilter,
    reviewer: str | None,
    *,
    is_editing: bool,
) -> None:
    with st.bottom:
        draw_outcome(of_any=True)
        if keys_are_shown():
            draw_keys(COPY_KEYS)
        if reviewer is None:
            identity.ask("copy")
        step = step_of(row.fix)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="copy_bar"
        ):
            if reviewer and is_editing and step is not None:
                draw_hands(lambda: decisions.saved(state, step, audit_filter, reviewer))
                _draw_note()
            elif reviewer and row.verification is not None:
                if step is not None:
                    _draw_repair(row, state, step, audit_filter, reviewer)
                _draw_verdicts(row, state, audit_filter, reviewer)
                _draw_note()
            if reviewer and not is_editing:
                keyed("undo", _("Undo"), "U", decisions.undo_copy_act, state, reviewer)
            keyed("back", _("Previous result"), "K", _back, state, audit_filter)
            keyed("next", _("Next result"), "J", _next, state, audit_filter)
            keyed("keys", _("Help"), "H", toggle_keys)
        draw_status()


def _back(state: Drawn, audit_filter: AuditFilter) -> None:
    decisions.move_to_result(state, audit_filter, forward=False)


def _next(state: Drawn, audit_filter: AuditFilter) -> None:
    decisions.move_to_result(state, audit_filter, forward=True)


def _draw_repair(
    row: AuditRow, state: Drawn, step: int, audit_filter: AuditFilter, reviewer: str
) -> None:
    decision = row.line.decision
    for action, label, key in (
        (RepairAction.ACCEPT, _("Accept fix"), "A"),
        (RepairAction.EDIT, _("Edit"), "E"),
        (RepairAction.REJECT, _("Dismiss fix"), "X"),
    ):
        if action is RepairAction.ACCEPT and row.fix.repairs[step].after is None:
            continue
        is_current = decision == action.value
        if action is RepairAction.EDIT:
            keyed("edit", label, key, decisions.store_edit, state, primary=is_current)
        else:
            keyed(
                action.value,
                label,
                key,
                decisions.store_repair_decision,
                state,
                action,
                step,
                audit_filter,
                reviewer,
                primary=is_current,
            )


def _draw_verdicts(row: AuditRow, state: Drawn, audit_filter: AuditFilter, reviewer: str) -> None:
    """Draw the verdict buttons, with the keys 1 to 3."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key="verdicts", width="content"
    ):
        for n, verdict in enumerate(Verdict, start=1):
            keyed(
                f"say_{verdict.value.lower()}",
                _(COPY_VERDICTS[verdict].name),
                str(n),
                decisions.store_verdict,
                state,
                verdict,
                audit_filter,
                reviewer,
                primary=row.line.human is verdict,
            )


def _draw_note() -> None:
    with st.container(key="comment", width=100):
        st.text_input(
            _("Note"),
            key=COPY_NOTE.name,
            placeholder=_("Note (N)"),
            label_visibility="collapsed",
            max_chars=2000,
        )

"""Deleting a text or a question set: what goes with it, and its title to confirm."""

import streamlit as st

from core.errors import DeskError
from core.services.access import Right
from core.services.retention import DeletionRoot, Dependents, delete_with_all, list_dependents
from pages.components import address
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, notice, plain, table
from pages.components.language import N_, _, translate
from pages.components.page_state import DELETED_TITLE
from pages.components.rights import allowed

NAMES = {
    "question_set": N_("Question sets"),
    "question": N_("Questions"),
    "recorded_reply": N_("Recorded replies"),
    "run": N_("Runs"),
    "run_item": N_("Results"),
    "review_event": N_("Review actions"),
    "question_revision": N_("Edits"),
    "answer_trace": N_("Answers citing it"),
    "gate_feedback": N_("Feedback on these answers"),
    "gate_run": N_("Red team runs citing it"),
    "answer_loop": N_("Loops citing it or suggesting fixes for its questions"),
    "llm_reply": N_("Stored model replies"),
}
"""The kinds of rows that users know; the other deleted rows belong to these."""


def draw_deletion(root: DeletionRoot, id_: int) -> None:
    """Draw the deletion, for admins only; what depends on it is counted when it is opened."""
    if not allowed(Right.ADMINISTER):
        return
    popover = st.popover(_("Delete…"), key=f"delete_{root}_{id_}", on_change="rerun")
    if not popover.open:
        return
    with popover:
        try:
            dependents = list_dependents(engine(), root, id_)
        except DeskError as error:
            notice(translate(error))
            return
        if dependents.is_sample:
            caption(_("Samples come with the desk and are restored at every start."))
            return
        _draw(dependents)


def _draw(dependents: Dependents) -> None:
    rows = [
        [_(name), f"{dependents.rows[key]:,}"]
        for key, name in NAMES.items()
        if key in dependents.rows
    ]
    if rows:
        caption(_("This will also be deleted permanently:"))
        table([_("Field"), _("Count")], rows, figures=[1])
    else:
        caption(_("Nothing else is deleted."))
    if dependents.under_way:
        notice(_("Runs or loops that use it are still active. Cancel them first."), "amber")
        return
    st.text_input(
        _("Enter its title to confirm: {title}").format(title=plain(dependents.title)),
        key=DELETED_TITLE.of(dependents.root, dependents.id).name,
        autocomplete="off",
    )
    action(
        _("Delete permanently"),
        _delete,
        right=Right.ADMINISTER,
        key=f"delete_now_{dependents.root}_{dependents.id}",
        args=(dependents,),
        type="primary",
    )
    draw_outcome()


def _delete(dependents: Dependents) -> str:
    confirm = DELETED_TITLE.of(dependents.root, dependents.id).get()
    deleted = delete_with_all(engine(), dependents.root, dependents.id, confirm=confirm)
    address.put_all({"source": None, "set": None})
    return _("{title} and everything that depends on it was deleted.").format(title=deleted.title)

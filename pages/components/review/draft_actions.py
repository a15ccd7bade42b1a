"""The buttons of an unsaved edit: save, close, discard, or leave it to somebody else."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.errors import DeskError
from core.services.review import (
    Action,
    AlreadyDecidedError,
    Edit,
    ReviewReason,
    correct,
    discard_edit,
    keep_edit,
    revalidate_soon,
)
from pages.components.action import action, refuse
from pages.components.app_context import engine, settings
from pages.components.language import _, translate
from pages.components.review.draft import EditedDraft, close_editor, current_edit, keep_draft
from pages.components.status_line import set_stored_status
from pages.components.wording import DONE_ACTS, term_label

Reasons = Callable[[], list[ReviewReason]]
Leave = Callable[[str], None]


def draw_draft_actions(
    draft: EditedDraft, *, reasons: Reasons = list, leave: Leave | None = None
) -> None:
    """Draw Save (Mod+Enter), Close (Escape), Discard and Leave, below the editor or in a bar. No
    other button may have these shortcuts meanwhile.

    `reasons` returns those to store with the correction. `leave(comment)` stores that somebody else
    should make the edit; without it that is not offered.
    """
    with st.container(horizontal=True, gap="xsmall", key="editor_hands"):
        action(
            _("Save changes"),
            _save,
            right=None,
            key=draft.key("save"),
            args=(draft, reasons),
            type="primary",
            shortcut="Mod+Enter",
        )
        action(
            _("Close"),
            _close,
            right=None,
            key=draft.key("close"),
            args=(draft,),
            shortcut="Esc",
            help=_("Your changes are kept until you decide."),
        )
        action(_("Discard changes"), _discard, right=None, key=draft.key("discard"), args=(draft,))
        if leave is not None:
            action(
                _("Leave the edit to somebody else"),
                _leave,
                right=None,
                key=draft.key("leave"),
                args=(draft, leave),
                help=_(
                    "Marks the question as needing an edit and leaves it out of the cleaned set "
                    "until somebody makes one."
                ),
            )


def _close(draft: EditedDraft) -> None:
    if current_edit(draft) != draft.drawn:
        keep_draft(draft)
    close_editor()


def _discard(draft: EditedDraft) -> None:
    discard_edit(engine(), draft.item_id, draft.reviewer)
    draft.redraw()
    close_editor()


def _leave(draft: EditedDraft, leave: Leave) -> None:
    """Leave the edit to somebody else; refused while changes are neither saved nor discarded."""
    edit = current_edit(draft)
    if edit != draft.drawn:
        keep_draft(draft)
    if not edit.asks_as(draft.initial):
        refuse(_("You have changed this question. Save or discard your changes first."))
        return
    draft.redraw()
    close_editor()
    leave(edit.comment)


def _save(draft: EditedDraft, reasons: Reasons) -> None:
    """Save and close; a second press before the bar has changed finds nothing to save."""
    if draft.is_drawn and save_draft(draft, current_edit(draft), reasons()):
        draft.redraw()
        close_editor()


def save_draft(draft: EditedDraft, edit: Edit, reasons: Sequence[ReviewReason]) -> bool:
    """Store the edit as the item's correction, and have the corrected question validated again.
    False if it was refused: the page says why, and the edit stays unsaved.
    """
    try:
        event = correct(
            engine(),
            draft.item_id,
            draft.reviewer,
            edit.correction,
            edit.comment,
            reasons=reasons,
            cause=draft.cause() if draft.cause else None,
            idempotency_key=draft.idempotency_key(edit),
            seen_event_id=draft.seen_event_id,
        )
    except DeskError as error:
        keep_edit(engine(), draft.item_id, draft.reviewer, edit)
        refuse(_refusal(error))
        return False
    set_stored_status(Action.FIX, draft.item_id, draft.reviewer)
    if draft.revalidates and event.revision_id is not None:
        revalidate_soon(engine(), event.revision_id, draft.reviewer, settings=settings())
    return True


def _refusal(error: DeskError) -> str:
    if not isinstance(error, AlreadyDecidedError):
        return translate(error)
    return _("{reviewer} already decided: {done}. Undo that or decide again.").format(
        done=term_label(DONE_ACTS, error.standing.action).lower(), reviewer=error.standing.reviewer
    )

"""What becomes of an edit in hand: saved, kept for later, discarded, or left to somebody else."""

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
from pages.components.review.draft import EditedDraft, close_editor, edited_now, keep_draft
from pages.components.status_line import set_stored_status
from pages.components.wording import DONE_ACTS, term_label

Reasons = Callable[[], list[ReviewReason]]
Leave = Callable[[str], None]


def draw_draft_actions(
    hand: EditedDraft, *, reasons: Reasons = list, leave: Leave | None = None
) -> None:
    """Save (Mod+Enter), Close (Escape) and the rest, where it is called: below the editor or in a
    bar. No other button may have these shortcuts meanwhile.

    `reasons` gives those a correction is stored with. `leave(comment)` decides that somebody else
    should correct it; without it that is not offered.
    """
    with st.container(horizontal=True, gap="xsmall", key="editor_hands"):
        action(
            _("Save changes"),
            _save,
            right=None,
            key=hand.key("save"),
            args=(hand, reasons),
            type="primary",
            shortcut="Mod+Enter",
        )
        action(
            _("Close"),
            _close,
            right=None,
            key=hand.key("close"),
            args=(hand,),
            shortcut="Esc",
            help=_("Your changes are kept until you decide."),
        )
        action(_("Discard changes"), _discard, right=None, key=hand.key("discard"), args=(hand,))
        if leave is not None:
            action(
                _("Leave the edit to somebody else"),
                _leave,
                right=None,
                key=hand.key("leave"),
                args=(hand, leave),
                help=_(
                    "Marks the question as needing an edit and leaves it out of the cleaned set "
                    "until somebody makes one."
                ),
            )


def _close(hand: EditedDraft) -> None:
    if edited_now(hand) != hand.drawn:
        keep_draft(hand)
    close_editor()


def _discard(hand: EditedDraft) -> None:
    discard_edit(engine(), hand.item_id, hand.reviewer)
    hand.redraw()
    close_editor()


def _leave(hand: EditedDraft, leave: Leave) -> None:
    """Never with what was typed: that is either saved or discarded on purpose."""
    edit = edited_now(hand)
    if edit != hand.drawn:
        keep_draft(hand)
    if not edit.asks_as(hand.beginning):
        refuse(_("You have changed this question. Save or discard your changes first."))
        return
    hand.redraw()
    close_editor()
    leave(edit.comment)


def _save(hand: EditedDraft, reasons: Reasons) -> None:
    """Once: a second press before the bar has changed would find nothing to save."""
    if hand.is_drawn and save_draft(hand, edited_now(hand), reasons()):
        hand.redraw()
        close_editor()


def save_draft(hand: EditedDraft, edit: Edit, reasons: Sequence[ReviewReason]) -> bool:
    """Whether the edit is stored as the item's correction, and the corrected question asked again;
    where it is refused the page says why, and the edit stays in hand.
    """
    try:
        event = correct(
            engine(),
            hand.item_id,
            hand.reviewer,
            edit.correction,
            edit.comment,
            reasons=reasons,
            cause=hand.cause() if hand.cause else None,
            idempotency_key=hand.idempotency_key(edit),
            seen_event_id=hand.seen_event_id,
        )
    except DeskError as error:
        keep_edit(engine(), hand.item_id, hand.reviewer, edit)
        refuse(_refusal(error))
        return False
    set_stored_status(Action.FIX, hand.item_id, hand.reviewer)
    if hand.asks_again and event.revision_id is not None:
        revalidate_soon(engine(), event.revision_id, hand.reviewer, settings=settings())
    return True


def _refusal(error: DeskError) -> str:
    if not isinstance(error, AlreadyDecidedError):
        return translate(error)
    return _("{reviewer} already decided: {done}. Undo that or decide again.").format(
        done=term_label(DONE_ACTS, error.standing.action).lower(), reviewer=error.standing.reviewer
    )

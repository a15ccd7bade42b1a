"""What becomes of an edit in hand: saved, put by, thrown away, or left to somebody else."""

from collections.abc import Callable

import streamlit as st

from core.errors import DeskError
from core.services.review import (
    Action,
    AlreadyDecidedError,
    ReviewReason,
    correct,
    discard_edit,
    keep_edit,
    revalidate_soon,
)
from pages.components.desk import engine, settings
from pages.components.html import notice
from pages.components.language import _, worded
from pages.components.pressed import pressed
from pages.components.review.editing import InHand, close_editor, keep, now
from pages.components.told import tell_stored
from pages.components.words import ACTIONS, named

Reasons = Callable[[], list[ReviewReason]]
Leave = Callable[[str], None]


def draw_hands(hand: InHand, *, reasons: Reasons = list, leave: Leave | None = None) -> None:
    """Save (Mod+Enter), Cancel (Escape) and the rest, where it is called: below the editor or in a
    bar. No other button may have these shortcuts meanwhile.

    `reasons` gives those a correction is stored with. `leave(comment)` decides that somebody else
    should correct it; without it that is not offered.
    """
    if refused := st.session_state.pop(_refused(hand), None):
        notice(refused)
    with st.container(horizontal=True, gap="xsmall", key="editor_hands"):
        st.button(
            _("Save the correction"),
            key=hand.key("save"),
            type="primary",
            shortcut="Mod+Enter",
            on_click=_save,
            args=(hand, reasons),
        )
        st.button(
            _("Cancel"),
            key=hand.key("close"),
            shortcut="Esc",
            help=_("What you have changed is kept until you decide."),
            on_click=_close,
            args=(hand,),
        )
        st.button(
            _("Throw the changes away"), key=hand.key("discard"), on_click=_discard, args=(hand,)
        )
        if leave is not None:
            st.button(
                _("Somebody else should correct it"),
                key=hand.key("leave"),
                help=_(
                    "Decides that the question is to be corrected, and leaves it out of the "
                    "cleaned set until somebody has."
                ),
                on_click=_leave,
                args=(hand, leave),
            )


def _refused(hand: InHand) -> str:
    return f"fix_refused_{hand.item_id}"


@pressed
def _close(hand: InHand) -> None:
    if now(hand) != hand.drawn:
        keep(hand)
    close_editor()


@pressed
def _discard(hand: InHand) -> None:
    discard_edit(engine(), hand.item_id, hand.reviewer)
    hand.redraw()
    close_editor()


@pressed
def _leave(hand: InHand, leave: Leave) -> None:
    """Never what was typed with it: that is either saved or thrown away on purpose."""
    edit = now(hand)
    if edit != hand.drawn:
        keep(hand)
    if not edit.asks_as(hand.beginning):
        st.session_state[_refused(hand)] = _(
            "You have changed the question. Save the correction, or throw the changes away first."
        )
        return
    close_editor()
    leave(edit.comment)


@pressed
def _save(hand: InHand, reasons: Reasons) -> None:
    edit = now(hand)
    try:
        event = correct(
            engine(),
            hand.item_id,
            hand.reviewer,
            edit.correction,
            edit.comment,
            reasons=reasons(),
            cause=hand.cause() if hand.cause else None,
            idempotency_key=hand.idempotency_key(edit),
            seen_event_id=hand.seen_event_id,
        )
    except DeskError as error:
        keep_edit(engine(), hand.item_id, hand.reviewer, edit)
        st.session_state[_refused(hand)] = _refusal(error)
        return
    hand.redraw()
    close_editor()
    tell_stored(Action.FIX, hand.item_id)
    if hand.asks_again and event.revision_id is not None:
        revalidate_soon(engine(), event.revision_id, hand.reviewer, settings=settings())


def _refusal(error: DeskError) -> str:
    if not isinstance(error, AlreadyDecidedError):
        return worded(error)
    return _("Already decided: {decision}, by {reviewer}. Undo it or decide again.").format(
        decision=named(ACTIONS, error.standing.action), reviewer=error.standing.reviewer
    )

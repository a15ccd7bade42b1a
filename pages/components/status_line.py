"""One quiet line above the bar: what the last press stored or undid."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape

import streamlit as st

from core.services.access import Right
from core.services.review import Batch, opposed_opinion, place_of, undo_batch
from pages.components import page_state
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.bulk_wording import bulk_result_sentence, unchanged_sentence
from pages.components.language import _
from pages.components.navigation import link
from pages.components.page_state import StateKey
from pages.components.wording import DONE_ACTS, term_label


@dataclass(frozen=True)
class StatusMessage:
    """`links_history`: with a link to the bulk history. `batch`: a bulk action, with an undo."""

    sentence: str
    links_history: bool = False
    batch: Batch | None = None


_STATUS: StateKey[StatusMessage | Callable[[], StatusMessage] | None] = page_state.STATUS


def set_status(sentence: str, *, links_history: bool = False, batch: Batch | None = None) -> None:
    _STATUS.set(StatusMessage(sentence, links_history, batch))


def clear_status() -> None:
    """Clear the line, which otherwise stays however often the page is drawn."""
    _STATUS.clear()


def set_stored_status(act: str, item_id: int, reviewer: str) -> None:
    """Show that an act of `ACTIONS` on this item was stored, and a conflict with another review
    if there is one; worded when it is drawn, after the next question.
    """
    _STATUS.set(partial(_stored_message, act, item_id, reviewer))


def _stored_message(act: str, item_id: int, reviewer: str) -> StatusMessage:
    place = place_of(engine(), item_id)
    opposed = opposed_opinion(engine(), item_id, reviewer)
    if opposed is None:
        sentence = _("{done}: run #{run}, line {line}. Undo (U)")
    else:
        sentence = _(
            "{done}: run #{run}, line {line}. {reviewer} decided otherwise ({other}), so it goes "
            "to Adjudicate. Undo (U)"
        )
    return StatusMessage(
        sentence.format(
            done=term_label(DONE_ACTS, act),
            run=place.run_id,
            line=place.line,
            reviewer=opposed.reviewer if opposed else "",
            other=term_label(DONE_ACTS, opposed.action).lower() if opposed else "",
        )
    )


def _current_message() -> StatusMessage | None:
    """The message, worded when it is first drawn."""
    message = _STATUS.get()
    if callable(message):
        message = message()
        _STATUS.set(message)
    return message


def draw_status() -> None:
    """Draw the line, also when it is empty, so that nothing moves when it is not."""
    message = _current_message() or StatusMessage("")
    st.html(f'<div class="desk-caption desk-told" role="status">{escape(message.sentence)}</div>')
    if message.batch is None and not message.links_history:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="told"):
        if message.batch is not None:
            action(
                _("Undo"),
                _undo_batch,
                right=Right.ADJUDICATE,
                key="undo_batch",
                args=(message.batch,),
                type="tertiary",
            )
        link("questions", _("Bulk history"))


def _undo_batch(batch: Batch) -> None:
    """Undo what is still in force of a bulk action."""
    key = f"undo batch {batch.id}"
    undone = undo_batch(engine(), batch.id, batch.reviewer, idempotency_key=key)
    set_status(
        f"{bulk_result_sentence(undone)} {unchanged_sentence(undone.left_out)}".strip(),
        links_history=True,
    )

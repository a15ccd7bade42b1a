"""One quiet line above the bar: what the last press stored or took back."""

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
from pages.components.bulk_wording import did, left_out_said
from pages.components.language import _
from pages.components.navigation import link
from pages.components.page_state import StateKey
from pages.components.wording import DONE_ACTS, term_label


@dataclass(frozen=True)
class StatusMessage:
    """`many`: with the way to what was done to many questions at once. `batch`: such an act, with a
    press that takes it back.
    """

    sentence: str
    many: bool = False
    batch: Batch | None = None


_STATUS: StateKey[StatusMessage | Callable[[], StatusMessage] | None] = page_state.STATUS


def set_status(sentence: str, *, many: bool = False, batch: Batch | None = None) -> None:
    _STATUS.set(StatusMessage(sentence, many, batch))


def clear_status() -> None:
    """Until then it stays, however often the page is drawn: at the next press, or elsewhere."""
    _STATUS.clear()


def set_stored_status(act: str, item_id: int, reviewer: str) -> None:
    """An act of `ACTIONS` on this item, which the key U takes back; and where somebody decided
    otherwise, that it waits for a final decision. Worded when it is drawn, after the next question.
    """
    _STATUS.set(partial(_stored, act, item_id, reviewer))


def _stored(act: str, item_id: int, reviewer: str) -> StatusMessage:
    at = place_of(engine(), item_id)
    other = opposed_opinion(engine(), item_id, reviewer)
    if other is None:
        sentence = _("{done}: run #{run}, line {line}. Undo (U)")
    else:
        sentence = _(
            "{done}: run #{run}, line {line}. {reviewer} decided otherwise ({other}), so it goes "
            "to Adjudicate. Undo (U)"
        )
    return StatusMessage(
        sentence.format(
            done=term_label(DONE_ACTS, act),
            run=at.run_id,
            line=at.line,
            reviewer=other.reviewer if other else "",
            other=term_label(DONE_ACTS, other.action).lower() if other else "",
        )
    )


def _told() -> StatusMessage | None:
    """As it was worded when it was first drawn."""
    told = _STATUS.get()
    if callable(told):
        told = told()
        _STATUS.set(told)
    return told


def draw_status() -> None:
    """Its place is kept where there is nothing to tell, so that nothing moves when there is."""
    told = _told() or StatusMessage("")
    st.html(f'<div class="desk-caption desk-told" role="status">{escape(told.sentence)}</div>')
    if told.batch is None and not told.many:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="told"):
        if told.batch is not None:
            action(
                _("Undo"),
                _undo_batch,
                right=Right.ADJUDICATE,
                key="undo_batch",
                args=(told.batch,),
                type="tertiary",
            )
        link("questions", _("Bulk history"))


def _undo_batch(batch: Batch) -> None:
    """Of what was decided on several questions together, all that still stands."""
    key = f"undo batch {batch.id}"
    made = undo_batch(engine(), batch.id, batch.reviewer, idempotency_key=key)
    set_status(f"{did(made)} {left_out_said(made.left_out)}".strip(), many=True)

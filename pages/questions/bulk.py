"""The bar of the page Questions: what is selected, what can be done to it, and the way back.

An act is counted before it is done, in the bar itself; the press does it to what was counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import streamlit as st

from core.services.access import Right
from core.services.review import (
    Batch,
    BulkAction,
    BulkPreview,
    BulkRequest,
    ContradictionError,
    Ineligibility,
    Queue,
    ReviewReason,
    do_bulk,
    my_batches,
    preview_bulk,
    reviewers,
    undo_batch,
)
from pages.components import identity
from pages.components.action import Outcome, PressMessage, action, draw_outcome
from pages.components.app_context import engine
from pages.components.bulk_wording import DO, did, left_out_said, plan_html, will_do
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n
from pages.components.page_state import (
    BULK_ACTION,
    BULK_AGAIN,
    BULK_ASSIGNEE,
    BULK_CONTRADICTED,
    BULK_COUNTED,
    BULK_NOTE,
    BULK_REASONS,
    BULK_RESULT,
    StateKey,
)
from pages.components.wording import REVIEW_REASONS, term_name
from pages.questions.selection import Selection, pick_all, pick_none

KEYS = {BulkAction.KEEP: "A", BulkAction.DROP: "X", BulkAction.SECOND: "F", BulkAction.ASSIGN: "T"}
"""Those of the review page and T; each counts first, Mod+Enter then does it."""
SHORTCUTS = Path(__file__).with_name("bulk.js").read_text("utf-8")


@dataclass(frozen=True)
class CountedSelection:
    """A preview, of which selection and act it is, and the press that may do it."""

    of: object
    preview: BulkPreview
    press: str


_COUNTED: StateKey[CountedSelection | None] = BULK_COUNTED


def draw_bar(
    queue: Queue, total: int, reviewer: str | None, picked: Selection, here: Sequence[int] = ()
) -> None:
    """`here` are the items of the page that is shown."""
    with st.bottom:
        if reviewer is None:
            identity.ask("questions")
            return
        draw_outcome(of_any=True)
        _draw_result(reviewer)
        n = picked.count(total)
        doing = BULK_ACTION.get() if n else None
        if doing is not None:
            _draw_plan(doing, picked, reviewer)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="bulk_bar"
        ):
            _draw_selected(queue, total, picked, here)
            if n and doing is None:
                for one in BulkAction:
                    action(
                        _(DO[one]),
                        _plan,
                        right=Right.ADJUDICATE,
                        key=f"bulk_{one}",
                        args=(one,),
                        shortcut=KEYS[one],
                    )
            _draw_recent(reviewer)
        st.html(f"<script>{SHORTCUTS}</script>", unsafe_allow_javascript=True)


def _draw_selected(queue: Queue, total: int, picked: Selection, here: Sequence[int]) -> None:
    """What is selected, also where it is not to be seen, and how to select all that matches."""
    n = picked.count(total)
    with st.container(width="content", key="bulk_selected"):
        if n:
            caption(_selected(n, picked, here))
        elif total:
            caption(_("Select questions to edit them in bulk."))
    if total and (picked.every is None or picked.but):
        every = _n("Select all {n} matching", "Select all {n} matching", total)
        action(every, pick_all, right=None, key="bulk_all", args=(queue,), type="tertiary")
    if n or picked.but:
        action(_("Clear selection"), pick_none, right=None, key="bulk_none", type="tertiary")


def _selected(n: int, picked: Selection, here: Sequence[int]) -> str:
    on_page = sum(item_id in picked for item_id in here)
    if picked.every is not None or on_page == n:
        return _("{n} selected").format(n=f"{n:,}")
    said = _("{n} selected, {here} on this page")
    return said.format(n=f"{n:,}", here=f"{on_page:,}")


def _plan(doing: BulkAction | None) -> None:
    BULK_ACTION.set(doing)
    for key in (BULK_RESULT, BULK_COUNTED, BULK_AGAIN):
        key.clear()


def _draw_plan(doing: BulkAction, picked: Selection, reviewer: str) -> None:
    """The choices an act leaves, what would come of it, and the press."""
    assigns = doing == BulkAction.ASSIGN
    bulk = BulkRequest(
        doing,
        assignee=(BULK_ASSIGNEE.get() if BULK_ASSIGNEE.is_set else reviewer) if assigns else None,
        again=BULK_AGAIN.get() and doing.decides,
    )
    counted = _counted(bulk, picked, reviewer)
    draw(plan_html(counted.preview))
    if doing.decides:
        if bulk.again or counted.preview.left_out[Ineligibility.DECIDED]:
            st.toggle(_("Also replace existing decisions"), key=BULK_AGAIN.name)
        st.pills(
            _("Reasons"),
            [reason.value for reason in ReviewReason],
            selection_mode="multi",
            format_func=lambda one: term_name(REVIEW_REASONS, one),
            key=BULK_REASONS.name,
            on_change="ignore",
            label_visibility="collapsed",
            wrap=True,
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if assigns:
            _draw_assignee(reviewer)
        st.text_input(
            _("Note"),
            key=BULK_NOTE.name,
            placeholder=_("Note, saved with each question"),
            label_visibility="collapsed",
            max_chars=4000,
            width=320,
        )
        action(
            will_do(doing, counted.preview.n),
            _do,
            right=Right.ADJUDICATE,
            key=f"bulk_do_{counted.press}",
            args=(counted,),
            disabled=not counted.preview.n,
            type="primary",
            shortcut="Mod+Enter",
        )
        action(_("Cancel"), _plan, right=None, key="bulk_cancel", args=(None,))


def _draw_assignee(reviewer: str) -> None:
    st.selectbox(
        _("Assign to"),
        [reviewer, *(name for name in reviewers(engine()) if name != reviewer), None],
        format_func=lambda name: (
            _("to {name}").format(name=name) if name else _("to nobody (open to everybody)")
        ),
        key=BULK_ASSIGNEE.name,
        label_visibility="collapsed",
        width=280,
    )


def _counted(bulk: BulkRequest, picked: Selection, reviewer: str) -> CountedSelection:
    """Counted once for each selection and act, however often the page is drawn."""
    but = tuple(sorted(picked.but))
    of = (bulk, picked.chosen, but, reviewer)
    kept = _COUNTED.get()
    if kept is None or kept.of != of:
        found = preview_bulk(engine(), picked.chosen, bulk, reviewer, but=but)
        kept = CountedSelection(of, found, uuid4().hex)
        _COUNTED.set(kept)
    return kept


def _do(counted: CountedSelection) -> Outcome:
    """The same press again finds its act stored, and does nothing more."""
    decides = counted.preview.bulk.doing.decides
    chosen = (BULK_REASONS.get() or []) if decides else []
    asked = (counted.press, tuple(chosen))
    try:
        batch = do_bulk(
            engine(),
            counted.preview,
            BULK_NOTE.get(),
            reasons=[ReviewReason(one) for one in chosen],
            confirmed=BULK_CONTRADICTED.take() == asked,
            idempotency_key=counted.press,
        )
    except ContradictionError as error:
        BULK_CONTRADICTED.set(asked)
        reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in error.reasons)
        said = _(
            "The reason “{reasons}” implies that the questions are faulty. Change it, or press "
            "the button again to accept anyway."
        )
        return PressMessage(said.format(reasons=reasons), "red")
    _plan(None)
    pick_none()
    BULK_NOTE.set("")
    BULK_REASONS.set([])
    BULK_RESULT.set(batch)
    return None


def _undo(batch_id: int, reviewer: str, press: str) -> None:
    BULK_RESULT.set(undo_batch(engine(), batch_id, reviewer, idempotency_key=press))


def _draw_result(reviewer: str) -> None:
    """What was done last, with its undo; it stays until another act is planned."""
    batch = BULK_RESULT.get()
    if batch is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="bulk_said"):
        with st.container(width="stretch"):
            words = f"{did(batch)} {left_out_said(batch.left_out)}".strip()
            notice(words, "amber" if batch.left_out else "quiet")
        if batch.undoes_id is None and batch.n:
            _undo_button(batch, reviewer, "said")


def _undo_button(batch: Batch, reviewer: str, where: str) -> None:
    action(
        _("Undo"),
        _undo,
        right=Right.ADJUDICATE,
        key=f"bulk_undo_{where}_{batch.id}",
        args=(batch.id, reviewer, uuid4().hex),
    )


def _draw_recent(reviewer: str) -> None:
    """What the reviewer did to many questions before; each can still be taken back."""
    folded = st.popover(_("Bulk history"), key="bulk_recent", on_change="rerun")
    if not folded.open:
        return
    with folded:
        found = my_batches(engine(), reviewer)
        if not found:
            caption(_("Your bulk actions appear here and can be undone."))
        for batch in found:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                with st.container(width="stretch"):
                    _draw_batch(batch)
                if batch.taken_back < batch.n:
                    _undo_button(batch, reviewer, "recent")


def _draw_batch(batch: Batch) -> None:
    back = _("undone on {n}").format(n=batch.taken_back) if batch.taken_back else None
    reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in batch.reasons)
    caption(
        f"{batch.at:%Y-%m-%d %H:%M} UTC",
        batch.reviewer,
        did(batch),
        reasons,
        batch.comment,
        back,
    )

"""The bar of the page Questions: what is selected, what can be done to it, and the way back.

An act is counted before it is done, in the bar itself; the press does it to what was counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import streamlit as st

from core.errors import DeskError
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
from pages.components.action import guarded_action
from pages.components.app_context import engine
from pages.components.bulk_wording import DO, did, left_out_said, plan_html, will_do
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n, translate
from pages.components.rights import needs
from pages.components.wording import REVIEW_REASONS, term_name
from pages.questions.selection import Selection, pick_all, pick_none

DOING, COUNTED, SAID = "bulk_doing", "bulk_counted", "bulk_said"
CONTRADICTED = "bulk_contradicted"
KEYS = {BulkAction.KEEP: "A", BulkAction.DROP: "X", BulkAction.SECOND: "F", BulkAction.ASSIGN: "T"}
"""Those of the review page and T; each counts first, Mod+Enter then does it."""
SHORTCUTS = Path(__file__).with_name("bulk.js").read_text("utf-8")


@dataclass(frozen=True)
class CountedSelection:
    """A preview, of which selection and act it is, and the press that may do it."""

    of: object
    preview: BulkPreview
    press: str


def draw_bar(
    queue: Queue, total: int, reviewer: str | None, picked: Selection, here: Sequence[int] = ()
) -> None:
    """`here` are the items of the page that is shown."""
    with st.bottom:
        if reviewer is None:
            identity.ask("questions")
            return
        _draw_said(reviewer)
        n = picked.count(total)
        doing: BulkAction | None = st.session_state.get(DOING) if n else None
        if doing is not None:
            _draw_plan(doing, picked, reviewer)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="bulk_bar"
        ):
            _draw_selected(queue, total, picked, here)
            if n and doing is None:
                for one in BulkAction:
                    label = _(DO[one])
                    st.button(
                        label,
                        key=f"bulk_{one}",
                        shortcut=KEYS[one],
                        on_click=_planned,
                        args=(one,),
                        **needs(Right.ADJUDICATE),
                    )
            _draw_recent(reviewer)
        st.html(f"<script>{SHORTCUTS}</script>", unsafe_allow_javascript=True)


def _draw_selected(queue: Queue, total: int, picked: Selection, here: Sequence[int]) -> None:
    """What is selected, also where it is not to be seen, and how to select all that matches."""
    n = picked.count(total)
    with st.container(width="content", key="bulk_selected"):
        caption(_selected(n, picked, here) if n else _("Tick questions to act on them."))
    if total and (picked.every is None or picked.but):
        every = _n("Select all {n} that match", "Select all {n} that match", total)
        st.button(every, key="bulk_all", type="tertiary", on_click=pick_all, args=(queue,))
    if n or picked.but:
        st.button(_("Select none"), key="bulk_none", type="tertiary", on_click=pick_none)


def _selected(n: int, picked: Selection, here: Sequence[int]) -> str:
    on_page = sum(item_id in picked for item_id in here)
    if picked.every is not None or on_page == n:
        return _("{n} selected").format(n=f"{n:,}")
    said = _("{n} selected, {here} of them on this page")
    return said.format(n=f"{n:,}", here=f"{on_page:,}")


@guarded_action
def _planned(doing: BulkAction | None) -> None:
    st.session_state[DOING] = doing
    st.session_state.pop(SAID, None)
    for name in (COUNTED, "bulk_again"):
        st.session_state.pop(name, None)


def _draw_plan(doing: BulkAction, picked: Selection, reviewer: str) -> None:
    """The choices an act leaves, what would come of it, and the press."""
    assigns = doing == BulkAction.ASSIGN
    bulk = BulkRequest(
        doing,
        assignee=st.session_state.get("bulk_assignee", reviewer) if assigns else None,
        again=bool(st.session_state.get("bulk_again")) and doing.decides,
    )
    counted = _counted(bulk, picked, reviewer)
    draw(plan_html(counted.preview))
    if doing.decides:
        if bulk.again or counted.preview.left_out[Ineligibility.DECIDED]:
            st.toggle(_("Also decide again on those that are decided"), key="bulk_again")
        st.pills(
            _("Reasons"),
            [reason.value for reason in ReviewReason],
            selection_mode="multi",
            format_func=lambda one: term_name(REVIEW_REASONS, one),
            key="bulk_reasons",
            on_change="ignore",
            label_visibility="collapsed",
            wrap=True,
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if assigns:
            _draw_assignee(reviewer)
        st.text_input(
            _("Note"),
            key="bulk_note",
            placeholder=_("Note, kept with every one of them"),
            label_visibility="collapsed",
            max_chars=4000,
            width=320,
        )
        st.button(
            will_do(doing, counted.preview.n),
            key=f"bulk_do_{counted.press}",
            type="primary",
            shortcut="Mod+Enter",
            on_click=_done,
            args=(counted,),
            **needs(Right.ADJUDICATE, disabled=not counted.preview.n),
        )
        st.button(_("Cancel"), key="bulk_cancel", on_click=_planned, args=(None,))


def _draw_assignee(reviewer: str) -> None:
    st.selectbox(
        _("Assign to"),
        [reviewer, *(name for name in reviewers(engine()) if name != reviewer), None],
        format_func=lambda name: (
            _("to {name}").format(name=name) if name else _("to nobody: everybody's again")
        ),
        key="bulk_assignee",
        label_visibility="collapsed",
        width=280,
    )


def _counted(bulk: BulkRequest, picked: Selection, reviewer: str) -> CountedSelection:
    """Counted once for each selection and act, however often the page is drawn."""
    but = tuple(sorted(picked.but))
    of = (bulk, picked.chosen, but, reviewer)
    kept: CountedSelection | None = st.session_state.get(COUNTED)
    if kept is None or kept.of != of:
        found = preview_bulk(engine(), picked.chosen, bulk, reviewer, but=but)
        kept = st.session_state[COUNTED] = CountedSelection(of, found, uuid4().hex)
    return kept


@guarded_action
def _done(counted: CountedSelection) -> None:
    """The same press again finds its act stored, and does nothing more."""
    decides = counted.preview.bulk.doing.decides
    chosen = (st.session_state.get("bulk_reasons") or []) if decides else []
    try:
        batch = do_bulk(
            engine(),
            counted.preview,
            st.session_state.get("bulk_note", ""),
            reasons=[ReviewReason(one) for one in chosen],
            confirmed=st.session_state.pop(CONTRADICTED, None) == (counted.press, tuple(chosen)),
            idempotency_key=counted.press,
        )
    except ContradictionError as error:
        st.session_state[CONTRADICTED] = (counted.press, tuple(chosen))
        reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in error.reasons)
        said = _(
            "The reason “{reasons}” says that the questions are at fault. Change it, or press the "
            "button once more to accept them all the same."
        )
        st.session_state[SAID] = said.format(reasons=reasons)
        return
    except DeskError as error:
        st.session_state[SAID] = translate(error)
        return
    _planned(None)
    pick_none()
    st.session_state["bulk_note"], st.session_state["bulk_reasons"] = "", []
    st.session_state[SAID] = batch


@guarded_action
def _undone(batch_id: int, reviewer: str, press: str) -> None:
    try:
        made = undo_batch(engine(), batch_id, reviewer, idempotency_key=press)
    except DeskError as error:
        st.session_state[SAID] = translate(error)
        return
    st.session_state[SAID] = made


def _draw_said(reviewer: str) -> None:
    """What came of the last press, and the way back."""
    said: Batch | str | None = st.session_state.get(SAID)
    if said is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="bulk_said"):
        if isinstance(said, str):
            notice(said)
            return
        with st.container(width="stretch"):
            words = f"{did(said)} {left_out_said(said.left_out)}".strip()
            notice(words, "amber" if said.left_out else "green")
        if said.undoes_id is None and said.n:
            _undo_button(said, reviewer, "said")


def _undo_button(batch: Batch, reviewer: str, where: str) -> None:
    st.button(
        _("Undo"),
        key=f"bulk_undo_{where}_{batch.id}",
        on_click=_undone,
        args=(batch.id, reviewer, uuid4().hex),
        **needs(Right.ADJUDICATE),
    )


def _draw_recent(reviewer: str) -> None:
    """What the reviewer did to many questions before; each can still be taken back."""
    folded = st.popover(_("Done to many"), key="bulk_recent", on_change="rerun")
    if not folded.open:
        return
    with folded:
        found = my_batches(engine(), reviewer)
        if not found:
            caption(_("What you do to many questions at once is listed here, to be taken back."))
        for batch in found:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                with st.container(width="stretch"):
                    _draw_batch(batch)
                if batch.taken_back < batch.n:
                    _undo_button(batch, reviewer, "recent")


def _draw_batch(batch: Batch) -> None:
    back = _("taken back on {n}").format(n=batch.taken_back) if batch.taken_back else None
    reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in batch.reasons)
    caption(
        f"{batch.at:%Y-%m-%d %H:%M} UTC",
        batch.reviewer,
        did(batch),
        reasons,
        batch.comment,
        back,
    )

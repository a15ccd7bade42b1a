"""The bar of the page Questions: the selection, the bulk actions, and their undo.

An action is previewed in the bar first; the press applies it to what the preview counted.
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
from pages.components.action import PressMessage, PressOutcome, action, draw_outcome
from pages.components.app_context import engine
from pages.components.bulk_wording import (
    DO,
    bulk_button_label,
    bulk_result_sentence,
    plan_html,
    unchanged_sentence,
)
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
"""The keys of Review, and T; each opens the preview, Mod+Enter then applies it."""
SHORTCUTS = Path(__file__).with_name("bulk.js").read_text("utf-8")


@dataclass(frozen=True)
class CountedSelection:
    """A preview, the key of its selection and action, and the id of the press that applies it."""

    key: object
    preview: BulkPreview
    press: str


_COUNTED: StateKey[CountedSelection | None] = BULK_COUNTED


def draw_bar(
    queue: Queue,
    total: int,
    reviewer: str | None,
    selection: Selection,
    page_items: Sequence[int] = (),
) -> None:
    """Draw the bar; `page_items` are the ids on the shown page."""
    with st.bottom:
        if reviewer is None:
            identity.ask("questions")
            return
        draw_outcome(of_any=True)
        _draw_result(reviewer)
        n = selection.count(total)
        bulk_action = BULK_ACTION.get() if n else None
        if bulk_action is not None:
            _draw_plan(bulk_action, selection, reviewer)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="xsmall", key="bulk_bar"
        ):
            _draw_selected(queue, total, selection, page_items)
            if n and bulk_action is None:
                for offered in BulkAction:
                    action(
                        _(DO[offered]),
                        _plan,
                        right=Right.ADJUDICATE,
                        key=f"bulk_{offered}",
                        args=(offered,),
                        shortcut=KEYS[offered],
                    )
            _draw_recent(reviewer)
        st.html(f"<script>{SHORTCUTS}</script>", unsafe_allow_javascript=True)


def _draw_selected(
    queue: Queue, total: int, selection: Selection, page_items: Sequence[int]
) -> None:
    """Draw the number selected on all pages, and buttons to select all or none."""
    n = selection.count(total)
    with st.container(width="content", key="bulk_selected"):
        if n:
            caption(_selected(n, selection, page_items))
        elif total:
            caption(_("Select questions to edit them in bulk."))
    if total and (selection.every is None or selection.excluded):
        label = _n("Select all {n} matching", "Select all {n} matching", total)
        action(label, pick_all, right=None, key="bulk_all", args=(queue,), type="tertiary")
    if n or selection.excluded:
        action(_("Clear selection"), pick_none, right=None, key="bulk_none", type="tertiary")


def _selected(n: int, selection: Selection, page_items: Sequence[int]) -> str:
    on_page = sum(item_id in selection for item_id in page_items)
    if selection.every is not None or on_page == n:
        return _("{n} selected").format(n=f"{n:,}")
    template = _("{n} selected, {here} on this page")
    return template.format(n=f"{n:,}", here=f"{on_page:,}")


def _plan(bulk_action: BulkAction | None) -> None:
    BULK_ACTION.set(bulk_action)
    for key in (BULK_RESULT, BULK_COUNTED, BULK_AGAIN):
        key.clear()


def _draw_plan(bulk_action: BulkAction, selection: Selection, reviewer: str) -> None:
    """Draw the preview of an action, its options, and the button that applies it."""
    assigns = bulk_action == BulkAction.ASSIGN
    bulk = BulkRequest(
        bulk_action,
        assignee=(BULK_ASSIGNEE.get() if BULK_ASSIGNEE.is_set else reviewer) if assigns else None,
        again=BULK_AGAIN.get() and bulk_action.decides,
    )
    counted = _count_selection(bulk, selection, reviewer)
    draw(plan_html(counted.preview))
    if bulk_action.decides:
        if bulk.again or counted.preview.left_out[Ineligibility.DECIDED]:
            st.toggle(_("Also replace existing decisions"), key=BULK_AGAIN.name)
        st.pills(
            _("Reasons"),
            [reason.value for reason in ReviewReason],
            selection_mode="multi",
            format_func=lambda reason: term_name(REVIEW_REASONS, reason),
            key=BULK_REASONS.name,
            on_change="ignore",
            label_visibility="collapsed",
            wrap=True,
        )
    _draw_confirmation(counted, reviewer)


def _draw_confirmation(counted: CountedSelection, reviewer: str) -> None:
    """Draw the assignee if one is needed, the note, and the button that applies the action."""
    bulk_action = counted.preview.bulk.doing
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if bulk_action == BulkAction.ASSIGN:
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
            bulk_button_label(bulk_action, counted.preview.n),
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


def _count_selection(bulk: BulkRequest, selection: Selection, reviewer: str) -> CountedSelection:
    """The preview, computed once for each selection and action."""
    excluded = tuple(sorted(selection.excluded))
    key = (bulk, selection.chosen, excluded, reviewer)
    cached = _COUNTED.get()
    if cached is None or cached.key != key:
        preview = preview_bulk(engine(), selection.chosen, bulk, reviewer, but=excluded)
        cached = CountedSelection(key, preview, uuid4().hex)
        _COUNTED.set(cached)
    return cached


def _do(counted: CountedSelection) -> PressOutcome:
    """Apply the action; a repeated press has the same key and does nothing more."""
    decides = counted.preview.bulk.doing.decides
    chosen_reasons = (BULK_REASONS.get() or []) if decides else []
    confirmation = (counted.press, tuple(chosen_reasons))
    try:
        batch = do_bulk(
            engine(),
            counted.preview,
            BULK_NOTE.get(),
            reasons=[ReviewReason(reason) for reason in chosen_reasons],
            confirmed=BULK_CONTRADICTED.take() == confirmation,
            idempotency_key=counted.press,
        )
    except ContradictionError as error:
        BULK_CONTRADICTED.set(confirmation)
        reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in error.reasons)
        template = _(
            "The reason “{reasons}” implies that the questions are faulty. Change it, or press "
            "the button again to accept anyway."
        )
        return PressMessage(template.format(reasons=reasons), "red")
    _plan(None)
    pick_none()
    BULK_NOTE.set("")
    BULK_REASONS.set([])
    BULK_RESULT.set(batch)
    return None


def _undo(batch_id: int, reviewer: str, press: str) -> None:
    BULK_RESULT.set(undo_batch(engine(), batch_id, reviewer, idempotency_key=press))


def _draw_result(reviewer: str) -> None:
    """Draw the last result with its undo, until another action is opened."""
    batch = BULK_RESULT.get()
    if batch is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="bulk_said"):
        with st.container(width="stretch"):
            sentence = f"{bulk_result_sentence(batch)} {unchanged_sentence(batch.left_out)}".strip()
            notice(sentence, "amber" if batch.left_out else "quiet")
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
    """Draw the reviewer's earlier bulk actions, each with an undo."""
    popover = st.popover(_("Bulk history"), key="bulk_recent", on_change="rerun")
    if not popover.open:
        return
    with popover:
        batches = my_batches(engine(), reviewer)
        if not batches:
            caption(_("Your bulk actions appear here and can be undone."))
        for batch in batches:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                with st.container(width="stretch"):
                    _draw_batch(batch)
                if batch.undone_counts < batch.n:
                    _undo_button(batch, reviewer, "recent")


def _draw_batch(batch: Batch) -> None:
    undone_note = _("undone on {n}").format(n=batch.undone_counts) if batch.undone_counts else None
    reasons = _(", ").join(term_name(REVIEW_REASONS, reason) for reason in batch.reasons)
    caption(
        f"{batch.at:%Y-%m-%d %H:%M} UTC",
        batch.reviewer,
        bulk_result_sentence(batch),
        reasons,
        batch.comment,
        undone_note,
    )

"""Questions flagged for one cause: the cause, their list, and one decision on all of them."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from core.services.access import Right
from core.services.results import CauseItem, CauseKind, SharedCause, shared_cause
from core.services.review import Batch, BulkAction, BulkRequest, Queue, do_bulk, preview_bulk
from pages.components.action import action
from pages.components.app_context import engine
from pages.components.bulk_wording import (
    bulk_button_label,
    bulk_result_sentence,
    unchanged_sentence,
)
from pages.components.debounce import Drawn, is_still_shown
from pages.components.html import draw, notice
from pages.components.item_navigation import go_to_item
from pages.components.language import _, _n
from pages.components.page_state import SHARED_CAUSE_SHOWN
from pages.components.review import claims
from pages.components.review.decisions import try_store
from pages.components.review.filter_state import undecided
from pages.components.review.prefetch import PrefetchedItem, forget_prefetched
from pages.components.status_line import set_status


def shared_cause_of(prefetched: PrefetchedItem, reviewer: str) -> SharedCause | None:
    """The cause shared with other waiting questions; None if there are none."""
    return shared_cause(engine(), prefetched.item, reviewer) if prefetched.shares_cause else None


def draw_cause(cause: SharedCause) -> None:
    notice(_sentence(cause), "quiet")


def draw_preview(cause: SharedCause, state: Drawn, queue: Queue, reviewer: str) -> None:
    """Draw the button that lists the questions; below the list, those that decide them all."""
    item_id = state[0]
    is_open = SHARED_CAUSE_SHOWN.get() == item_id
    label = _("Close preview") if is_open else _("Preview all {n}").format(n=len(cause.items))
    item_to_preview = None if is_open else item_id
    action(
        label, _preview, right=None, key="shared_preview", args=(item_to_preview,), type="tertiary"
    )
    if is_open:
        _draw_list(cause)
        _draw_acts(cause, state, queue, reviewer)


def _sentence(cause: SharedCause) -> str:
    return _n(
        "{n} question left has this cause: {cause}",
        "{n} questions left share this cause: {cause}",
        len(cause.items),
        cause=_cause_text(cause),
    )


def _cause_text(cause: SharedCause) -> str:
    novel, quote = cause.words
    if cause.kind is CauseKind.PLACE:
        template = _("their quotes come from the same place of the novel and do not count.")
    elif cause.swapped:
        template = _("“{novel}” and “{quote}” are swapped.")
    elif not novel:
        template = _("“{quote}” is added to the quote.")
    elif not quote:
        template = _("“{novel}” is left out of the quote.")
    else:
        template = _("the quote has “{quote}” where the novel has “{novel}”.")
    return template.format(novel=novel, quote=quote)


def _draw_list(cause: SharedCause) -> None:
    """Draw every question that would be decided."""
    words = cause.kind is CauseKind.WORDS
    head = [_("Line"), _("Question"), *([_("Novel → quote")] if words else [])]
    rows = "".join(_row(item, words=words) for item in cause.items)
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    draw(
        '<div class="desk-scroll desk-shared" tabindex="0"><table class="desk-table">'
        f"<thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(item: CauseItem, *, words: bool) -> str:
    cells = [str(item.line), item.question]
    if words:
        cells.append(" → ".join(word or "–" for word in item.words))
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _draw_acts(cause: SharedCause, state: Drawn, queue: Queue, reviewer: str) -> None:
    ids = [item.item_id for item in cause.items]
    with st.container(horizontal=True, gap="xsmall"):
        for doing in (BulkAction.KEEP, BulkAction.DROP):
            action(
                bulk_button_label(doing, len(ids)),
                _decide_all,
                right=Right.ADJUDICATE,
                key=f"shared_{doing}",
                args=(state, ids, doing, _cause_text(cause), queue, reviewer),
            )


def _preview(item_id: int | None) -> None:
    claims.mark_acted()
    SHARED_CAUSE_SHOWN.set(item_id)


def _decide_all(
    state: Drawn, ids: Sequence[int], doing: BulkAction, note: str, queue: Queue, reviewer: str
) -> None:
    """Decide all listed questions, with the cause as note; those decided since are left out."""
    claims.mark_acted()
    if not is_still_shown(state):
        return
    item_id, seen_event_id = state
    preview = preview_bulk(engine(), ids, BulkRequest(doing), reviewer)
    batches: list[Batch] = []
    key = f"shared:{item_id}:{seen_event_id}:{reviewer}:{doing}"
    if not try_store(lambda: batches.append(do_bulk(engine(), preview, note, idempotency_key=key))):
        return
    for decided_id in preview.items:
        claims.mark_decided(decided_id, reviewer)
    SHARED_CAUSE_SHOWN.clear()
    forget_prefetched()  # it may be among those just decided
    batch = batches[0]
    unchanged = unchanged_sentence(preview.left_out + batch.left_out)
    sentence = f"{bulk_result_sentence(batch)} {unchanged}".strip()
    set_status(sentence, batch=batch if batch.n else None)
    go_to_item(item_id, claims.hold_next(undecided(queue), reviewer, item_id))

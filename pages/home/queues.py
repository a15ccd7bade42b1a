"""The reviewer's queues: named ones first, then what each run flagged, second reviews, leaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from core.services.access import Right
from core.services.library import list_sets
from core.services.review import (
    Queue,
    QueueProgress,
    QueueView,
    ReviewerDesk,
    SavedQueue,
    State,
    WaitingCounts,
    count,
    create_queue,
    delete_queue,
    queue_progress,
    reviewers,
    saved_queues,
)
from pages.components.action import action, draw_outcome
from pages.components.app_context import engine
from pages.components.html import caption, draw, notice, plain
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.page_state import (
    QUEUE_LANGUAGE,
    QUEUE_NAME,
    QUEUE_REASON,
    QUEUE_REVIEWER,
    QUEUE_SET,
)
from pages.components.review.filter_bar import REASONS_OF_VIEW
from pages.components.review.filter_state import LANGUAGES
from pages.components.rights import allowed
from pages.components.sample_labels import labelled_title, own_first
from pages.components.wording import REASONS, term_label, term_name
from pages.home.own_work import OwnWork

MOST_ROWS = 6
LEAKED = "leaked"


@dataclass(frozen=True)
class QueueRow:
    """A queue as Home lists it; `address`: where Review shows it."""

    title: str
    detail: str
    progress: QueueProgress
    address: dict[str, object]


def queue_rows(
    desk: ReviewerDesk, waiting: Sequence[WaitingCounts], reviewer: str, work: OwnWork
) -> list[QueueRow]:
    """The queues with questions left, named ones first. `waiting`: runs with flagged questions, in
    the order to show them.
    """
    rows = [*_saved(reviewer), *_assigned(reviewer), *_flagged_by_runs(waiting, reviewer, work)]
    if desk.seconds:
        rows.append(
            QueueRow(
                _("Second reviews"),
                _("requested by others"),
                QueueProgress(desk.seconds, desk.seconds),
                {"state": State.SECOND, "show": QueueView.ALL},
            )
        )
    leaks = queue_progress(engine(), Queue(reason=LEAKED), reviewer)
    rows.append(
        QueueRow(
            term_name(REASONS, LEAKED),
            _("from depth tests only"),
            leaks,
            {"reason": LEAKED},
        )
    )
    return [row for row in rows if row.progress.left]


def _saved(reviewer: str) -> Iterable[QueueRow]:
    for saved in saved_queues(engine(), reviewer):
        audience = _("assigned to me") if saved.reviewer else _("open to everybody")
        progress = queue_progress(engine(), saved.queue, reviewer)
        yield QueueRow(
            saved.name, f"{audience} · {_filters(saved.queue)}", progress, {"queue": saved.id}
        )


def _assigned(reviewer: str) -> Iterable[QueueRow]:
    queue = Queue(assigned_to=reviewer)
    progress = queue_progress(engine(), queue, reviewer)
    yield QueueRow(_("Assigned to me"), _("single questions"), progress, {"assigned": "@me"})


def _flagged_by_runs(
    waiting: Sequence[WaitingCounts], reviewer: str, work: OwnWork
) -> Iterable[QueueRow]:
    sets = {question_set.id: question_set.title for question_set in work.sets}
    titles = {run.id: sets.get(run.set_id, run.title) for run in work.runs}
    for counts in waiting[:MOST_ROWS]:
        progress = queue_progress(engine(), Queue(counts.run_id), reviewer)
        title = titles.get(counts.run_id, counts.title)
        detail = _("flagged by #{id}").format(id=counts.run_id)
        yield QueueRow(title, detail, progress, {"run": counts.run_id})


def _filters(queue: Queue) -> str:
    parts = [
        next((row.title for row in list_sets(engine()) if row.id == queue.set_id), None),
        term_label(LANGUAGES, queue.language) if queue.language else None,
        term_name(REASONS, queue.reason) if queue.reason else None,
    ]
    return " · ".join(filter(None, parts)) or _("all flagged questions")


def draw_queues(rows: Sequence[QueueRow], by: str) -> None:
    # A question may be in several queues, and is counted once, as in the sidebar.
    waiting = count(engine(), Queue(whose=by))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(_("My queues"), anchor=False, width="content")
        if waiting:
            caption(_n("{n} question waiting", "{n} questions waiting", waiting))
    if not rows:
        notice(_("Nothing to review."), "quiet")
    with st.container(key="queues", gap=None):
        for at, row in enumerate(rows):
            _draw_row(row, at)
    _draw_manage(by)


def _draw_row(row: QueueRow, at: int) -> None:
    name_column, bar_column, left_column, link_column = st.columns(
        [6, 3, 1, 1.4], vertical_alignment="center"
    )
    with name_column:
        _draw_name(row.title, row.detail)
    with bar_column:
        _draw_bar(row.progress)
    with left_column:
        draw(f'<div class="desk-left">{row.progress.left:,}</div>')
    with link_column, st.container(key=f"queue_row_{at}"):
        link("review", _("Review"), **row.address)


def _draw_name(title: str, detail: str) -> None:
    draw(f'<div class="desk-row"><b>{escape(title)}</b><small>{escape(detail)}</small></div>')


def _draw_bar(progress: QueueProgress) -> None:
    counted = _("{decided} of {total} decided").format(
        decided=f"{progress.decided:,}", total=f"{progress.total:,}"
    )
    share = 100 * progress.decided / progress.total if progress.total else 0
    bar = f'<span aria-hidden="true"><i style="width:{share:.1f}%"></i></span>'
    draw(f'<div class="desk-handled">{bar}<small>{escape(counted)}</small></div>')


def _draw_manage(by: str) -> None:
    """Draw all queues with their deletion, and the form of a new one; for leads only."""
    if not allowed(Right.ADJUDICATE):
        return
    expander = st.expander(_("All queues"), key="all_queues", on_change="rerun")
    if not expander.open:
        return
    with expander:
        for saved in saved_queues(engine()):
            with st.container(
                horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"
            ):
                audience = saved.reviewer or _("open to everybody")
                _draw_name(saved.name, f"{audience} · {_filters(saved.queue)}")
                _draw_deletion(saved)
        _draw_new(by)


def _draw_deletion(saved: SavedQueue) -> None:
    """Draw the deletion of a queue, with a confirmation."""
    with st.popover(_("Delete…"), key=f"ask_delete_queue_{saved.id}"):
        caption(
            _("The queue “{name}” is deleted permanently.").format(name=plain(saved.name)),
            _("Questions and decisions are kept."),
        )
        action(
            _("Delete permanently"),
            _delete,
            right=Right.ADJUDICATE,
            key=f"delete_queue_{saved.id}",
            args=(saved,),
            type="primary",
        )


def _draw_new(by: str) -> None:
    listed = own_first(list_sets(engine()))
    sets = {0: _("All question sets"), **{row.id: labelled_title(row) for row in listed}}
    languages = {"": _("All languages"), **{key: term_label(LANGUAGES, key) for key in LANGUAGES}}
    reasons = {"": _("Any reason")}
    reasons |= {key: term_name(REASONS, key) for key in REASONS_OF_VIEW[QueueView.FLAGGED]}
    assignees = {"": _("Everybody"), **{name: name for name in reviewers(engine())}}
    with st.form("new_queue", border=False):
        st.text_input(_("Queue name"), key=QUEUE_NAME.name, max_chars=80)
        first, second = st.columns(2)
        for column, label, key, options in (
            (first, _("Question set"), QUEUE_SET.name, sets),
            (second, _("Language"), QUEUE_LANGUAGE.name, languages),
            (first, _("Reason"), QUEUE_REASON.name, reasons),
            (second, _("Reviewer"), QUEUE_REVIEWER.name, assignees),
        ):
            column.selectbox(label, list(options), format_func=options.__getitem__, key=key)
        action(
            _("Create queue"),
            _create,
            right=Right.ADJUDICATE,
            key="queue_create",
            args=(by,),
            in_form=True,
        )
    draw_outcome()


def _create(by: str) -> str:
    queue = Queue(
        set_id=QUEUE_SET.get() or None,
        language=QUEUE_LANGUAGE.get() or None,
        reason=QUEUE_REASON.get() or None,
    )
    name = QUEUE_NAME.get().strip()
    create_queue(engine(), name, queue, to=QUEUE_REVIEWER.get() or None, by=by)
    # An empty form for the next one: a second press would only say that the name is taken.
    for field in (QUEUE_NAME, QUEUE_LANGUAGE, QUEUE_REASON, QUEUE_REVIEWER):
        field.set("")
    QUEUE_SET.set(0)
    return _("Queue “{name}” created.").format(name=name)


def _delete(saved: SavedQueue) -> str:
    delete_queue(engine(), saved.id)
    return _("Queue “{name}” deleted.").format(name=saved.name)

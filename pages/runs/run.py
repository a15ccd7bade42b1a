"""One run: its results, what to do next, and its settings."""

from datetime import timedelta
from html import escape

import streamlit as st

from core.services.results import CleanedCounts, cleaned_counts, run_counts
from core.services.review import DecisionFilter, Queue, QueueView, count
from core.services.runs import Run, RunProgress, get_run, progress
from pages.components.app_context import engine
from pages.components.batch import draw_batch
from pages.components.failed_run import draw_failed
from pages.components.fragment import fragment
from pages.components.html import caption, draw, lang_of
from pages.components.language import _, _n
from pages.components.navigation import link, open_place
from pages.components.rights import allowed_page
from pages.components.run_progress import (
    REFRESH_S,
    answerer,
    draw_bar,
    draw_run_controls,
    draw_run_errors,
    duration,
    is_under_way,
    started_by,
)
from pages.components.wording import CONTEXTS, state_badge, term_label
from pages.runs.change import draw_change
from pages.runs.cleaned import draw_cleaned
from pages.runs.exports import draw_export
from pages.runs.folded import draw_settings, draw_spent
from pages.runs.items import draw_items
from pages.runs.lists import draw_left, draw_unusable
from pages.runs.reasons import draw_reasons
from pages.runs.strip import draw_outcomes


def draw_run(run: Run) -> None:
    run_id = run.id or 0
    was_active = is_under_way(run)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="run_path"):
        link("runs", _("Runs"))
        caption(f"/ #{run_id}")

    @fragment(REFRESH_S if was_active else None)
    def live() -> None:
        current_run = get_run(engine(), run_id)
        run_progress = progress(engine(), run_id)
        counts = run_counts(engine(), run_id)
        n_left = _count_left(run_id)
        is_active = is_under_way(current_run)
        cleaned = None if is_active or was_active else cleaned_counts(engine(), run_id)
        _draw_header(current_run, run_progress, cleaned, n_left)
        if current_run.status != "done":
            draw_bar(current_run, run_progress)
        draw_run_controls(current_run)
        draw_run_errors(run_progress)
        failed = run_progress.conclusion.is_mostly_unusable
        draw_outcomes(current_run, counts, left=n_left, retry=not failed)
        if is_active and n_left:
            link("review", _("Review questions flagged so far"), run=run_id)
        if was_active != is_active:
            st.rerun()

    live()
    draw_batch(run)
    if was_active:
        caption(_("Reasons, questions and exports appear when the run is paused or finished."))
        return
    _draw_results(run, progress(engine(), run_id))


def _draw_results(run: Run, run_progress: RunProgress) -> None:
    run_id = run.id or 0
    counts = run_counts(engine(), run_id)
    draw_failed(run, run_progress)
    if counts.passed + counts.failed:
        reasons_column, cleaned_column = st.columns([13, 8], gap="large")
        with reasons_column:
            draw_reasons(run_id, counts)
            draw_change(run_id)
        with cleaned_column:
            draw_cleaned(run_id, cleaned_counts(engine(), run_id))
    draw_left(run_id, _count_left(run_id))
    draw_unusable(run_id, "failed", counts.infrastructure.total())
    draw_unusable(run_id, "skipped", counts.skipped.total())
    draw_items(run_id)
    draw_settings(run)
    draw_spent(run)


def _count_left(run_id: int) -> int:
    queue = Queue(run_id, QueueView.FLAGGED, None, DecisionFilter.UNDECIDED)
    return count(engine(), queue)


def _draw_header(
    run: Run, run_progress: RunProgress, cleaned: CleanedCounts | None, n_left: int
) -> None:
    """Draw title and state, the facts below them, and at the right what to do with the run."""
    title_column, actions_column = st.columns([3, 1], vertical_alignment="top")
    with title_column:
        name, tone = state_badge(run_progress.conclusion)
        title = f"#{run.id} {run.title}"
        draw(
            f'<div class="desk-run-head"><h1 {lang_of(run.title)}>{escape(title)}</h1>'
            f'<span class="desk-badge {tone}">{escape(name)}</span></div>'
        )
        caption(*_facts(run))
    with (
        actions_column,
        st.container(horizontal=True, horizontal_alignment="right", key="run_acts"),
    ):
        if cleaned is not None:
            draw_export(run, cleaned)
            if n_left and allowed_page("review"):
                label = _n("Review {n} flagged", "Review {n} flagged", n_left)
                if st.button(label, type="primary", key="run_review"):
                    open_place("review", run=run.id)


def _facts(run: Run) -> list[str]:
    duration_text = _duration_text(run)
    at = f"{run.created_at:%Y-%m-%d %H:%M} UTC"
    by = started_by(run)
    return [
        answerer(run),
        term_label(CONTEXTS, str(run.spec.get("context_mode", ""))),
        _("{at}, {took}").format(at=at, took=duration_text) if duration_text else at,
        _("started by {name}").format(name=by) if by else "",
    ]


def _duration_text(run: Run) -> str:
    if run.started_at is None or run.finished_at is None:
        return ""
    elapsed: timedelta = run.finished_at - run.started_at
    return duration(elapsed.total_seconds())

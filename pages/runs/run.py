"""One run: what came of it, what to do next, and what it was asked with."""

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
    was_moving = is_under_way(run)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="run_path"):
        link("runs", _("Runs"))
        caption(f"/ #{run_id}")

    @fragment(REFRESH_S if was_moving else None)
    def live() -> None:
        now = get_run(engine(), run_id)
        seen = progress(engine(), run_id)
        counts = run_counts(engine(), run_id)
        left = _left(run_id)
        moving = is_under_way(now)
        cleaned = None if moving or was_moving else cleaned_counts(engine(), run_id)
        _draw_header(now, seen, cleaned, left)
        if now.status != "done":
            draw_bar(now, seen)
        draw_run_controls(now)
        draw_run_errors(seen)
        failed = seen.conclusion.is_mostly_unusable
        draw_outcomes(now, counts, left=left, retry=not failed)
        if moving and left:
            link("review", _("Review questions flagged so far"), run=run_id)
        if was_moving != moving:
            st.rerun()

    live()
    draw_batch(run)
    if was_moving:
        caption(_("Reasons, questions and exports appear when the run is paused or finished."))
        return
    _draw_results(run, progress(engine(), run_id))


def _draw_results(run: Run, seen: RunProgress) -> None:
    run_id = run.id or 0
    counts = run_counts(engine(), run_id)
    draw_failed(run, seen)
    if counts.passed + counts.failed:
        why, cleaned = st.columns([13, 8], gap="large")
        with why:
            draw_reasons(run_id, counts)
            draw_change(run_id)
        with cleaned:
            draw_cleaned(run_id, cleaned_counts(engine(), run_id))
    draw_left(run_id, _left(run_id))
    draw_unusable(run_id, "failed", counts.infrastructure.total())
    draw_unusable(run_id, "skipped", counts.skipped.total())
    draw_items(run_id)
    draw_settings(run)
    draw_spent(run)


def _left(run_id: int) -> int:
    waiting = Queue(run_id, QueueView.FLAGGED, None, DecisionFilter.UNDECIDED)
    return count(engine(), waiting)


def _draw_header(run: Run, seen: RunProgress, cleaned: CleanedCounts | None, left: int) -> None:
    """Title with the state, the facts below it, and at the right what to do with the run."""
    about, acts = st.columns([3, 1], vertical_alignment="top")
    with about:
        name, tone = state_badge(seen.conclusion)
        title = f"#{run.id} {run.title}"
        draw(
            f'<div class="desk-run-head"><h1 {lang_of(run.title)}>{escape(title)}</h1>'
            f'<span class="desk-badge {tone}">{escape(name)}</span></div>'
        )
        caption(*_facts(run))
    with acts, st.container(horizontal=True, horizontal_alignment="right", key="run_acts"):
        if cleaned is not None:
            draw_export(run, cleaned)
            if left and allowed_page("review"):
                label = _n("Review {n} flagged", "Review {n} flagged", left)
                if st.button(label, type="primary", key="run_review"):
                    open_place("review", run=run.id)


def _facts(run: Run) -> list[str]:
    took = _took(run)
    at = f"{run.created_at:%Y-%m-%d %H:%M} UTC"
    by = started_by(run)
    return [
        answerer(run),
        term_label(CONTEXTS, str(run.spec.get("context_mode", ""))),
        _("{at}, {took}").format(at=at, took=took) if took else at,
        _("started by {name}").format(name=by) if by else "",
    ]


def _took(run: Run) -> str:
    if run.started_at is None or run.finished_at is None:
        return ""
    passed: timedelta = run.finished_at - run.started_at
    return duration(passed.total_seconds())

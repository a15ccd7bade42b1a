"""One run: how far it is, how it came out, its items, and what can be taken away."""

import streamlit as st

from core.services.results import run_counts
from core.services.results.counts import RunCounts
from core.services.review import DecisionFilter, QueueView
from core.services.runs import Run, get_run
from pages.components.app_context import engine
from pages.components.fragment import fragment
from pages.components.html import caption, verbatim
from pages.components.language import _
from pages.components.navigation import link
from pages.components.rates import figure, interval, percent, rate_figure
from pages.components.run_progress import (
    REFRESH_S,
    answerer,
    draw_progress,
    draw_run_controls,
    draw_run_errors,
    is_under_way,
    started_by,
)
from pages.components.wording import (
    CONFIDENCE,
    CONTEXTS,
    OUTCOMES,
    REASONS,
    WORDINGS,
    term_label,
    term_meaning,
    term_name,
)
from pages.runs.downloads import draw_downloads
from pages.runs.items import draw_items
from pages.runs.other_rule import draw_other_rule, rule_of


def draw_run(run: Run) -> None:
    verbatim(f"#{run.id} {run.title}", "desk-verbatim desk-question")
    _draw_heading(run)
    was_moving = is_under_way(run)

    @fragment(REFRESH_S if was_moving else None)
    def live() -> None:
        now = get_run(engine(), run.id or 0)
        seen = draw_progress(now)
        draw_run_errors(seen)
        counts = run_counts(engine(), run.id or 0)
        draw_run_controls(now, failures=counts.infrastructure.total())
        _draw_figures(counts)
        if was_moving != is_under_way(now):
            st.rerun()

    live()
    if was_moving:
        caption(_("Reasons, questions and downloads are shown when the run is paused or over."))
        link("review", _("Review what is flagged so far"), run=run.id)
        return
    counts = run_counts(engine(), run.id or 0)
    reasons, downloads = st.columns([5, 4], gap="large")
    with reasons:
        _draw_reasons(run.id or 0, counts)
    with downloads:
        draw_downloads(run)
    draw_other_rule(run)
    draw_items(run.id or 0)


def _draw_heading(run: Run) -> None:
    spec = run.spec
    sure = term_label(CONFIDENCE, str(spec.get("confidence_threshold", "")))
    caption(
        answerer(run),
        term_label(CONTEXTS, str(spec.get("context_mode", ""))),
        _("similarity at least {value}").format(value=spec.get("similarity_threshold", "")),
        term_name(WORDINGS, rule_of(run)),
        _("confidence at least {level}").format(level=sure),
        str(spec.get("tokenizer", "")),
        f"{spec.get('template_id', '')} {spec.get('template_version', '')}".strip(),
        f"{run.created_at:%Y-%m-%d %H:%M} UTC",
        started_by(run),
    )


def _draw_figures(counts: RunCounts) -> None:
    passed, flagged, apart, skipped = st.columns(4)
    with passed:
        rate_figure(_("Passed, of those judged"), counts.pass_rate)
    with flagged:
        figure(_("Flagged"), str(counts.failed), _meaning("failed", counts.failed))
    with apart:
        share = counts.infrastructure_share
        figure(_("Not judged, of those asked"), percent(share.value), interval(share))
    with skipped:
        n = counts.skipped.total()
        figure(_("Skipped"), str(n), _meaning("skipped", n))


def _meaning(outcome: str, n: int) -> str:
    """Nothing is explained where nothing is."""
    return term_meaning(OUTCOMES, outcome) if n else ""


def _draw_reasons(run_id: int, counts: RunCounts) -> None:
    """Each reason with its count, a link to its questions."""
    st.subheader(_("Why questions were flagged or not judged"))
    found = counts.reasons + counts.infrastructure + counts.skipped
    if not found:
        caption(_("No reason so far."))
    for reason, n in found.most_common():
        name, explained = st.columns([2, 3], vertical_alignment="center")
        shown = QueueView.FLAGGED if reason in counts.reasons else QueueView.NOT_JUDGED
        with name:
            link(
                "review",
                f"{term_name(REASONS, reason)} · {n}",
                run=run_id,
                show=shown,
                reason=reason,
                state=DecisionFilter.EITHER,
            )
        with explained:
            caption(term_meaning(REASONS, reason))

"""One run: how far it is, how it came out, its items, and what can be taken away."""

import streamlit as st

from core.services.results import run_counts
from core.services.results.counts import RunCounts
from core.services.review import Decided, Shown
from core.services.runs import get_run
from db.tables import Run
from pages.components.desk import engine
from pages.components.html import caption, verbatim
from pages.components.language import _
from pages.components.live import (
    REFRESH_S,
    answerer,
    draw_hands,
    draw_progress,
    draw_trouble,
    moving,
    started_by,
)
from pages.components.places import link
from pages.components.rates import figure, interval, percent, rate_figure
from pages.components.redrawn import redrawn
from pages.components.words import CONFIDENCE, CONTEXTS, OUTCOMES, REASONS, meaning, named, said
from pages.runs.downloads import draw_downloads
from pages.runs.items import draw_items


def draw_run(run: Run) -> None:
    verbatim(f"#{run.id} {run.title}", "desk-verbatim desk-question")
    _draw_heading(run)
    was_moving = moving(run)

    @redrawn(REFRESH_S if was_moving else None)
    def live() -> None:
        now = get_run(engine(), run.id or 0)
        seen = draw_progress(now)
        draw_trouble(seen)
        counts = run_counts(engine(), run.id or 0)
        draw_hands(now, failures=counts.infrastructure.total())
        _draw_figures(counts)
        if was_moving != moving(now):
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
    draw_items(run.id or 0)


def _draw_heading(run: Run) -> None:
    spec = run.spec
    sure = said(CONFIDENCE, str(spec.get("confidence_threshold", "")))
    caption(
        answerer(run),
        said(CONTEXTS, str(spec.get("context_mode", ""))),
        _("similarity at least {value}").format(value=spec.get("similarity_threshold", "")),
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
    return meaning(OUTCOMES, outcome) if n else ""


def _draw_reasons(run_id: int, counts: RunCounts) -> None:
    """Each reason with its count, a link to its questions."""
    st.subheader(_("Why questions were flagged or not judged"))
    found = counts.reasons + counts.infrastructure + counts.skipped
    if not found:
        caption(_("No reason so far."))
    for reason, n in found.most_common():
        name, explained = st.columns([2, 3], vertical_alignment="center")
        shown = Shown.FLAGGED if reason in counts.reasons else Shown.NOT_JUDGED
        with name:
            link(
                "review",
                f"{named(REASONS, reason)} · {n}",
                run=run_id,
                show=shown,
                reason=reason,
                state=Decided.EITHER,
            )
        with explained:
            caption(meaning(REASONS, reason))

"""The first view: a verdict in one sentence, trend, failure reasons, models, other sets."""

from typing import Any

import streamlit as st

from core.charts import Figure, RateRow, rate_trend
from core.services.reports import RatedRun, ReportedRun, ResultGrouping, SetOverview
from pages.accuracy.dates import short_date
from pages.accuracy.other_sets import draw_other_sets, no_result_message
from pages.accuracy.ranking import draw_ranking
from pages.accuracy.scope import PLACE, model_label
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.verdict import clusters_text, format_rate, verdict
from pages.components import address
from pages.components.figure import draw_clickable
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import REASONS, term_name

MOST_WAITING = 2


def draw_overview(selection: SelectedResults) -> None:
    overview, set_title = selection.overview, selection.set_title
    if overview.newest is None:
        notice(_("No run of this set has judged a question yet."), "quiet")
        unjudged = [run for run in selection.runs if run.id not in selection.judged]
        for run in unjudged[:MOST_WAITING]:
            link("runs", no_result_message(run), run=run.id)
    else:
        draw(f'<div class="desk-lead">{verdict(overview, set_title)}</div>')
        _draw_small_print(selection, overview.newest)
        trend, reasons = st.columns([7, 4], gap="large")
        with trend:
            _draw_trend(overview)
        with reasons:
            _draw_reasons(selection, overview.newest)
        draw_ranking(selection, overview)
    draw_other_sets(selection)


def _draw_small_print(selection: SelectedResults, newest: RatedRun) -> None:
    """Draw what the rate leaves out, its kind of interval, and the runs without a result."""
    run, failed = newest.run, selection.newest_whole.infrastructure
    skipped = max(0, run.conclusion.unusable - failed)
    total = newest.rate.n + failed
    query = {**selection.query, "run": run.id}
    with st.container(horizontal=True, vertical_alignment="center", key="desk_small_print"):
        link("accuracy", run_date_label(run), **query, cases=1)
        if failed:
            label = _("{n} of {asked} failed to evaluate ({share})").format(
                n=f"{failed:,}", asked=f"{total:,}", share=format_rate(failed / total)
            )
            link("accuracy", label, **query, cases=1, outcome="infrastructure")
        caption(
            _n("{n} skipped", "{n} skipped", skipped) if skipped else None,
            clusters_text(newest.rate),
        )
        for waiting in selection.waiting[:MOST_WAITING]:
            link("runs", no_result_message(waiting), run=waiting.id)


def run_date_label(run: ReportedRun) -> str:
    return _("Run #{n}, {day}").format(n=run.id, day=short_date(run.created_at))


def trend_figure(overview: SetOverview) -> Figure:
    rows = [
        RateRow(
            key=str(rated.run.id),
            name=f"#{rated.run.id}",
            value=rated.rate.value,
            interval=None if rated.rate.too_few else rated.rate.interval,
            n=rated.rate.items,
            note=f"{short_date(rated.run.created_at)} · n = {rated.rate.items:,}",
        )
        for rated in overview.trend
    ]
    run = overview.trend[-1].run
    has_interval = any(row.interval for row in rows)
    return rate_trend(
        rows,
        _("Trend of this set"),
        subtitle=" · ".join((model_label(run.model), *([_("95% CI")] if has_interval else []))),
        foot=[run.set_title, run.prompt],
    )


def _draw_trend(overview: SetOverview) -> None:
    """Draw the trend; a click on a point opens that run."""
    run = overview.trend[-1].run

    def choose_run(point: dict[str, Any]) -> None:
        if point.get("customdata"):
            address.put_all({**dict.fromkeys(PLACE), "run": point["customdata"][0]})

    key = f"trend_{run.set_id}_{run.id}_{len(overview.trend)}"
    draw_clickable(trend_figure(overview), key, choose_run, file_name="accuracy-trend")


def _draw_reasons(selection: SelectedResults, newest: RatedRun) -> None:
    flagged = newest.rate.n - newest.rate.hits
    if not flagged:
        st.subheader(_("Flagged"))
        caption(_("No result was flagged."))
        return
    st.subheader(_n("Why {n} was flagged", "Why {n} were flagged", flagged))
    reasons = sorted(selection.newest_reasons, key=lambda group: -group.rate.hits)
    largest = reasons[0].rate.hits if reasons else 1
    with st.container(key="accuracy_table_reasons"):
        for reason in reasons:
            name, bar, number = st.columns([5, 7, 1.4], gap="small", vertical_alignment="center")
            cases = {
                **selection.query,
                "run": newest.run.id,
                "by": ResultGrouping.REASON.value,
                "group": reason.group,
                "outcome": "failed",
                "cases": 1,
            }
            with name:
                link("accuracy", term_name(REASONS, reason.group), **cases)
            with bar:
                width = reason.rate.hits / largest * 100
                draw(f'<div class="desk-share"><i style="width:{width:.1f}%"></i></div>')
            with number:
                link("accuracy", f"{reason.rate.hits:,}", **cases)
    caption(_("A question may be flagged for several reasons."))
    caption(_overrides(selection))
    link("review", _("Review flagged questions"), run=newest.run.id)


def _overrides(selection: SelectedResults) -> str | None:
    overridden = selection.newest_reviewed.flags_overridden
    if not overridden.n:
        return None
    return _("Reviewers overrode {n} of {all} flags ({share}).").format(
        n=overridden.hits, all=overridden.n, share=format_rate(overridden.value)
    )

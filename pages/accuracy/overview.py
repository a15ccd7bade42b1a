"""The first view: one sentence, the set's trend, why questions failed, models, other sets."""

from typing import Any

import streamlit as st

from core.charts import Figure, RateRow, rate_trend
from core.services.reports import RatedRun, ReportedRun, ResultGrouping, SetOverview
from pages.accuracy.dates import short_date
from pages.accuracy.other_sets import draw_other_sets, no_result_said
from pages.accuracy.ranking import draw_ranking
from pages.accuracy.scope import PLACE, named_model
from pages.accuracy.selected_results import SelectedResults
from pages.accuracy.verdict import clusters_said, rate_said, verdict
from pages.components import address
from pages.components.figure import draw_clickable
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import REASONS, term_name

MOST_WAITING = 2


def draw_overview(shown: SelectedResults) -> None:
    overview, set_title = shown.overview, shown.set_title
    if overview.newest is None:
        notice(_("No run of this set has judged a question yet."), "quiet")
        for run in shown.runs[:MOST_WAITING]:
            link("runs", no_result_said(run), run=run.id)
    else:
        draw(f'<div class="desk-lead">{verdict(overview, set_title)}</div>')
        _draw_small_print(shown, overview.newest)
        trend, reasons = st.columns([7, 4], gap="large")
        with trend:
            _draw_trend(overview)
        with reasons:
            _draw_reasons(shown, overview.newest)
        draw_ranking(shown, overview)
    draw_other_sets(shown)


def _draw_small_print(shown: SelectedResults, newest: RatedRun) -> None:
    """What is not in the rate, how its interval is made, and which runs have no result yet."""
    run, failed = newest.run, shown.newest_whole.infrastructure
    skipped = max(0, run.conclusion.unusable - failed)
    asked = newest.rate.n + failed
    here = {**shown.query, "run": run.id}
    with st.container(horizontal=True, vertical_alignment="center", key="desk_small_print"):
        link("accuracy", run_said(run), **here, cases=1)
        if failed:
            said = _("{n} of {asked} failed to evaluate ({share})").format(
                n=f"{failed:,}", asked=f"{asked:,}", share=rate_said(failed / asked)
            )
            link("accuracy", said, **here, cases=1, outcome="infrastructure")
        caption(
            _n("{n} skipped", "{n} skipped", skipped) if skipped else None,
            clusters_said(newest.rate),
        )
        for waiting in shown.waiting[:MOST_WAITING]:
            link("runs", no_result_said(waiting), run=waiting.id)


def run_said(run: ReportedRun) -> str:
    return _("Run #{n}, {day}").format(n=run.id, day=short_date(run.created_at))


def trend_figure(overview: SetOverview) -> Figure:
    rows = [
        RateRow(
            key=str(one.run.id),
            name=f"#{one.run.id}",
            value=one.rate.value,
            interval=None if one.rate.too_few else one.rate.interval,
            n=one.rate.items,
            note=f"{short_date(one.run.created_at)} · n = {one.rate.items:,}",
        )
        for one in overview.trend
    ]
    run = overview.trend[-1].run
    return rate_trend(
        rows,
        _("Trend of this set"),
        subtitle=f"{named_model(run.model)} · " + _("Band: 95% CI"),
        foot=[run.set_title, run.prompt],
    )


def _draw_trend(overview: SetOverview) -> None:
    """A click on a point looks at that run."""
    run = overview.trend[-1].run

    def chosen(point: dict[str, Any]) -> None:
        if point.get("customdata"):
            address.put_all({**dict.fromkeys(PLACE), "run": point["customdata"][0]})

    key = f"trend_{run.set_id}_{run.id}_{len(overview.trend)}"
    draw_clickable(trend_figure(overview), key, chosen, file_name="accuracy-trend")


def _draw_reasons(shown: SelectedResults, newest: RatedRun) -> None:
    flagged = newest.rate.n - newest.rate.hits
    if not flagged:
        st.subheader(_("Flagged"))
        caption(_("No result was flagged."))
        return
    st.subheader(_n("Why {n} was flagged", "Why {n} were flagged", flagged))
    found = sorted(shown.newest_reasons, key=lambda one: -one.rate.hits)
    most = found[0].rate.hits if found else 1
    with st.container(key="accuracy_table_reasons"):
        for one in found:
            name, bar, number = st.columns([5, 7, 1.4], gap="small", vertical_alignment="center")
            cases = {
                **shown.query,
                "run": newest.run.id,
                "by": ResultGrouping.REASON.value,
                "group": one.group,
                "outcome": "failed",
                "cases": 1,
            }
            with name:
                link("accuracy", term_name(REASONS, one.group), **cases)
            with bar:
                draw(
                    f'<div class="desk-share"><i style="width:{one.rate.hits / most * 100:.1f}%">'
                    "</i></div>"
                )
            with number:
                link("accuracy", f"{one.rate.hits:,}", **cases)
    caption(_("A question may be flagged for several reasons."), _overrides(shown))
    link("review", _("Review flagged questions"), run=newest.run.id)


def _overrides(shown: SelectedResults) -> str | None:
    counted = shown.newest_reviewed.flags_overridden
    if not counted.n:
        return None
    return _("Reviewers overrode {n} of {all} flags ({share}).").format(
        n=counted.hits, all=counted.n, share=rate_said(counted.value)
    )

"""The first view: one sentence, the set's trend, why questions failed, models, other sets."""

from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import quote

import streamlit as st

from core.charts import Figure, RateRow, rate_trend
from core.services.reports import RankedModel, RatedRun, ReportedRun, ResultGrouping, SetOverview
from core.stats import DONE, DONE_WITH_PROBLEMS, FAILED
from pages.accuracy.dates import short_date
from pages.accuracy.scope import PLACE, SelectedResults, named_model
from pages.accuracy.verdict import (
    called,
    clusters_said,
    difference_interval,
    interval_said,
    p_said,
    points,
    rate_said,
    verdict,
)
from pages.components import address
from pages.components.figure import draw_clickable
from pages.components.html import caption, draw, notice
from pages.components.language import _, _n
from pages.components.navigation import link
from pages.components.wording import REASONS, term_name

RANK_WIDTHS = (4, 2, 3, 4, 2, 3, 4, 2, 3)
SET_WIDTHS = (5, 2, 3, 4, 3, 3, 2, 5)
MOST_WAITING, MOST_SETS = 2, 12


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
        _draw_ranking(shown, overview)
    _draw_other_sets(shown)


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


def no_result_said(run: ReportedRun) -> str:
    """Why a run is in no rate."""
    state, name = run.conclusion.state, f"#{run.id} {run.set_title}"
    if state in (FAILED, DONE, DONE_WITH_PROBLEMS):
        usable = 0 if state == DONE else run.conclusion.usable
        return _("{run} has no usable result: {usable} of {total} usable").format(
            run=name, usable=usable, total=run.conclusion.total
        )
    return _("{run} has no result yet").format(run=name)


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
    st.subheader(_n("Why {n} was flagged", "Why {n} were flagged", flagged))
    if not flagged:
        caption(_("No result was flagged."))
        return
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


def _draw_ranking(shown: SelectedResults, overview: SetOverview) -> None:
    if not overview.ranking:
        st.subheader(_("Models on the same questions"))
        caption(
            _(
                "Nothing to compare yet: run another model on this set with the same prompt. "
                "Recorded replies and the offline baseline are not ranked."
            )
        )
        return
    st.subheader(
        _n("Models on the same {n} question", "Models on the same {n} questions", overview.shared)
    )
    named = _(", ").join(f"#{row.run.id}" for row in overview.ranking)
    caption(
        _("Runs {runs}").format(runs=named),
        _("same set, same prompt"),
        _("recordings and baselines are not ranked"),
    )
    scale = _Scale.around([row.rate.interval for row in overview.ranking if row.rate.interval])
    apart = _Scale.around(
        [row.difference.interval for row in overview.ranking if row.difference] + [(0.0, 0.0)]
    )
    with st.container(key="accuracy_table_models"):
        _head(
            RANK_WIDTHS,
            (
                _("Model"),
                _("Pass rate"),
                _("95% CI"),
                scale.ends(),
                _("Difference, points"),
                _("95% CI"),
                apart.ends(signed=True),
                _("p (Holm)"),
                "",
            ),
        )
        for row in overview.ranking:
            _draw_rank(shown, overview, row, scale, apart)


def _draw_rank(
    shown: SelectedResults,
    overview: SetOverview,
    row: RankedModel,
    scale: "_Scale",
    apart: "_Scale",
) -> None:
    cells = st.columns(RANK_WIDTHS, gap="small", vertical_alignment="center")
    newest = overview.newest
    query = {**shown.query, "run": row.run.id}
    with cells[0]:
        link("accuracy", named_model(row.run.model), **query)
    with cells[1]:
        link("accuracy", rate_said(row.rate.value), **query, cases=1, outcome="passed")
    with cells[2]:
        caption(interval_said(row.rate))
    with cells[3]:
        draw(scale.mark(row.rate.value or 0.0, None if row.rate.too_few else row.rate.interval))
    if row.difference is None or newest is None:
        for cell, said in ((cells[4], "0"), (cells[8], _("Reference"))):
            with cell:
                caption(said)
        with cells[6]:
            draw(apart.mark(0.0, None, zero=True))
        return
    with cells[4]:
        pair = {"view": "models", "base": newest.run.id, "set": shown.query["set"]}
        link("accuracy", points(row.difference.difference), **pair)
    with cells[5]:
        caption(
            _("too few to say") if row.difference.too_few else difference_interval(row.difference)
        )
    with cells[6]:
        drawn = None if row.difference.too_few else row.difference.interval
        draw(apart.mark(row.difference.difference, drawn, zero=True))
    with cells[7]:
        caption(p_said(row.p_value) if row.p_value is not None else "–")
    with cells[8]:
        caption(called(row.difference, row.p_value))


def _draw_other_sets(shown: SelectedResults) -> None:
    others = shown.other_sets
    if not others:
        return
    st.subheader(_("Other sets"))
    with st.container(key="accuracy_table_sets"):
        _head(
            SET_WIDTHS,
            (
                _("Set"),
                _("Pass rate"),
                _("95% CI"),
                _("Recent runs"),
                _("Compared with the previous run"),
                _("95% CI"),
                "p",
                "",
            ),
        )
        for runs, overview in others[:MOST_SETS]:
            _draw_set(runs, overview)


def _draw_set(runs: Sequence[ReportedRun], overview: SetOverview) -> None:
    cells = st.columns(SET_WIDTHS, gap="small", vertical_alignment="center")
    newest, set_id = overview.newest, runs[0].set_id
    with cells[0]:
        link("accuracy", runs[0].set_title, set=set_id)
    with cells[7]:
        if newest is None or runs[0].id > newest.run.id:
            link("runs", no_result_said(runs[0]), run=runs[0].id)
    if newest is None:
        with cells[1]:
            caption(_("no result"))
        return
    with cells[1]:
        cases = {"set": set_id, "run": newest.run.id, "cases": 1}
        link("accuracy", rate_said(newest.rate.value), **cases)
    with cells[2]:
        few = _("n = {n}: too few").format(n=newest.rate.items)
        caption(few if newest.rate.muted else interval_said(newest.rate))
    with cells[3]:
        draw(_sparkline([one.rate.value or 0.0 for one in overview.trend]))
    if overview.change is None or overview.before is None:
        return
    with cells[4]:
        link("accuracy", points(overview.change.difference), set=set_id)
    with cells[5]:
        caption(difference_interval(overview.change))
    with cells[6]:
        caption(p_said(overview.change.p_value))


def _head(widths: Sequence[float], names: Sequence[str]) -> None:
    for column, name in zip(st.columns(widths, gap="small"), names, strict=True):
        with column:
            caption(name)


class _Scale:
    """A row of marks that share one axis, from `low` to `high`."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    @classmethod
    def around(cls, intervals: Sequence[tuple[float, float]]) -> "_Scale":
        low = min((one[0] for one in intervals), default=0.0)
        high = max((one[1] for one in intervals), default=1.0)
        return cls((low * 20 // 1) / 20, -((-high * 20) // 1) / 20)

    def ends(self, *, signed: bool = False) -> str:
        if signed:
            return f"{points(self.low)[:-2]} … {points(self.high)[:-2]}"
        return f"{self.low * 100:.0f}% … {self.high * 100:.0f}%"

    def mark(
        self, value: float, interval: tuple[float, float] | None, *, zero: bool = False
    ) -> str:
        parts = ['<div class="desk-interval" aria-hidden="true">']
        if zero:
            parts.append(f'<s style="left:{self._at(0.0):.1f}%"></s>')
        if interval:
            low, high = self._at(interval[0]), self._at(interval[1])
            parts.append(f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i>')
        hollow = ' class="hollow"' if interval is None else ""
        parts.append(f'<b{hollow} style="left:{self._at(value):.1f}%"></b></div>')
        return "".join(parts)

    def _at(self, value: float) -> float:
        span = self.high - self.low or 1.0
        return min(100.0, max(0.0, (value - self.low) / span * 100))


def _sparkline(values: Sequence[float]) -> str:
    """A line through the rates, as a picture that carries its numbers as its text."""
    said = escape(", ".join(rate_said(one) for one in values))
    low, high = min(values), max(values)
    span = max(high - low, 0.05)
    step = 90 / max(1, len(values) - 1)
    places = [(5 + step * at, 22 - 18 * (one - low) / span) for at, one in enumerate(values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    x, y = places[-1]
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="26">'
        f'<polyline points="{line}" fill="none" stroke="#4F8DB8" stroke-width="2"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#4F8DB8"/></svg>'
    )
    return f'<img alt="{said}" title="{said}" src="data:image/svg+xml,{quote(picture)}">'

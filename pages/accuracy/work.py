"""Progress of the review, how often reviewers override the validation, and the cost."""

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts import MOST_REVIEWERS, Figure, decisions_by_day
from core.llm import money
from core.services.reports import DAYS, KeptCost, Throughput
from pages.accuracy.models import run_name
from pages.accuracy.selected_results import SelectedResults
from pages.components import address
from pages.components.agreement import draw_agreement
from pages.components.figure import draw_clickable
from pages.components.html import caption, notice
from pages.components.language import _, _n, language
from pages.components.navigation import link
from pages.components.rates import figure, interval, percent

PACE_WIDTHS = (6, 3, 4, 4)
COST_WIDTHS = (10, 2, 4, 4)
SCOPE = ("set", "model", "run", "type")
"""Parameters of the address that decisions per day are not filtered by."""


def draw_work(selection: SelectedResults) -> None:
    _draw_overrides(selection)
    draw_agreement(
        selection.agreed,
        lambda label, **query: link(
            "accuracy", label, **selection.query, view="work", cases=1, **query
        ),
    )
    with st.container(key="cell_list"):  # quiet links, as in other lists of links
        _draw_throughput(selection)
        st.subheader(_("Cost per question kept"))
        _draw_costs(selection)
        caption(
            _(
                "Questions kept are those in a run's cleaned set: passed and not rejected or "
                "awaiting an edit, accepted by a reviewer, or edited. Questions awaiting a "
                "second review or a final decision are not counted. The cost covers the whole "
                "run and all question types, including re-validation of edited questions."
            )
        )


def _draw_overrides(selection: SelectedResults) -> None:
    reviewed = selection.reviewed
    rates = (
        (_("Reviewer overrides"), reviewed.overridden, {"decided": "against"}),
        (
            _("Flagged but accepted"),
            reviewed.flags_overridden,
            {"outcome": "failed", "decided": "keep"},
        ),
        (
            _("Passed but rejected or needs edit"),
            reviewed.passes_overridden,
            {"outcome": "passed", "decided": "bad"},
        ),
    )
    for column, (name, rate, query) in zip(st.columns(3), rates, strict=True):
        with column:
            figure(
                name,
                percent(rate.value),
                interval(rate) if rate.n else _("no decisions yet"),
                low_n=rate.low_n,
            )
            if rate.n and rate.low_n:
                caption(_("not enough data"))
            if rate.hits:
                label = _n("See {n} question", "See {n} questions", rate.hits)
                link("accuracy", label, **selection.query, view="work", cases=1, **query)


def _draw_throughput(selection: SelectedResults) -> None:
    st.subheader(_("Decisions per day"))
    window = address.number("back") or 0
    throughput = selection.throughput(window)
    if throughput is None:
        notice(_("No decisions yet."), "quiet")
        link("review", _("Review flagged questions"))
        return
    query = {**selection.query, "view": "work"}
    if not throughput.days:
        notice(_("No decisions before this date."), "quiet")
        link("accuracy", _("Latest decisions"), **query)
        return
    _draw_days(throughput, window)
    with st.container(horizontal=True):
        if window + 1 < throughput.windows:
            link("accuracy", _("Earlier"), **query, back=window + 1)
        if window:
            link("accuracy", _("Later"), **query, back=window - 1)
    if throughput.total:
        _draw_paces(throughput)
    else:
        notice(_("No decisions in this period."), "quiet")


def _draw_days(throughput: Throughput, window: int) -> None:
    plot = throughput_figure(throughput, language())

    def choose_day(point: dict[str, Any]) -> None:
        day, reviewer = point["customdata"]
        address.put_all(
            {
                **dict.fromkeys(SCOPE),
                **_case_query(day),
                "reviewer": reviewer or None,
                "view": "work",
            }
        )

    draw_clickable(plot, f"throughput_{window}", choose_day, file_name="accuracy-decisions")
    if len(throughput.by_day) > MOST_REVIEWERS:
        caption(
            _("Click a bar to see its questions. Click a date or “other people” to see everyone's.")
        )
    else:
        caption(_("Click a bar to see its questions, or a date to see everyone's."))
    with st.container(horizontal=True, key="decision_days"):
        for day, n in throughput.of_days.items():
            link("accuracy", f"{day[5:]}: {n:,}", view="work", **_case_query(day), back=window)


def _case_query(day: str, last_day: str = "") -> dict[str, object]:
    """Query of the cases decided on a day, or from it to `last_day`, in all runs."""
    return {"day": day, "to": last_day or None, "cases": 1}


def throughput_figure(throughput: Throughput, reader_language: str) -> Figure:
    foot = [
        _("{first} to {last}").format(first=throughput.days[0], last=throughput.days[-1]),
        _n("n = {n} decision", "n = {n} decisions", throughput.total),
        _("all runs, including decisions undone later"),
    ]
    title = _("Decisions in {n} days").format(n=DAYS)
    return decisions_by_day(
        throughput.days, throughput.by_day, title, foot=foot, language=reader_language
    )


def _draw_paces(throughput: Throughput) -> None:
    _draw_row(PACE_WIDTHS, pace_head())
    window = {
        **_case_query(throughput.days[0], throughput.days[-1]),
        "view": "work",
        **address.current("back"),
    }
    for row in pace_rows(throughput):
        name, decisions, *figures = _row_columns(PACE_WIDTHS)
        with name:
            link("questions", row[0], reviewer=row[0])
        with decisions:
            link("accuracy", row[1], reviewer=row[0], **window)
        for cell, value in zip(figures, row[2:], strict=True):
            with cell:
                caption(value)
    caption(
        _(
            "Decisions in this period divided by the clock hours with at least one decision: "
            "twelve decisions within three minutes count as 12.0 per hour, or 6.0 if they span "
            "two clock hours. Click a name to see all questions that reviewer has decided, on "
            "any day."
        )
    )


def _row_columns(widths: Sequence[int]) -> Sequence[DeltaGenerator]:
    return st.columns(widths, vertical_alignment="center")


def _draw_row(widths: Sequence[int], values: Sequence[str]) -> None:
    for cell, value in zip(_row_columns(widths), values, strict=True):
        with cell:
            caption(value)


def pace_head() -> list[str]:
    return [_("Reviewer"), _("Decisions"), _("Days with decisions"), _("Per active hour")]


def pace_rows(throughput: Throughput) -> list[list[str]]:
    """Rows of reviewer, decisions, days, and decisions per clock hour with any decision."""
    return [
        [pace.reviewer, f"{pace.decisions:,}", f"{pace.days}", f"{pace.per_hour:.1f}"]
        for pace in throughput.paces
    ]


def _draw_costs(selection: SelectedResults) -> None:
    _draw_row(COST_WIDTHS, cost_head())
    for entry, row in zip(selection.costs, cost_rows(selection), strict=True):
        name, kept_count, cost, cost_each = _row_columns(COST_WIDTHS)
        with name:
            link("accuracy", row[0], run=entry.run.id, view="work")
        with kept_count:
            if entry.kept:
                link("accuracy", row[1], run=entry.run.id, view="work", in_set=1, cases=1)
            else:
                caption(row[1])
        with cost:
            link("runs", row[2], run=entry.run.id)
        with cost_each:
            caption(row[3])


def cost_head() -> list[str]:
    return [_("Run"), _("Kept"), _("Cost"), _("Cost per question kept")]


def cost_rows(selection: SelectedResults) -> list[list[str]]:
    return [
        [run_name(entry.run), f"{entry.kept:,}", _total_cost(entry), _cost_per_kept(entry)]
        for entry in selection.costs
    ]


def _total_cost(entry: KeptCost) -> str:
    if not entry.spent:
        return _("no cost")
    return _("price unknown") if entry.cost is None else money(entry.cost, entry.run.spec.currency)


def _cost_per_kept(entry: KeptCost) -> str:
    if not entry.spent:
        return _("no cost")
    if entry.cost is None:
        return _("price unknown")
    return _("none kept") if entry.each is None else money(entry.each, entry.run.spec.currency)

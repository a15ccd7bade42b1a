"""How the review gets on, how often people override the validation, and what it all costs."""

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.charts import MOST_REVIEWERS, Figure, decisions_by_day
from core.llm.price import money
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
"""What of the address a day of deciding is not cut by."""


def draw_work(shown: SelectedResults) -> None:
    _draw_overrides(shown)
    draw_agreement(
        shown.agreed,
        lambda label, **query: link(
            "accuracy", label, **shown.query, view="work", cases=1, **query
        ),
    )
    with st.container(key="cell_list"):  # quiet links, as in every list of them
        _draw_throughput(shown)
        st.subheader(_("Cost per question kept"))
        _draw_costs(shown)
        caption(
            _(
                "Questions kept are those in a run's cleaned set: passed and not rejected or "
                "awaiting an edit, accepted by a reviewer, or edited. Questions awaiting a "
                "second review or a final decision are not counted. The cost covers the whole "
                "run and all question types, including re-validation of edited questions."
            )
        )


def _draw_overrides(shown: SelectedResults) -> None:
    counted = shown.reviewed
    rates = (
        (_("Reviewer overrides"), counted.overridden, {"decided": "against"}),
        (
            _("Flagged but accepted"),
            counted.flags_overridden,
            {"outcome": "failed", "decided": "keep"},
        ),
        (
            _("Passed but rejected or needs edit"),
            counted.passes_overridden,
            {"outcome": "passed", "decided": "bad"},
        ),
    )
    for column, (name, rate, query) in zip(st.columns(3), rates, strict=True):
        with column:
            figure(
                name,
                percent(rate.value),
                interval(rate) if rate.n else _("no decisions yet"),
                muted=rate.muted,
            )
            if rate.n and rate.muted:
                caption(_("not enough data"))
            if rate.hits:
                said = _n("See {n} question", "See {n} questions", rate.hits)
                link("accuracy", said, **shown.query, view="work", cases=1, **query)


def _draw_throughput(shown: SelectedResults) -> None:
    st.subheader(_("Decisions per day"))
    back = address.number("back") or 0
    found = shown.throughput(back)
    if found is None:
        notice(_("No decisions yet."), "quiet")
        link("review", _("Review flagged questions"))
        return
    here = {**shown.query, "view": "work"}
    if not found.days:
        notice(_("No decisions before this date."), "quiet")
        link("accuracy", _("Latest decisions"), **here)
        return
    _draw_days(found, back)
    with st.container(horizontal=True):
        if back + 1 < found.windows:
            link("accuracy", _("Earlier"), **here, back=back + 1)
        if back:
            link("accuracy", _("Later"), **here, back=back - 1)
    if found.total:
        _draw_paces(found)
    else:
        notice(_("No decisions in this period."), "quiet")


def _draw_days(found: Throughput, back: int) -> None:
    drawn = throughput_figure(found, language())

    def chosen(point: dict[str, Any]) -> None:
        day, who = point["customdata"]
        address.put_all(
            {**dict.fromkeys(SCOPE), **_made(day), "reviewer": who or None, "view": "work"}
        )

    draw_clickable(drawn, f"throughput_{back}", chosen, file_name="accuracy-decisions")
    if len(found.by_day) > MOST_REVIEWERS:
        caption(_("Click a bar to see its questions. Click a date or “others” to see everyone's."))
    else:
        caption(_("Click a bar to see its questions, or a date to see everyone's."))
    with st.container(horizontal=True, key="decision_days"):
        for day, n in found.of_days.items():
            link("accuracy", f"{day[5:]}: {n:,}", view="work", **_made(day), back=back)


def _made(day: str, last: str = "") -> dict[str, object]:
    """The questions decided on that day, or up to the last: of all runs, as the chart is."""
    return {"day": day, "to": last or None, "cases": 1}


def throughput_figure(found: Throughput, spoken: str) -> Figure:
    foot = [
        _("{first} to {last}").format(first=found.days[0], last=found.days[-1]),
        _n("n = {n} decision", "n = {n} decisions", found.total),
        _("all runs, including decisions undone later"),
    ]
    title = _("Decisions in {n} days").format(n=DAYS)
    return decisions_by_day(found.days, found.by_day, title, foot=foot, language=spoken)


def _draw_paces(found: Throughput) -> None:
    _draw_cells(PACE_WIDTHS, pace_head())
    window = {**_made(found.days[0], found.days[-1]), "view": "work", **address.kept("back")}
    for row in pace_rows(found):
        name, decisions, *figures = _cells(PACE_WIDTHS)
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


def _cells(widths: Sequence[int]) -> Sequence[DeltaGenerator]:
    return st.columns(widths, vertical_alignment="center")


def _draw_cells(widths: Sequence[int], values: Sequence[str]) -> None:
    for cell, value in zip(_cells(widths), values, strict=True):
        with cell:
            caption(value)


def pace_head() -> list[str]:
    return [_("Reviewer"), _("Decisions"), _("Days with decisions"), _("Per active hour")]


def pace_rows(found: Throughput) -> list[list[str]]:
    """An hour of reviewing is one of the clock with a decision in it."""
    return [
        [one.reviewer, f"{one.decisions:,}", f"{one.days}", f"{one.per_hour:.1f}"]
        for one in found.paces
    ]


def _draw_costs(shown: SelectedResults) -> None:
    _draw_cells(COST_WIDTHS, cost_head())
    for one, row in zip(shown.costs, cost_rows(shown), strict=True):
        name, kept, cost, each = _cells(COST_WIDTHS)
        with name:
            link("accuracy", row[0], run=one.run.id, view="work")
        with kept:
            if one.kept:
                link("accuracy", row[1], run=one.run.id, view="work", in_set=1, cases=1)
            else:
                caption(row[1])
        with cost:
            link("runs", row[2], run=one.run.id)
        with each:
            caption(row[3])


def cost_head() -> list[str]:
    return [_("Run"), _("Kept"), _("Cost"), _("Cost per question kept")]


def cost_rows(shown: SelectedResults) -> list[list[str]]:
    return [[run_name(one.run), f"{one.kept:,}", _cost(one), _each(one)] for one in shown.costs]


def _cost(one: KeptCost) -> str:
    if not one.spent:
        return _("no cost")
    return _("price unknown") if one.cost is None else money(one.cost, one.run.spec.currency)


def _each(one: KeptCost) -> str:
    if not one.spent:
        return _("no cost")
    if one.cost is None:
        return _("price unknown")
    return _("none kept") if one.each is None else money(one.each, one.run.spec.currency)
